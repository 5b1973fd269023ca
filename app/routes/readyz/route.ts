// Ready: one entry per thing the magazine depends on; 503 when one is away.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { checkReadiness } from '~/features/health/readiness.server';
import { toVisit } from '~/http/doors.server';

export async function loader(args: LoaderFunctionArgs) {
  const readiness = await checkReadiness(toVisit(args).ctx);
  const status = readiness.status === 'ok' ? 200 : 503;
  return Response.json(readiness, { status, headers: { 'cache-control': 'no-store' } });
}
