// Where pages tell by beacon which of the ads they showed could be seen: half of its pixels for a second.
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { takeBeacon } from '~/features/ad-counts/take-events.server';
import { toVisit } from '~/http/doors.server';
import { answerJson, readJson, refuseGet } from '~/http/json-door.server';

export const loader = refuseGet;

/** Takes and answers what api.ad-impressions does. */
export function action(args: ActionFunctionArgs): Promise<Response> {
  const visit = toVisit(args);
  return answerJson(
    visit,
    async () => ({ accepted: await takeBeacon(visit.ctx, 'viewable', await readJson(visit.request)) }),
    (error) => ({ accepted: 0, error }),
    'This could not be taken. Please try again in a moment.',
  );
}
