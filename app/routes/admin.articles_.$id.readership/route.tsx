// How one article is read.
import type { MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { requireOwnArticle } from '~/features/articles/own-articles.server';
import { getArticleReport } from '~/features/readership/article-report.server';
import { idParam } from '~/http/forms/url-params.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { ArticleReadership } from './article-readership';

export const meta: MetaFunction<typeof loader> = ({ data: report }) => [
  { title: report ? `Readership of ${report.article.title}` : 'Readership' },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminLoader('own articles', async ({ ctx, params, viewer }) => {
  const id = idParam(params);
  await requireOwnArticle(ctx, viewer, id);
  return getArticleReport(ctx, id);
});
export const action = adminAction('own articles', () => new Response(null, { status: 405 }));

export default function Readership() {
  return <ArticleReadership report={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load readership" />;
}
