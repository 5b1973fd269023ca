// The form of an issue that is given back to nobody in particular: what was typed, and no word about the issue. What was
// chosen goes along unseen, for its names are the newsroom's.
import { Form, Link, useLocation } from '@remix-run/react';
import type { RefusedForm } from '~/http/form-answer.server';
import { CheckboxField, FormField, TextareaField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { SubmitButton } from '~/ui/submit-button';
import { PageHead } from '../admin/page-head';
import { typedText } from '../admin/typed-text';

const SHOWN = ['subject', 'intro', 'onSchedule'];

export function GivenBackIssue({ refused }: { refused: RefusedForm }) {
  if (refused.intent !== 'save') return <NotDone refused={refused} />;
  const unseen = Object.keys(refused.typed).filter((field) => !SHOWN.includes(field));
  return (
    <>
      <PageHead title="Issue" text="Not saved yet. What you chose besides these words is kept with them." />
      <Form className="form newsletter-form" method="post">
        <FormRefusal refused={refused} />
        <input type="hidden" name="intent" value="save" />
        {unseen.map((field) => (
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
          label="Let the clock send it"
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

function NotDone({ refused }: { refused: RefusedForm }) {
  const { pathname } = useLocation();
  return (
    <>
      <PageHead title="Issue">
        <Link className="button button--quiet" to={pathname}>
          Back to the Issue
        </Link>
      </PageHead>
      <FormRefusal refused={refused} />
    </>
  );
}
