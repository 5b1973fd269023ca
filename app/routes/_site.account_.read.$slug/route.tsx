// An article for members, whole: for whoever is signed in and reads without JavaScript.
import { redirect } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { readingWords } from '~/features/accounts/reading-preferences';
import { getWholeArticlePage } from '~/features/articles/read-article.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { viewerLoader } from '~/http/guards.server';
import { metaOf } from '~/http/meta-of';
import { PageError } from '~/http/page-error';
import { pageMeta } from '~/http/page-meta.server';
import { ArticlePage } from '../_site.article.$slug/article-page';

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
  // Said by the page itself, for whom no script says it.
  const words = readingWords({ ...reading, theme: null }).replaceAll('.', ' ');
  return (
    <div data-reading={words || undefined}>
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
