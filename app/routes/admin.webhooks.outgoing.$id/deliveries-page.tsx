// What an endpoint was told, try by try.
import { Form, Link } from '@remix-run/react';
import { DELIVERY_STATUSES, type DeliveryStatus } from '~/features/endpoints/endpoint';
import type { RefusedForm } from '~/http/form-answer.server';
import { EmptyState } from '~/ui/empty-state';
import { FormRefusal } from '~/ui/form-refusal';
import { OlderPages } from '~/ui/older-pages';
import { SubmitButton } from '~/ui/submit-button';
import { PageHead } from '../admin/page-head';
import { useHere } from '../admin/use-here';
import { WebhookTabs } from '../admin.webhooks._index/webhook-tabs';
import { eventWords } from '../admin.webhooks.outgoing._index/event-words';

interface ShownTry {
  at: string;
  /** What was answered, or why nothing was. */
  outcome: string;
  milliseconds: number;
  answer: string;
}

interface ShownDelivery {
  id: number;
  type: string;
  subject: string;
  occurred: string;
  status: DeliveryStatus;
  tries: number;
  /** For what waits. */
  nextTry: string | null;
  body: string;
  log: ShownTry[];
}

export interface DeliveriesView {
  url: string;
  active: boolean;
  filter: DeliveryStatus | null;
  deliveries: ShownDelivery[];
  older: number | null;
  isNewest: boolean;
}

const BADGES: Record<DeliveryStatus, string> = {
  waiting: 'status status--draft',
  delivered: 'status status--published',
  failed: 'status status--failed',
};

export function DeliveriesPage({ view, refused }: { view: DeliveriesView; refused: RefusedForm | null }) {
  const here = useHere();
  const { url, active, filter, deliveries, older, isNewest } = view;
  return (
    <>
      <WebhookTabs current="outgoing" />
      <PageHead title="Deliveries" text={<span className="address">{url}</span>}>
        <Link className="button button--quiet" to="/admin/webhooks/outgoing">
          All endpoints
        </Link>
      </PageHead>
      <FormRefusal refused={refused} />
      <nav className="chips" aria-label="Filter">
        {[null, ...DELIVERY_STATUSES].map((status) => (
          <Link
            className="chip"
            key={status}
            to={here({ status, before: null })}
            aria-current={status === filter ? 'true' : undefined}
            preventScrollReset
          >
            {status === null ? 'All' : status.charAt(0).toUpperCase() + status.slice(1)}
          </Link>
        ))}
      </nav>
      {deliveries.length === 0 && (
        <EmptyState
          title={filter ? 'No such deliveries' : 'No deliveries yet'}
          text={filter ? undefined : 'What happens from now on is posted there, and listed here for 30 days.'}
        />
      )}
      {deliveries.length > 0 && (
        <ol className="deliveries">
          {deliveries.map((delivery) => (
            <Delivery delivery={delivery} canSend={active} key={delivery.id} />
          ))}
        </ol>
      )}
      <OlderPages
        newest={isNewest ? null : here({ before: null })}
        older={older === null ? null : here({ before: String(older) })}
      />
    </>
  );
}

function Delivery({ delivery, canSend }: { delivery: ShownDelivery; canSend: boolean }) {
  const { id, type, subject, occurred, status, tries, nextTry, body, log } = delivery;
  return (
    <li className="panel delivery">
      <div className="delivery__head">
        <div className="delivery__words">
          <h2 className="delivery__title">
            {eventWords(type)}
            {subject && <span className="delivery__subject"> {subject}</span>}
          </h2>
          <p className="delivery__facts">
            {occurred} · {tries === 1 ? '1 try' : `${tries} tries`}
            {nextTry && tries > 0 && ` · next ${nextTry}`}
          </p>
        </div>
        <span className={BADGES[status]}>{status}</span>
        {canSend && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value={`redeliver-${id}`} />
            <input type="hidden" name="id" value={id} />
            <SubmitButton intent={`redeliver-${id}`} pending="Sending…" className="row-action">
              Redeliver<span className="sr-only"> delivery {id}</span>
            </SubmitButton>
          </Form>
        )}
      </div>
      <details className="delivery__more">
        <summary>Message and answers</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: longer than its box, so the keyboard must be able to scroll it */}
        <pre className="code-sample code-sample--long" tabIndex={0}>
          <code>{body}</code>
        </pre>
        {log.length > 0 && (
          <ol className="tries">
            {log.map((each, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two tries may begin in the same moment
              <li className="tries__try" key={index}>
                <p>
                  <strong>{each.outcome}</strong> · {each.at} · {each.milliseconds.toLocaleString('en-US')} ms
                </p>
                {each.answer && <p className="address">{each.answer}</p>}
              </li>
            ))}
          </ol>
        )}
      </details>
    </li>
  );
}
