// A token for a look at a page with ads: `{tickets}`, as they stand in its HTML -> `{token, seconds}`.
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { openCountedView } from '~/features/ad-counts/take-events.server';
import { toVisit } from '~/http/doors.server';
import { answerJson, readJson, refuseGet } from '~/http/json-door.server';

export const loader = refuseGet;

export function action(args: ActionFunctionArgs): Promise<Response> {
  const visit = toVisit(args);
  return answerJson(
    visit,
    async () => openCountedView(visit.ctx, await readJson(visit.request)),
    (error) => ({ token: null, error }),
    'There is no token right now.',
  );
}
