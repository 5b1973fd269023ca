// Counts searches, sent by beacon: {query, total} for a search, {query, opened} for an opened result, or both.
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { recordSearch } from '~/features/search/events/record-search.server';
import { answerJson, readJson, refuseGet } from '~/http/api/json-route.server';
import { toVisit } from '~/http/public-loader.server';
import { findAnyViewer } from '~/http/session/session.server';

export const loader = refuseGet;

/** Returns `{counted}`. Crawlers, staff, and browsers that ask not to be tracked are not counted. */
export function action(args: ActionFunctionArgs): Promise<Response> {
  const visit = toVisit(args);
  const { headers } = visit.request;
  return answerJson(
    visit,
    async () => {
      const input = await readJson(visit.request);
      if (headers.get('sec-gpc') === '1' || headers.get('dnt') === '1') return { counted: false };
      const viewer = await findAnyViewer(visit);
      return { counted: await recordSearch(visit.ctx, input, Boolean(viewer?.role)) };
    },
    (error) => ({ counted: false, error }),
    'The search could not be counted.',
  );
}
