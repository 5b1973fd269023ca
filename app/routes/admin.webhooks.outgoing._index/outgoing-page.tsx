// Whom the magazine tells what happens.
import { Form, Link } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { RefusedForm } from '~/http/form-answer.server';
import { CopyButton } from '~/ui/copy-button';
import { EmptyState } from '~/ui/empty-state';
import { FormRefusal } from '~/ui/form-refusal';
import { RowLink } from '~/ui/row-link';
import { SubmitButton } from '~/ui/submit-button';
import { EditAndDelete } from '../admin/edit-and-delete';
import { PageHead } from '../admin/page-head';
import { useHere } from '../admin/use-here';
import { WebhookTabs } from '../admin.webhooks._index/webhook-tabs';
import { DeleteEndpoint, EditEndpoint } from './endpoint-dialogs';
import { eventWords } from './event-words';
import type { ShownEndpoint } from './shown-endpoint';

interface OutgoingPageProps {
  view: {
    endpoints: ShownEndpoint[];
    dialog: { kind: 'new' | 'edit' | 'delete'; endpoint: ShownEndpoint | null } | null;
  };
  /** Told once, by the answer that made it. */
  secret: string | null;
  refused: RefusedForm | null;
}

export function OutgoingPage({ view, secret, refused }: OutgoingPageProps) {
  const here = useHere();
  const { endpoints, dialog } = view;
  const common = { refused, closeTo: here({}) };
  return (
    <>
      <WebhookTabs current="outgoing" />
      <PageHead title="Outgoing Webhooks" text="Who outside is told when something happens here.">
        <Link className="button" to={here({ new: '' })} preventScrollReset>
          New Endpoint
        </Link>
      </PageHead>
      {!dialog && <FormRefusal refused={refused} />}
      {secret && <NewSecret text={secret} />}
      {endpoints.length === 0 && (
        <EmptyState
          title="No endpoints yet"
          text="An endpoint is an address of another program, such as Zapier or n8n. The magazine posts a signed message there when an article is published or somebody subscribes."
        >
          <Link className="button" to={here({ new: '' })} preventScrollReset>
            Add the first endpoint
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
      {/* A new secret has been told: the dialog is done. */}
      {!secret && (dialog?.kind === 'new' || dialog?.kind === 'edit') && (
        <EditEndpoint {...common} {...dialog} kind={dialog.kind} key={dialog.endpoint?.id ?? 'new'} />
      )}
      {dialog?.kind === 'delete' && <DeleteEndpoint {...common} endpoint={dialog.endpoint} />}
    </>
  );
}

function EndpointCard({ endpoint, here }: { endpoint: ShownEndpoint; here: ReturnType<typeof useHere> }) {
  const { id, url, events, active, lastSuccess, failingSince, disabled } = endpoint;
  return (
    <li className="panel endpoint">
      <div className="endpoint__head">
        <h2 className="endpoint__url">{url}</h2>
        <StatusBadge active={active} isFailing={failingSince !== null} />
      </div>
      <p className="endpoint__facts">
        {events.map(eventWords).join(' · ')}
        <br />
        {lastSuccess ? `Last delivered ${lastSuccess}` : 'Nothing delivered yet'}
        {active && failingSince && ` · failing since ${failingSince}`}
      </p>
      {!active && disabled && (
        <p className="refusal">
          <strong>Switched off on {disabled}.</strong> Every delivery had failed for days, or the endpoint
          said that it is gone. Mend it, then edit it and switch it on again.
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
            <SubmitButton intent="test" pending="Sending…" className="row-action">
              Send a test<span className="sr-only"> to {url}</span>
            </SubmitButton>
          </Form>
        )}
        <EditAndDelete here={here} id={id} about={url} />
      </div>
    </li>
  );
}

function StatusBadge({ active, isFailing }: { active: boolean; isFailing: boolean }) {
  if (!active) return <span className="status status--archived">off</span>;
  if (isFailing) return <span className="status status--failed">failing</span>;
  return <span className="status status--published">active</span>;
}

/** The only time that the secret is shown; the focus goes there, so that nobody misses it. */
function NewSecret({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div className="new-key" role="status" tabIndex={-1} ref={box}>
      <p>
        <strong>The signing secret.</strong> Copy it now: it is not shown again. With it the receiver checks
        that a message comes from here.
      </p>
      <div className="copy-line">
        <code className="new-key__text">{text}</code>
        <CopyButton text={text} label="Copy secret" />
      </div>
    </div>
  );
}
