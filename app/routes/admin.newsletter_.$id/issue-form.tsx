// The form of a newsletter issue. Works without JavaScript.
import { Form } from '@remix-run/react';
import type { IssueView } from '~/features/newsletter/issues/manage-issues.server';
import type { Pickable } from '~/features/newsletter/issues/pickable.server';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { useUnsavedWarning } from '~/layouts/admin/unsaved/use-unsaved-warning';
import { CheckboxField, FormField, SelectField, TextareaField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { SubmitButton } from '~/ui/submit-button';
import { ArticlePicks } from './article-picks';

interface IssueFormProps {
  issue: IssueView;
  pickable: Pickable;
  refused: RefusedForm | null;
  onInput(): void;
  onSubmit(): void;
}

export function IssueForm({ issue, pickable, refused, onInput, onSubmit }: IssueFormProps) {
  const { input, content, version } = issue;
  const warning = useUnsavedWarning(refused !== null);
  const typed = (field: string, stored: string) => typedText(refused, field) ?? stored;
  return (
    <Form
      className="form newsletter-form"
      method="post"
      preventScrollReset
      onInput={() => {
        warning.onInput();
        onInput();
      }}
      onSubmit={() => {
        warning.onSubmit();
        onSubmit();
      }}
    >
      <FormRefusal refused={refused} />
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="version" value={typedText(refused, 'version') || version} />
      <FormField
        label="Subject"
        name="subject"
        maxLength={200}
        autoComplete="off"
        placeholder={content.articles[0]?.title}
        defaultValue={typed('subject', input.subject)}
        hint="Leave blank to use the first article’s title."
        error={refused?.issues.subject}
      />
      <TextareaField
        label="Introduction"
        name="intro"
        rows={6}
        maxLength={5000}
        defaultValue={typed('intro', input.intro)}
        hint="Separate paragraphs with a blank line."
        error={refused?.issues.intro}
      />
      <ArticlePicks issue={issue} pickable={pickable} refused={refused} />
      <div className="form__row">
        <ChoiceField
          label="Call to action"
          name="cta"
          chosen={typed('cta', input.cta)}
          offered={pickable.ctas.map(({ id, title }) => ({ id, label: title }))}
        />
        <ChoiceField
          label="Ad"
          name="ad"
          hint="Ads with a link and a JPEG, PNG or GIF image."
          chosen={typed('ad', input.ad)}
          offered={pickable.ads.map(({ id, name }) => ({ id, label: name }))}
        />
      </div>
      <CheckboxField
        label="Send on schedule"
        name="onSchedule"
        defaultChecked={refused ? typedText(refused, 'onSchedule') === 'on' : input.onSchedule}
        hint="Sends on Tuesday at the time in the newsletter settings. Clear to send it yourself."
      />
      <p className="settings__save">
        <SubmitButton intent="save" pending="Saving...">
          Save Issue
        </SubmitButton>
      </p>
    </Form>
  );
}

interface ChoiceFieldProps {
  label: string;
  name: string;
  chosen: string;
  offered: { id: string; label: string }[];
  hint?: string;
}

function ChoiceField({ label, name, chosen, offered, hint }: ChoiceFieldProps) {
  const isOffered = ['auto', 'none', ...offered.map(({ id }) => id)].includes(chosen);
  return (
    <SelectField label={label} name={name} defaultValue={chosen} hint={hint}>
      <option value="auto">Use newsletter settings</option>
      <option value="none">None</option>
      {chosen && !isOffered && <option value={chosen}>Previously selected (no longer available)</option>}
      {offered.map((each) => (
        <option key={each.id} value={each.id}>
          {each.label}
        </option>
      ))}
    </SelectField>
  );
}
