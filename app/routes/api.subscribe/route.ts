// Subscribe forms posted by script: 204, or an error status with its reason.
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { submitSubscription } from '~/http/forms/subscribe-form.server';
import { toVisit } from '~/http/public-loader.server';

export async function action(args: ActionFunctionArgs): Promise<Response> {
  const { ctx, request } = toVisit(args);
  const { ok, status, headers, error } = await submitSubscription(ctx, request);
  return ok ? new Response(null, { status: 204 }) : Response.json({ error }, { status, headers });
}
