// Returns an issue's form when the session expired: only the submitted text, without data about the issue.
// Other choices travel in hidden fields, because their labels are internal.
import { Form, Link, useLocation } from '@remix-run/react';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { PageHead } from '~/layouts/admin/list/page-head';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { CheckboxField, FormField, TextareaField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { SubmitButton } from '~/ui/submit-button';

const VISIBLE_FIELDS = ['subject', 'intro', 'onSchedule'];

export function ReturnedIssue({ refused }: { refused: RefusedForm }) {
  if (refused.intent !== 'save') return <NotCompleted refused={refused} />;
  const hiddenFields = Object.keys(refused.typed).filter((field) => !VISIBLE_FIELDS.includes(field));
  return (
    <>
      <PageHead title="Issue" text="Not saved yet. Your other choices are kept." />
      <Form className="form newsletter-form" method="post">
        <FormRefusal refused={refused} />
        <input type="hidden" name="intent" value="save" />
        {hiddenFields.map((field) => (
          <input type="hidden" name={field} value={typedText(refused, field) ?? ''} key={field} />
        ))}
        <FormField
          label="Subject"
          name="subject"
          maxLength={200}
          autoComplete="off"
          defaultValue={typedText(refused, 'subject')}
        />
        <TextareaField
          label="Introduction"
          name="intro"
          rows={6}
          maxLength={5000}
          defaultValue={typedText(refused, 'intro')}
        />
        <CheckboxField
          label="Send on schedule"
          name="onSchedule"
          defaultChecked={typedText(refused, 'onSchedule') === 'on'}
        />
        <p className="settings__save">
          <SubmitButton intent="save" pending="Saving...">
            Save Issue
          </SubmitButton>
        </p>
      </Form>
    </>
  );
}

function NotCompleted({ refused }: { refused: RefusedForm }) {
  const { pathname } = useLocation();
  return (
    <>
      <PageHead title="Issue">
        <Link className="button button--quiet" to={pathname}>
          Back to Issue
        </Link>
      </PageHead>
      <FormRefusal refused={refused} />
    </>
  );
}
