// One inbound webhook request.

import { useActionData, useLoaderData } from '@remix-run/react';
import { getSiteSettings } from '~/features/settings/settings.server';
import { getRequest, replayRequest } from '~/features/webhooks/inbound/webhook-requests.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { numberParam } from '~/http/forms/url-params.server';
import { adminLoader, type SignedInVisit } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { NotFoundError } from '~/lib/errors';
import { formatMoment } from '~/lib/time/dates';
import { RequestPage, type RequestView } from './request-page';

export const meta = noIndexMeta('Webhook request');

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

/** @throws NotFoundError if the id is not a number */
function requestId(params: SignedInVisit['params']): number {
  const id = numberParam(params.id);
  if (id === null) throw new NotFoundError('This request doesn’t exist.');
  return id;
}

/** Returns the body unchanged if it is not JSON. */
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
      async run({ ctx, params, viewer }) {
        const { id, outcome } = await replayRequest(ctx, viewer, requestId(params));
        const isAccepted = outcome.status < 400;
        return {
          title: isAccepted
            ? 'Replayed. The article is published.'
            : `Replayed, but rejected with status ${outcome.status}`,
          destructive: !isAccepted,
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
  return <AdminError failure="Failed to load request" />;
}
