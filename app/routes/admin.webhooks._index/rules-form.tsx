// What the webhook lets automations do, and the secrets they may sign with.
import { Form } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { WebhookRules } from '~/features/settings/webhook-rules';
import type { RefusedForm } from '~/http/form-answer.server';
import { CopyButton } from '~/ui/copy-button';
import { CheckboxField, SelectField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { SubmitButton } from '~/ui/submit-button';

interface RulesFormProps {
  rules: WebhookRules;
  keys: { id: string; hint: string }[];
  /** Told by the answer that was asked for it. */
  secret: { hint: string; text: string } | null;
  refused: RefusedForm | null;
  /** Of the rules' own form. */
  onInput(): void;
  onSubmit(): void;
}

export function RulesForm({ rules, keys, secret, refused, onInput, onSubmit }: RulesFormProps) {
  const typed = refused?.intent === 'save-rules' ? refused.typed : null;
  return (
    <section className="panel" aria-labelledby="webhook-rules">
      <h2 className="panel__title" id="webhook-rules">
        Rules
      </h2>
      <Form className="form" method="post" preventScrollReset onInput={onInput} onSubmit={onSubmit}>
        <FormRefusal refused={refused} />
        <input type="hidden" name="intent" value="save-rules" />
        <SelectField
          label="A category that does not exist"
          name="unknownCategory"
          defaultValue={String(typed?.unknownCategory ?? rules.unknownCategory)}
        >
          <option value="refuse">Refuse the article</option>
          <option value="create">Create the category</option>
        </SelectField>
        <CheckboxField
          label="Requests must be signed"
          name="requireSignature"
          value="on"
          defaultChecked={typed ? typed.requireSignature === 'on' : rules.requireSignature}
          hint="Besides the key they bring a signature that fits their body and is not older than 5 minutes."
        />
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
          <SubmitButton intent="show-secret" pending="Looking…" className="button button--quiet">
            Show signing secret of …{hint}
          </SubmitButton>
        </Form>
      ))}
    </section>
  );
}

/** The focus goes there, so that nobody misses it. */
function Secret({ hint, text }: { hint: string; text: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div className="new-key" role="status" tabIndex={-1} ref={box}>
      <p>
        <strong>The signing secret of …{hint}.</strong> Whoever has it can sign.
      </p>
      <div className="copy-line">
        <code className="new-key__text">{text}</code>
        <CopyButton text={text} label="Copy secret" />
      </div>
    </div>
  );
}
