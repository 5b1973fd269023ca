// Where subscribe forms post from scripts: 204, or the status of what went wrong. The words are the form's.
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { toVisit } from '~/http/doors.server';
import { takeSubscription } from '~/http/subscribe-form.server';

export async function action(args: ActionFunctionArgs): Promise<Response> {
  const { ctx, request } = toVisit(args);
  const { ok, status, headers } = await takeSubscription(ctx, request);
  return new Response(null, { status: ok ? 204 : status, headers });
}
