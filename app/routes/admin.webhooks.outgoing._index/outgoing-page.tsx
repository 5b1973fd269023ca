// The outbound webhook endpoints.
import { Form, Link } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { eventLabel } from '~/features/webhooks/outbound/endpoint';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import type { Ways } from '~/layouts/account/confirm-fields';
import { EditAndDelete } from '~/layouts/admin/list/edit-and-delete';
import { PageHead } from '~/layouts/admin/list/page-head';
import { useListAddress } from '~/layouts/admin/list/use-list-address';
import { typedText } from '~/layouts/admin/unsaved/typed-text';
import { WebhookTabs } from '~/layouts/admin/webhooks/webhook-tabs';
import { CopyButton } from '~/ui/copy-button';
import { EmptyState } from '~/ui/empty-state';
import { FormRefusal } from '~/ui/form-refusal';
import { RowLink } from '~/ui/row-link';
import { SubmitButton } from '~/ui/submit-button';
import type { ShownEndpoint } from './endpoint-dialogs';
import { DeleteEndpoint, EditEndpoint, RenewSecret } from './endpoint-dialogs';

interface OutgoingPageProps {
  view: {
    endpoints: ShownEndpoint[];
    dialog: { kind: 'new' | 'edit' | 'delete'; endpoint: ShownEndpoint | null } | null;
    /** Ways to confirm the viewer's identity; null if they confirmed recently. */
    ways: Ways | null;
  };
  /** A new signing secret from the action, shown once. */
  secret: string | null;
  refused: RefusedForm | null;
}

export function OutgoingPage({ view, secret, refused }: OutgoingPageProps) {
  const here = useListAddress();
  const { endpoints, dialog, ways } = view;
  const common = { refused, ways, closeTo: here({}) };
  return (
    <>
      <WebhookTabs current="outgoing" />
      <PageHead
        title="Outgoing Webhooks"
        text="Notify other programs when something happens in the magazine."
      >
        <Link className="button" to={here({ new: '' })} preventScrollReset>
          New Endpoint
        </Link>
      </PageHead>
      {!dialog && <FormRefusal refused={refused} />}
      {/* Its dialog is closed by then. */}
      {ways && refused?.intent === 'renew-secret' && (
        <RenewSecret id={typedText(refused, 'id')} ways={ways} issues={refused.issues} />
      )}
      {secret && <NewSecret text={secret} />}
      {endpoints.length === 0 && (
        <EmptyState
          title="No endpoints yet"
          text="Add the URL of a program such as Zapier or n8n to send it a signed message when an article is published or someone subscribes."
        >
          <Link className="button" to={here({ new: '' })} preventScrollReset>
            Create Endpoint
          </Link>
        </EmptyState>
      )}
      {endpoints.length > 0 && (
        <ul className="endpoints">
          {endpoints.map((endpoint) => (
            <EndpointCard endpoint={endpoint} here={here} key={endpoint.id} />
          ))}
        </ul>
      )}
      {/* Once there is a new secret, the dialog is finished. */}
      {!secret && (dialog?.kind === 'new' || dialog?.kind === 'edit') && (
        <EditEndpoint {...common} {...dialog} kind={dialog.kind} key={dialog.endpoint?.id ?? 'new'} />
      )}
      {dialog?.kind === 'delete' && <DeleteEndpoint {...common} endpoint={dialog.endpoint} />}
    </>
  );
}

function EndpointCard({
  endpoint,
  here,
}: {
  endpoint: ShownEndpoint;
  here: ReturnType<typeof useListAddress>;
}) {
  const { id, url, events, active, lastSuccess, failingSince, disabled } = endpoint;
  return (
    <li className="panel endpoint">
      <div className="endpoint__head">
        <h2 className="endpoint__url">{url}</h2>
        <StatusBadge active={active} isFailing={failingSince !== null} />
      </div>
      <p className="endpoint__facts">
        {events.map(eventLabel).join(' · ')}
        <br />
        {lastSuccess ? `Last delivered ${lastSuccess}` : 'Nothing delivered yet'}
        {active && failingSince && ` · failing since ${failingSince}`}
      </p>
      {!active && disabled && (
        <p className="refusal">
          <strong>Disabled on {disabled}.</strong> Deliveries failed for days, or the endpoint responded with
          410 Gone. Fix the endpoint, then edit it here and activate it again.
        </p>
      )}
      <div className="row-actions endpoint__actions">
        <RowLink to={`/admin/webhooks/outgoing/${id}`} about={`to ${url}`}>
          Deliveries
        </RowLink>
        {active && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value={`test`} />
            <input type="hidden" name="id" value={id} />
            <SubmitButton intent="test" pending="Sending..." className="row-action">
              Send Test<span className="sr-only"> to {url}</span>
            </SubmitButton>
          </Form>
        )}
        <EditAndDelete here={here} id={id} about={url} />
      </div>
    </li>
  );
}

function StatusBadge({ active, isFailing }: { active: boolean; isFailing: boolean }) {
  if (!active) return <span className="status status--archived">inactive</span>;
  if (isFailing) return <span className="status status--failed">failing</span>;
  return <span className="status status--published">active</span>;
}

/** Shows the signing secret, only once. Takes focus so that screen readers announce it. */
function NewSecret({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div className="new-key" role="status" tabIndex={-1} ref={box}>
      <p>
        <strong>Signing secret.</strong> Copy it now. You won’t see it again. The receiver uses it to verify
        that messages come from this site.
      </p>
      <div className="copy-line">
        <code className="new-key__text">{text}</code>
        <CopyButton text={text} label="Copy Secret" />
      </div>
    </div>
  );
}
