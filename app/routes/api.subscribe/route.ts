// Where scripts post subscribe forms: 204, or the status of a refusal with its reason.
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { toVisit } from '~/http/doors.server';
import { takeSubscription } from '~/http/subscribe-form.server';

export async function action(args: ActionFunctionArgs): Promise<Response> {
  const { ctx, request } = toVisit(args);
  const { ok, status, headers, error } = await takeSubscription(ctx, request);
  return ok ? new Response(null, { status: 204 }) : Response.json({ error }, { status, headers });
}
