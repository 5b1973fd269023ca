// One call of the webhook.
import type { HeadersFunction, MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getSiteSettings } from '~/features/settings/settings.server';
import { getRequest, replayRequest } from '~/features/webhook/webhook-requests.server';
import { adminForm } from '~/http/forms/admin-form.server';
import { adminLoader, type SignedInVisit } from '~/http/guards.server';
import { numberParam } from '~/http/number-param.server';
import { formatMoment } from '~/lib/dates';
import { NotFoundError } from '~/lib/errors';
import { AdminError } from '../admin/admin-error';
import { RequestPage, type RequestView } from './request-page';

export const meta: MetaFunction = () => [
  { title: 'Webhook request' },
  { name: 'robots', content: 'noindex' },
];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = adminLoader('webhooks', async ({ ctx, params }): Promise<RequestView> => {
  const [{ timeZone }, found] = await Promise.all([getSiteSettings(ctx), getRequest(ctx, requestId(params))]);
  const { receivedAt, finishedAt, bodyBytes, body, answer, ...rest } = found;
  return {
    ...rest,
    received: formatMoment(receivedAt, timeZone),
    took: finishedAt && finishedAt.getTime() - receivedAt.getTime(),
    size: bodyBytes < 10_000 ? `${bodyBytes} bytes` : `${Math.round(bodyBytes / 1024)} kB`,
    body: body && indented(body),
    answer: answer === null ? null : JSON.stringify(answer, null, 2),
  };
});

/** @throws NotFoundError for what is no number */
function requestId(params: SignedInVisit['params']): number {
  const id = numberParam(params.id);
  if (id === null) throw new NotFoundError('There is no such request.');
  return id;
}

/** As it came when it is no JSON. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

export const action = adminForm({
  capability: 'webhooks',
  next: '/admin/webhooks',
  intents: {
    '': {
      failure: 'Failed to replay',
      async run({ ctx, params }) {
        const { id, outcome } = await replayRequest(ctx, requestId(params));
        const isTaken = outcome.status < 400;
        return {
          title: isTaken ? 'Replayed: the article is published' : `Replayed, and refused: ${outcome.status}`,
          destructive: !isTaken,
          to: `/admin/webhooks/${id}`,
        };
      },
    },
  },
});

export default function WebhookRequest() {
  return (
    <RequestPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load the request" />;
}
