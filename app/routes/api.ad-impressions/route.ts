// Records ad impressions sent by beacon (specification, section 7): `{token, events: [{change, ad,
// placement}]}`.
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { recordBeacon } from '~/features/ads/tracking/record-events.server';
import { answerJson, readJson, refuseGet } from '~/http/api/json-route.server';
import { toVisit } from '~/http/public-loader.server';

export const loader = refuseGet;

/** Returns `{accepted}`, the number of events accepted. Repeated events count once. */
export function action(args: ActionFunctionArgs): Promise<Response> {
  const visit = toVisit(args);
  return answerJson(
    visit,
    async () => ({ accepted: await recordBeacon(visit.ctx, 'impression', await readJson(visit.request)) }),
    (error) => ({ accepted: 0, error }),
    'The events could not be recorded. Please try again in a moment.',
  );
}
