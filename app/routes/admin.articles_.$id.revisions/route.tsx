// The article history: every save, what it changed, and restoring a version.

import { useActionData, useLoaderData } from '@remix-run/react';
import { requireOwnArticle } from '~/features/articles/own-articles.server';
import { getHistory, restoreRevision } from '~/features/articles/revisions/revisions.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { idParam } from '~/http/forms/url-params.server';
import { adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { NotFoundError } from '~/lib/errors';
import { HistoryPage } from './history-page';

export const meta = noIndexMeta('Article history');

export const loader = adminLoader('own articles', async ({ ctx, params, url, viewer }) => {
  await requireOwnArticle(ctx, viewer, idParam(params));
  const requested = url.searchParams.get('version');
  if (requested !== null && !/^\d{1,9}$/.test(requested))
    throw new NotFoundError('This version doesn’t exist.');
  return getHistory(ctx, idParam(params), requested === null ? null : Number(requested));
});

export const action = adminForm({
  capability: 'own articles',
  next: ({ params }) => `/admin/articles/${idParam(params)}/edit`,
  intents: {
    '': {
      failure: 'Failed to save article',
      async run({ ctx, viewer, params, form }) {
        const id = idParam(params);
        await requireOwnArticle(ctx, viewer, id);
        const revision = form.number('revision');
        await restoreRevision(ctx, viewer, { id, version: form.number('version') }, revision);
        return { title: 'Article updated successfully', description: `Version ${revision} was restored.` };
      },
    },
  },
});

export default function ArticleRevisions() {
  return (
    <HistoryPage history={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load article" />;
}
