// The webhook keys: their metadata, a new key shown once, and buttons to create, rotate and revoke.
import { Form } from '@remix-run/react';
import { OLD_KEY_HOURS, type WebhookKey } from '~/features/webhooks/keys/webhook-key';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { CreatedKey } from '~/layouts/admin/webhooks/created-key';
import { formatMoment } from '~/lib/time/dates';
import { FormRefusal } from '~/ui/form-refusal';
import { SubmitButton } from '~/ui/submit-button';

interface WebhookKeysProps {
  keys: WebhookKey[];
  newKey: string | null;
  timeZone: string;
  refused: RefusedForm | null;
}

export function WebhookKeys({ keys, newKey, timeZone, refused }: WebhookKeysProps) {
  const current = keys.find(({ expiresAt }) => expiresAt === null);
  const old = keys.filter(({ expiresAt }) => expiresAt !== null);
  return (
    <section className="panel" aria-labelledby="webhook-key">
      <h2 className="panel__title" id="webhook-key">
        Webhook key
      </h2>
      {newKey && <CreatedKey text={newKey} />}
      {keys.length === 0 && !refused && (
        <p className="panel__text">No webhook key yet. Create one to accept requests.</p>
      )}
      {keys.length > 0 && (
        <ul className="keys">
          {keys.map((key) => (
            <li className="keys__key" key={key.id}>
              <p>
                <code className="keys__hint">…{key.hint}</code>{' '}
                <span className={key.expiresAt ? 'status status--draft' : 'status status--published'}>
                  {key.expiresAt ? 'old' : 'current'}
                </span>
              </p>
              <p className="keys__facts">
                Created {formatMoment(new Date(key.createdAt), timeZone)} ·{' '}
                {key.lastUsedAt
                  ? `last used ${formatMoment(new Date(key.lastUsedAt), timeZone)}`
                  : 'never used'}
                {key.expiresAt && ` · expires ${formatMoment(new Date(key.expiresAt), timeZone)}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      <FormRefusal refused={refused} />
      <div className="keys__ways">
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value={current ? 'rotate-key' : 'create-key'} />
          {current && <input type="hidden" name="id" value={current.id} />}
          <SubmitButton intent={current ? 'rotate-key' : 'create-key'} pending="Creating key...">
            {current ? 'Rotate key' : 'Create key'}
          </SubmitButton>
        </Form>
        {old.length > 0 && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="revoke-key" />
            <SubmitButton intent="revoke-key" pending="Revoking..." className="button button--quiet">
              Revoke old key
            </SubmitButton>
          </Form>
        )}
      </div>
      {current && (
        <p className="field__hint">
          After rotation, the old key works for {OLD_KEY_HOURS} more hours unless you revoke it.
        </p>
      )}
    </section>
  );
}
