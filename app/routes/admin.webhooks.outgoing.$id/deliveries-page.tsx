// An endpoint's deliveries, with every attempt.
import { Form, Link } from '@remix-run/react';
import { DELIVERY_STATUSES, type DeliveryStatus, eventLabel } from '~/features/webhooks/outbound/endpoint';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { PageHead } from '~/layouts/admin/list/page-head';
import { useListAddress } from '~/layouts/admin/list/use-list-address';
import { WebhookTabs } from '~/layouts/admin/webhooks/webhook-tabs';
import { capitalize } from '~/lib/text';
import { EmptyState } from '~/ui/empty-state';
import { FormRefusal } from '~/ui/form-refusal';
import { OlderPages } from '~/ui/older-pages';
import { SubmitButton } from '~/ui/submit-button';

interface ShownAttempt {
  at: string;
  /** The response, or the reason why there was none. */
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
  /** Set for waiting deliveries. */
  nextTry: string | null;
  body: string;
  log: ShownAttempt[];
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
  const here = useListAddress();
  const { url, active, filter, deliveries, older, isNewest } = view;
  return (
    <>
      <WebhookTabs current="outgoing" />
      <PageHead title="Deliveries" text={<span className="address">{url}</span>}>
        <Link className="button button--quiet" to="/admin/webhooks/outgoing">
          All Endpoints
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
            {status === null ? 'All' : capitalize(status)}
          </Link>
        ))}
      </nav>
      {deliveries.length === 0 && (
        <EmptyState
          title={filter ? 'No matching deliveries' : 'No deliveries yet'}
          text={filter ? undefined : 'New events are sent to this endpoint and listed here for 30 days.'}
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
        <div className="delivery__text">
          <h2 className="delivery__title">
            {eventLabel(type)}
            {subject && <span className="delivery__subject"> {subject}</span>}
          </h2>
          <p className="delivery__facts">
            {occurred} · {tries === 1 ? '1 attempt' : `${tries} attempts`}
            {nextTry && tries > 0 && ` · next attempt ${nextTry}`}
          </p>
        </div>
        <span className={BADGES[status]}>{status}</span>
        {canSend && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value={`redeliver-${id}`} />
            <input type="hidden" name="id" value={id} />
            <SubmitButton intent={`redeliver-${id}`} pending="Sending..." className="row-action">
              Redeliver<span className="sr-only"> delivery {id}</span>
            </SubmitButton>
          </Form>
        )}
      </div>
      <details className="delivery__more">
        <summary>Message and responses</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable, so it must be reachable by keyboard */}
        <pre className="code-sample code-sample--long" tabIndex={0}>
          <code>{body}</code>
        </pre>
        {log.length > 0 && (
          <ol className="tries">
            {log.map((each, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two attempts may have the same time
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
