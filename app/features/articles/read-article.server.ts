// One article with what stands beside it.
import { listAds } from '~/features/ads/ads.server';
import { formatLongDate } from '~/lib/dates';
import { NotFoundError } from '~/lib/errors';
import { escapeHtml } from '~/lib/escape';
import { toPageBody } from './article-body';
import type { ArticlePageData } from './article-pages';
import { selectBySlug, selectRelated } from './articles-repo.server';
import { RELATED_FETCH, RELATED_SHOWN } from './list-order';
import { articleTag, categoryTag } from './page-tags';
import { createCardMaker, type PageContext } from './view-settings.server';

/** @throws NotFoundError when no published article has this slug */
export async function getArticlePage(ctx: PageContext, slug: string): Promise<ArticlePageData> {
  const { db } = ctx;
  const [maker, found, related, ads] = await Promise.all([
    createCardMaker(ctx),
    db.read(selectBySlug(db.build, { slug })),
    db.readOptional('related articles', selectRelated(db.build, { slug, limit: RELATED_FETCH }), []),
    listAds(ctx, ['article-sidebar', 'article-bottom'], { article: slug }),
  ]);
  const row = found[0];
  if (!row) throw new NotFoundError("The article you're looking for doesn't exist");
  ctx.page.tag(articleTag(row.id));
  // Its related articles are the newest of its category, so the category's list is part of this page.
  if (row.categorySlug) ctx.page.tag(categoryTag(row.categorySlug));
  return {
    article: {
      ...maker.toCard(row),
      uuid: row.id,
      html: toPageBody(row.content || `<p>${escapeHtml(row.summary)}</p>`),
      longDate: formatLongDate(row.publishDate, maker.timeZone),
      firstPublishedAt: (row.firstPublishedAt ?? row.publishDate).toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      tags: row.tags,
    },
    related: related.slice(0, RELATED_SHOWN).map(maker.toCard),
    ads,
  };
}
