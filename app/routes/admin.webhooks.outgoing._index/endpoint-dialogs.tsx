// Dialogs to create, edit and delete an endpoint. They work without JavaScript.
import { Form } from '@remix-run/react';
import { EVENT_LABELS, EVENT_TYPES } from '~/features/webhooks/outbound/endpoint';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { ConfirmFields, type Ways } from '~/layouts/account/confirm-fields';
import { DeleteDialog } from '~/layouts/admin/list/delete-dialog';
import { EditDialog, intentOf } from '~/layouts/admin/list/edit-dialog';
import { CheckboxField, FormField } from '~/ui/form-field';
import { SubmitButton } from '~/ui/submit-button';

interface DialogProps {
  /** Null for a new endpoint and for one that does not exist. */
  endpoint: ShownEndpoint | null;
  refused: RefusedForm | null;
  /** Ways to confirm the viewer's identity; null if they confirmed recently. */
  ways: Ways | null;
  closeTo: string;
}

const GONE = 'This endpoint no longer exists. Someone may have deleted it.';

const HERE = '/admin/webhooks/outgoing';

export function EditEndpoint(props: DialogProps & { kind: 'new' | 'edit' }) {
  const { kind, endpoint, refused, ways, closeTo } = props;
  const title = kind === 'new' ? 'New Endpoint' : 'Edit Endpoint';
  const intent = intentOf(kind);
  const typed = refused?.intent === intent ? refused.typed : null;
  const chosen = typed ? [typed.events].flat() : (endpoint?.events ?? ['article.published']);
  const url = typed?.url;
  return (
    <EditDialog
      kind={kind}
      row={endpoint}
      refused={typed ? refused : null}
      title={title}
      closeTo={closeTo}
      gone={GONE}
      save="Save Endpoint"
      footer={endpoint && <RenewSecret id={endpoint.id} ways={ways} issues={{}} />}
    >
      <FormField
        label="URL"
        name="url"
        type="url"
        required
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        placeholder="https://hooks.example.com/…"
        defaultValue={typeof url === 'string' ? url : endpoint?.url}
        hint="We send a JSON POST request to this URL for each event."
        error={typed ? refused?.issues.url : undefined}
      />
      <fieldset className="event-choices">
        <legend className="field__label">Events</legend>
        {EVENT_TYPES.map((event) => (
          <CheckboxField
            key={event}
            label={EVENT_LABELS[event]}
            name="events"
            value={event}
            defaultChecked={chosen.includes(event)}
            hint={event}
          />
        ))}
      </fieldset>
      <CheckboxField
        label="Active"
        name="active"
        value="on"
        defaultChecked={typed ? typed.active === 'on' : (endpoint?.active ?? true)}
      />
      <ConfirmFields ways={ways} issues={(typed && refused?.issues) ?? {}} here={HERE} />
    </EditDialog>
  );
}

interface RenewSecretProps {
  /** The endpoint's id. */
  id: string | undefined;
  ways: Ways | null;
  issues: Record<string, string>;
}

export function RenewSecret({ id, ways, issues }: RenewSecretProps) {
  return (
    <Form className="webhook-secret" method="post" action={HERE}>
      <input type="hidden" name="intent" value="renew-secret" />
      <input type="hidden" name="id" value={id} />
      <ConfirmFields ways={ways} issues={issues} here={HERE} />
      <SubmitButton intent="renew-secret" pending="Creating secret..." className="button button--quiet">
        Create New Signing Secret
      </SubmitButton>
      <p className="field__hint">The old secret stops working immediately.</p>
    </Form>
  );
}

export function DeleteEndpoint({ endpoint, refused, ways, closeTo }: DialogProps) {
  return (
    <DeleteDialog noun="endpoint" id={endpoint?.id} gone={GONE} refused={refused} closeTo={closeTo}>
      <p className="dialog__note">
        <strong className="address">{endpoint?.url ?? 'This endpoint'}</strong> will receive no more events,
        and its delivery log will be deleted.
      </p>
      <ConfirmFields
        ways={ways}
        issues={(refused?.intent === 'delete' && refused.issues) || {}}
        here={HERE}
      />
    </DeleteDialog>
  );
}

/** An endpoint as shown on its screen. */
export interface ShownEndpoint {
  id: string;
  url: string;
  events: string[];
  active: boolean;
  version: string;
  /** Formatted dates; null for never. */
  lastSuccess: string | null;
  failingSince: string | null;
  disabled: string | null;
}
