// Receives bounce and complaint events from the mail provider.
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { toVisit } from '~/http/public-loader.server';
import { answerMailEvent } from '~/http/webhooks/mail-event.server';

export function loader(_: LoaderFunctionArgs): Response {
  return Response.json({ error: 'Method not allowed.' }, { status: 405, headers: { allow: 'POST' } });
}

export function action(args: ActionFunctionArgs): Promise<Response> {
  const { ctx, request } = toVisit(args);
  return answerMailEvent(ctx, request);
}
