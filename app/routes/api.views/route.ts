// Counts a page view and answers with the token for reports about it: `{id, path, search, referrer, isInternal}` -> `{token}`.
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import { openPageView } from '~/features/readership/tracking/record-reading.server';
import { answerJson, readJson, refuseGet } from '~/http/api/json-route.server';
import { toVisit } from '~/http/public-loader.server';
import { findAnyViewer } from '~/http/session/session.server';

export const loader = refuseGet;

export function action(args: ActionFunctionArgs): Promise<Response> {
  const visit = toVisit(args);
  const { headers } = visit.request;
  return answerJson(
    visit,
    async () => {
      const input = await readJson(visit.request);
      const viewer = await findAnyViewer(visit);
      return openPageView(visit.ctx, input, {
        country: headers.get('cf-ipcountry'),
        asksForPrivacy: headers.get('sec-gpc') === '1' || headers.get('dnt') === '1',
        isStaff: Boolean(viewer?.role),
      });
    },
    (error) => ({ token: null, error }),
    'The view could not be counted.',
  );
}
