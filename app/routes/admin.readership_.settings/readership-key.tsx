// The key that external dashboards use to read the figures.
import { Form } from '@remix-run/react';
import type { WebhookKey } from '~/features/webhooks/keys/webhook-key';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { CreatedKey } from '~/layouts/admin/webhooks/created-key';
import { formatMoment } from '~/lib/time/dates';
import { FormRefusal } from '~/ui/form-refusal';
import { SubmitButton } from '~/ui/submit-button';

interface ReadershipKeyProps {
  current: WebhookKey | null;
  newKey: string | null;
  timeZone: string;
  address: string;
  refused: RefusedForm | null;
}

export function ReadershipKey({ current, newKey, timeZone, address, refused }: ReadershipKeyProps) {
  const intent = current ? 'revoke-key' : 'create-key';
  const moment = (time: string) => formatMoment(new Date(time), timeZone);
  return (
    <section className="panel" aria-labelledby="readership-key">
      <h2 className="panel__title" id="readership-key">
        API key
      </h2>
      <p className="panel__text">
        External dashboards read the figures at <code>{address}</code> with this key in the{' '}
        <code>x-api-key</code> header. The <a href="/admin/api">API description</a> lists the parameters.
      </p>
      {newKey && <CreatedKey text={newKey} />}
      {current && (
        <div className="keys__key">
          <p>
            <code className="keys__hint">…{current.hint}</code>
          </p>
          <p className="keys__facts">
            Created {moment(current.createdAt)} ·{' '}
            {current.lastUsedAt ? `last used ${moment(current.lastUsedAt)}` : 'never used'}
          </p>
        </div>
      )}
      <FormRefusal refused={refused} />
      <Form className="keys__ways" method="post" preventScrollReset>
        <input type="hidden" name="intent" value={intent} />
        {current && <input type="hidden" name="id" value={current.id} />}
        {current ? (
          <SubmitButton intent={intent} pending="Revoking..." className="button button--quiet">
            Revoke Key
          </SubmitButton>
        ) : (
          <SubmitButton intent={intent} pending="Creating key...">
            Create Key
          </SubmitButton>
        )}
      </Form>
      {current && (
        <p className="field__hint">
          A revoked key stops working immediately. Then you can create another one.
        </p>
      )}
    </section>
  );
}
