// The deliveries of one outbound webhook endpoint.

import { useActionData, useLoaderData } from '@remix-run/react';
import { getSiteSettings } from '~/features/settings/settings.server';
import { listDeliveries, redeliverNow } from '~/features/webhooks/outbound/deliveries.server';
import { DELIVERY_STATUSES, type Delivery } from '~/features/webhooks/outbound/endpoint';
import { findEndpoint } from '~/features/webhooks/outbound/endpoints.server';
import { toMessage } from '~/features/webhooks/outbound/event-message';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { idParam, numberParam } from '~/http/forms/url-params.server';
import { adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { NotFoundError } from '~/lib/errors';
import { formatMoment } from '~/lib/time/dates';
import { DeliveriesPage, type DeliveriesView } from './deliveries-page';

export const meta = noIndexMeta('Deliveries');

export const loader = adminLoader('webhooks', async ({ ctx, url, params }): Promise<DeliveriesView> => {
  const id = idParam(params);
  const requestedStatus = url.searchParams.get('status');
  const filter = DELIVERY_STATUSES.find((status) => status === requestedStatus) ?? null;
  const before = numberParam(url.searchParams.get('before'));
  const [{ timeZone }, endpoint, { rows, older }] = await Promise.all([
    getSiteSettings(ctx),
    findEndpoint(ctx, id),
    listDeliveries(ctx, id, filter, before),
  ]);
  if (!endpoint) throw new NotFoundError('This endpoint no longer exists.');
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
        outcome: reason ?? `Responded with ${code}`,
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
      async run({ ctx, viewer, params, form }) {
        const isDelivered =
          (await redeliverNow(ctx, viewer, idParam(params), form.number('id'))) === 'delivered';
        return {
          title: isDelivered ? 'Delivered' : 'Not delivered. We will retry automatically.',
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
