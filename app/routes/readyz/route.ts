// Readiness check: one entry per dependency, and status 503 if one is unavailable.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { checkReadiness } from '~/features/maintenance/readiness.server';
import { toVisit } from '~/http/public-loader.server';

export async function loader(args: LoaderFunctionArgs) {
  const readiness = await checkReadiness(toVisit(args).ctx);
  const status = readiness.status === 'ok' ? 200 : 503;
  return Response.json(readiness, { status, headers: { 'cache-control': 'no-store' } });
}
