// Where automations post articles. The key in x-api-key says who may; no cookie does.
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { toProblem } from '~/features/webhook/webhook-answer';
import { toVisit } from '~/http/doors.server';
import { answerWebhookCall } from '~/http/webhook-call.server';

export function action(args: ActionFunctionArgs): Promise<Response> {
  const { ctx, request } = toVisit(args);
  return answerWebhookCall(ctx, request);
}

export function loader(): Response {
  return Response.json(toProblem('Post an article here.'), { status: 405, headers: { allow: 'POST' } });
}
