// The deliveries of one endpoint.
import type { HeadersFunction, MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { listDeliveries, redeliverNow } from '~/features/endpoints/deliveries.server';
import { DELIVERY_STATUSES, type Delivery } from '~/features/endpoints/endpoint';
import { findEndpoint } from '~/features/endpoints/endpoints.server';
import { toMessage } from '~/features/endpoints/event-message';
import { getSiteSettings } from '~/features/settings/settings.server';
import { adminForm } from '~/http/forms/admin-form.server';
import { adminLoader } from '~/http/guards.server';
import { idParam } from '~/http/id-param.server';
import { numberParam } from '~/http/number-param.server';
import { formatMoment } from '~/lib/dates';
import { NotFoundError } from '~/lib/errors';
import { AdminError } from '../admin/admin-error';
import { DeliveriesPage, type DeliveriesView } from './deliveries-page';

export const meta: MetaFunction = () => [{ title: 'Deliveries' }, { name: 'robots', content: 'noindex' }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = adminLoader('webhooks', async ({ ctx, url, params }): Promise<DeliveriesView> => {
  const id = idParam(params);
  const asked = url.searchParams.get('status');
  const filter = DELIVERY_STATUSES.find((status) => status === asked) ?? null;
  const before = numberParam(url.searchParams.get('before'));
  const [{ timeZone }, endpoint, { rows, older }] = await Promise.all([
    getSiteSettings(ctx),
    findEndpoint(ctx, id),
    listDeliveries(ctx, id, filter, before),
  ]);
  if (!endpoint) throw new NotFoundError('There is no such endpoint any more.');
  return {
    url: endpoint.url,
    active: endpoint.active,
    filter,
    deliveries: rows.map((row) => toShown(row, timeZone, ctx.config.siteUrl)),
    older,
    isNewest: before === null,
  };
});

function toShown(row: Delivery, timeZone: string, siteUrl: string): DeliveriesView['deliveries'][number] {
  const { id, type, data, status, tries } = row;
  const when = (date: Date) => formatMoment(date, timeZone);
  return {
    id,
    type,
    subject: String(data.title ?? data.email ?? ''),
    occurred: when(row.occurredAt),
    status,
    tries,
    nextTry: status === 'waiting' ? when(row.nextTryAt) : null,
    body: JSON.stringify(JSON.parse(toMessage(row, siteUrl)), null, 2),
    log: row.log
      .map(({ at, status: code, reason, milliseconds, answer }) => ({
        at: when(new Date(at)),
        outcome: reason ?? `It answered ${code}`,
        milliseconds,
        answer,
      }))
      .reverse(),
  };
}

export const action = adminForm({
  capability: 'webhooks',
  next: ({ url }) => url.pathname + url.search,
  intents: {
    '': {
      failure: 'Failed to redeliver',
      async run({ ctx, params, form }) {
        const isDelivered = (await redeliverNow(ctx, idParam(params), form.number('id'))) === 'delivered';
        return {
          title: isDelivered ? 'Delivered' : 'Not delivered: it is tried again later',
          destructive: !isDelivered,
        };
      },
    },
  },
});

export default function Deliveries() {
  return (
    <DeliveriesPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load deliveries" />;
}
