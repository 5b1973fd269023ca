// An article's history: every save, what it changed, and the way back.
import type { HeadersFunction, MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireOwnArticle } from '~/features/articles/own-articles.server';
import { getHistory, restoreRevision } from '~/features/articles/revisions.server';
import { adminForm } from '~/http/forms/admin-form.server';
import { adminLoader } from '~/http/guards.server';
import { idParam } from '~/http/id-param.server';
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
        return { title: 'Article updated successfully', description: `Version ${revision} is back.` };
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
