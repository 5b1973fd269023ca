// Receives articles from automations. Authenticated only by the x-api-key header, never by cookie.
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { toProblem } from '~/features/webhooks/inbound/webhook-response';
import { toVisit } from '~/http/public-loader.server';
import { answerWebhookCall } from '~/http/webhooks/webhook-call.server';

export function action(args: ActionFunctionArgs): Promise<Response> {
  const { ctx, request } = toVisit(args);
  return answerWebhookCall(ctx, request);
}

export function loader(): Response {
  return Response.json(toProblem('Use POST to send an article.'), {
    status: 405,
    headers: { allow: 'POST' },
  });
}
