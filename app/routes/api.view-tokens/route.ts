// Issues a token for counting ad events of one page view: `{tickets}` from the page's HTML -> `{token,
// seconds}`.
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { openCountedView } from '~/features/ads/tracking/record-events.server';
import { answerJson, readJson, refuseGet } from '~/http/api/json-route.server';
import { toVisit } from '~/http/public-loader.server';

export const loader = refuseGet;

export function action(args: ActionFunctionArgs): Promise<Response> {
  const visit = toVisit(args);
  return answerJson(
    visit,
    async () => openCountedView(visit.ctx, await readJson(visit.request)),
    (error) => ({ token: null, error }),
    'No token is available right now.',
  );
}
