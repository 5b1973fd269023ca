// The inbound webhook rules and the signing secrets of its keys.
import { Form } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { WebhookRules } from '~/features/webhooks/inbound/webhook-request';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { ConfirmFields, type Ways } from '~/layouts/account/confirm-fields';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { CopyButton } from '~/ui/copy-button';
import { CheckboxField, SelectField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { SubmitButton } from '~/ui/submit-button';

interface RulesFormProps {
  rules: WebhookRules;
  version: string;
  keys: { id: string; hint: string }[];
  ways: Ways | null;
  /** The secret that the action returned. */
  secret: { hint: string; text: string } | null;
  refused: RefusedForm | null;
  /** Handlers for the rules form. */
  onInput(): void;
  onSubmit(): void;
}

export function RulesForm(props: RulesFormProps) {
  const { rules, version, keys, ways, secret, refused, onInput, onSubmit } = props;
  const saveRefusal = refused?.intent === 'save-rules' ? refused : null;
  const typed = saveRefusal?.typed;
  const issues = saveRefusal?.issues ?? {};
  // Someone else may have required signatures after the form was opened.
  const asks = rules.requireSignature || 'proofPassword' in issues || 'proofCode' in issues;
  const secretIssues = (id: string) =>
    (refused?.intent === 'show-secret' && refused.typed.id === id && refused.issues) || {};
  return (
    <section className="panel" aria-labelledby="webhook-rules">
      <h2 className="panel__title" id="webhook-rules">
        Rules
      </h2>
      <Form className="form" method="post" preventScrollReset onInput={onInput} onSubmit={onSubmit}>
        <FormRefusal refused={refused} />
        <input type="hidden" name="intent" value="save-rules" />
        <input type="hidden" name="version" value={typedText(saveRefusal, 'version') || version} />
        <SelectField
          label="If the category doesn’t exist"
          name="unknownCategory"
          defaultValue={String(typed?.unknownCategory ?? rules.unknownCategory)}
          hint="If an article is published without its category, its request is listed with a warning."
        >
          <option value="omit">Publish without a category</option>
          <option value="create">Create the category</option>
          <option value="refuse">Reject the article</option>
        </SelectField>
        <CheckboxField
          label="Require signatures"
          name="requireSignature"
          defaultChecked={typed ? typed.requireSignature === 'on' : rules.requireSignature}
          hint="Requests also need a valid signature that is at most 5 minutes old."
        />
        {asks && (
          <ConfirmFields ways={ways} issues={issues} here="/admin/webhooks" onlyFor="to turn this off" />
        )}
        <p>
          <SubmitButton intent="save-rules" pending="Saving...">
            Save Rules
          </SubmitButton>
        </p>
      </Form>
      {secret && <Secret {...secret} />}
      {keys.map(({ id, hint }) => (
        <Form className="webhook-secret" method="post" preventScrollReset key={id}>
          <input type="hidden" name="intent" value="show-secret" />
          <input type="hidden" name="id" value={id} />
          <ConfirmFields ways={ways} issues={secretIssues(id)} here="/admin/webhooks" />
          <SubmitButton intent="show-secret" pending="Loading..." className="button button--quiet">
            {`Show Signing Secret for …\u2060${hint}`}
          </SubmitButton>
        </Form>
      ))}
    </section>
  );
}

/** Takes focus so that screen readers announce it. */
function Secret({ hint, text }: { hint: string; text: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div className="new-key" role="status" tabIndex={-1} ref={box}>
      <p>
        <strong>Signing secret for …{hint}.</strong> Anyone with it can sign requests.
      </p>
      <div className="copy-line">
        <code className="new-key__text">{text}</code>
        <CopyButton text={text} label="Copy Secret" />
      </div>
    </div>
  );
}
