// Records viewable ad impressions sent by beacon: at least 50% of the ad's pixels visible for one second.
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { recordBeacon } from '~/features/ads/tracking/record-events.server';
import { answerJson, readJson, refuseGet } from '~/http/api/json-route.server';
import { toVisit } from '~/http/public-loader.server';

export const loader = refuseGet;

/** Same request and response as api.ad-impressions. */
export function action(args: ActionFunctionArgs): Promise<Response> {
  const visit = toVisit(args);
  return answerJson(
    visit,
    async () => ({ accepted: await recordBeacon(visit.ctx, 'viewable', await readJson(visit.request)) }),
    (error) => ({ accepted: 0, error }),
    'The events could not be recorded. Please try again in a moment.',
  );
}
