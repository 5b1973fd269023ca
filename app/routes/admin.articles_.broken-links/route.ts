// Tells the article editor which paths of `{paths}` lead to no published page, as `{broken}`. Renders no page.
import { redirect } from '@remix-run/cloudflare';
import { checkWrittenPaths } from '~/features/maintenance/content-check/broken-paths.server';
import { answerJson, readJson } from '~/http/api/json-route.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';

export const loader = adminLoader('own articles', () => redirect('/admin/articles'));

export const action = adminAction('own articles', (visit) =>
  answerJson(
    visit,
    async () => ({ broken: await checkWrittenPaths(visit.ctx, await readJson(visit.request)) }),
    (message) => ({ message }),
    'The links can’t be checked right now.',
  ),
);
