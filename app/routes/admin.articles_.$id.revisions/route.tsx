// An article's history: every save, what it changed, and the way back.
import type { ActionFunctionArgs, HeadersFunction, MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireOwnArticle } from '~/features/articles/own-articles.server';
import { getHistory, restoreRevision } from '~/features/articles/revisions.server';
import { acceptForm } from '~/http/accept-form.server';
import { refuseForm } from '~/http/form-answer.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { idParam } from '~/http/id-param.server';
import { readForm } from '~/http/read-form.server';
import { NotFoundError } from '~/lib/errors';
import { AdminError } from '../admin/admin-error';
import { HistoryPage } from './history-page';

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [
  { title: 'Article history' },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminLoader('own articles', async ({ ctx, params, url, viewer }) => {
  await requireOwnArticle(ctx, viewer, idParam(params));
  const asked = url.searchParams.get('version');
  if (asked !== null && !/^\d{1,9}$/.test(asked)) throw new NotFoundError('This version was not kept.');
  return getHistory(ctx, idParam(params), asked === null ? null : Number(asked));
});

export const action = adminAction('own articles', async ({ ctx, params, request, viewer }) => {
  const id = idParam(params);
  await requireOwnArticle(ctx, viewer, id);
  const form = await readForm(request);
  try {
    const revision = form.number('revision');
    await restoreRevision(ctx, viewer, { id, version: form.number('version') }, revision);
    const notice = { title: 'Article updated successfully', description: `Version ${revision} is back.` };
    return acceptForm(ctx, `/admin/articles/${id}/edit`, notice);
  } catch (error) {
    return refuseForm(ctx, error, {
      intent: 'restore',
      title: 'Failed to save article',
      typed: {},
      fallback: 'Please try again in a moment.',
    });
  }
}) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm>>;

export default function ArticleRevisions() {
  return (
    <HistoryPage history={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load article" />;
}
