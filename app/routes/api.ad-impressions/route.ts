// Where pages tell by beacon which ads they showed (specification, section 7): `{token, events: [{change, ad, placement}]}`.
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { takeBeacon } from '~/features/ad-counts/take-events.server';
import { toVisit } from '~/http/doors.server';
import { answerJson, readJson, refuseGet } from '~/http/json-door.server';

export const loader = refuseGet;

/** `{accepted}`: so many events are kept and will count, once each however often they come. */
export function action(args: ActionFunctionArgs): Promise<Response> {
  const visit = toVisit(args);
  return answerJson(
    visit,
    async () => ({ accepted: await takeBeacon(visit.ctx, 'impression', await readJson(visit.request)) }),
    (error) => ({ accepted: 0, error }),
    'This could not be taken. Please try again in a moment.',
  );
}
