// Stores the progress of a page view, sent by beacon: `{token, seconds, quarter, outcomes}` -> `{stored}`.
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { recordReading } from '~/features/readership/tracking/record-reading.server';
import { answerJson, readJson, refuseGet } from '~/http/api/json-route.server';
import { toVisit } from '~/http/public-loader.server';

export const loader = refuseGet;

/** Answers once the report is in the database. */
export function action(args: ActionFunctionArgs): Promise<Response> {
  const visit = toVisit(args);
  return answerJson(
    visit,
    async () => {
      await recordReading(visit.ctx, await readJson(visit.request));
      return { stored: true };
    },
    (error) => ({ stored: false, error }),
    'The report could not be stored.',
  );
}
