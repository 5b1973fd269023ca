// Creating, editing and deleting an endpoint. Each dialog is a form that also works without JavaScript.
import { Form } from '@remix-run/react';
import { EVENT_TYPES } from '~/features/endpoints/endpoint';
import type { RefusedForm } from '~/http/form-answer.server';
import { CheckboxField, FormField } from '~/ui/form-field';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';
import { DeleteDialog, deleteTitle, GoneDialog } from '../admin/delete-dialog';
import { EditedRow, intentOf } from '../admin/edited-row';
import { EVENT_WORDS } from './event-words';
import type { ShownEndpoint } from './shown-endpoint';

interface DialogProps {
  /** Null for a new one, and for one that is gone. */
  endpoint: ShownEndpoint | null;
  refused: RefusedForm | null;
  closeTo: string;
}

const GONE = 'There is no such endpoint any more. Somebody deleted it.';

export function EditEndpoint({ kind, endpoint, refused, closeTo }: DialogProps & { kind: 'new' | 'edit' }) {
  const title = kind === 'new' ? 'New Endpoint' : 'Edit Endpoint';
  const intent = intentOf(kind);
  // While the database is away, only the refused form tells which one it is.
  if (kind === 'edit' && !endpoint && !refused)
    return <GoneDialog title={title} text={GONE} closeTo={closeTo} />;
  const typed = refused?.intent === intent ? refused.typed : null;
  const chosen = typed ? [typed.events].flat() : (endpoint?.events ?? ['article.published']);
  const url = typed?.url;
  return (
    <ModalDialog title={title} closeTo={closeTo}>
      <Form className="form" method="post" preventScrollReset>
        <FormRefusal refused={typed ? refused : null} />
        <EditedRow kind={kind} row={endpoint} refused={typed ? refused : null} />
        <FormField
          label="Address"
          name="url"
          type="url"
          required
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          placeholder="https://hooks.example.com/…"
          defaultValue={typeof url === 'string' ? url : endpoint?.url}
          hint="Where messages are posted, as JSON."
          error={typed ? refused?.issues.url : undefined}
        />
        <fieldset className="choices">
          <legend className="field__label">Events</legend>
          {EVENT_TYPES.map((event) => (
            <CheckboxField
              key={event}
              label={EVENT_WORDS[event]}
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
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent={intent} pending="Saving...">
            Save Endpoint
          </SubmitButton>
        </DialogFoot>
      </Form>
      {endpoint && (
        <Form className="webhook-secret" method="post" action="/admin/webhooks/outgoing">
          <input type="hidden" name="intent" value="renew-secret" />
          <input type="hidden" name="id" value={endpoint.id} />
          <SubmitButton intent="renew-secret" pending="Making a secret…" className="button button--quiet">
            New signing secret
          </SubmitButton>
          <p className="field__hint">The old one counts no more from then on.</p>
        </Form>
      )}
    </ModalDialog>
  );
}

export function DeleteEndpoint({ endpoint, refused, closeTo }: DialogProps) {
  if (!endpoint && !refused)
    return <GoneDialog title={deleteTitle('endpoint')} text={GONE} closeTo={closeTo} />;
  return (
    <DeleteDialog noun="endpoint" id={endpoint?.id} refused={refused} closeTo={closeTo}>
      <p className="dialog__note">
        <strong className="address">{endpoint?.url ?? 'The address'}</strong> is told nothing more, and the
        log of its deliveries goes along.
      </p>
    </DeleteDialog>
  );
}
