// The full text of a members-only article, for signed-in readers without JavaScript.
import { type LinksFunction, redirect } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { readingCookieValue } from '~/features/accounts/profile/reading-preferences';
import { getWholeArticlePage } from '~/features/articles/public/read-article.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { PageError } from '~/http/document/page-error';
import { pageMeta } from '~/http/document/page-meta.server';
import { metaOf } from '~/http/document/to-meta';
import { viewerLoader } from '~/http/session/guards.server';
import { ArticlePage } from '~/layouts/site/article/article-page';
import blockStyles from '~/styles/base/blocks.css?url';
import articleStyles from '~/styles/site/article.css?url';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: articleStyles },
  { rel: 'stylesheet', href: blockStyles },
];

export const loader = viewerLoader(async ({ ctx, params, viewer }) => {
  const slug = params.slug ?? '';
  const [settings, data] = await Promise.all([getSiteSettings(ctx), getWholeArticlePage(ctx, slug)]);
  const { article } = data;
  if (!article.membersOnly) throw redirect(`/article/${article.slug}`, 302);
  const facts = {
    title: article.title,
    description: article.summary,
    path: `/article/${article.slug}`,
    noIndex: true,
  };
  const { reading } = viewer;
  return { data, reading, meta: pageMeta({ settings, siteUrl: ctx.config.siteUrl }, facts) };
});

export const meta = metaOf('Article not found');

export default function WholeArticle() {
  const { data, reading } = useLoaderData<typeof loader>();
  // Rendered into the HTML, because no script runs to apply the preferences.
  const attributes = readingCookieValue({ ...reading, theme: null }).replaceAll('.', ' ');
  return (
    <div data-reading={attributes || undefined}>
      <ArticlePage data={data} />
    </div>
  );
}

export function ErrorBoundary() {
  return (
    <PageError
      title="Article not found"
      fallback="The article you're looking for doesn't exist"
      failureTitle="Failed to fetch article"
    />
  );
}
