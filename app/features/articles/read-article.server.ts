// One article with what stands beside it.
import { listAds } from '~/features/ads/ads.server';
import { listCtas } from '~/features/ctas/ctas.server';
import { formatLongDate } from '~/lib/dates';
import { NotFoundError } from '~/lib/errors';
import { escapeHtml } from '~/lib/escape';
import type { AppContext } from '~/platform/context';
import { toPageBody } from './article-body';
import type { ArticlePageData, FullArticle } from './article-pages';
import type { ArticleCardRow } from './article-view';
import { selectBySlug, selectRelated, selectRest, selectWhole } from './articles-repo.server';
import { RELATED_FETCH, RELATED_SHOWN } from './list-order';
import { membersNote } from './members-note';
import { authorOnly, type Writer } from './own-articles';
import { articleTag, categoryTag } from './page-tags';
import { selectAnyBySlug, selectByPreview } from './previews-repo.server';
import { type CardMaker, createCardMaker, type PageContext } from './view-settings.server';

const NO_ARTICLE = "The article you're looking for doesn't exist";

/** @throws NotFoundError when no published article has this slug */
export function getArticlePage(ctx: PageContext, slug: string): Promise<ArticlePageData> {
  return readPage(ctx, slug, 'beginning');
}

/**
 * The same with the whole text, for members; never kept.
 * @throws NotFoundError
 */
export function getWholeArticlePage(ctx: PageContext, slug: string): Promise<ArticlePageData> {
  ctx.page.doNotStore();
  return readPage(ctx, slug, 'whole');
}

/** What follows the beginning of an article for members, ready to show; null when no published one has this slug. */
export async function findRest({ db }: Pick<AppContext, 'db'>, slug: string): Promise<string | null> {
  const [row] = await db.read(selectRest(db.build, slug));
  return row ? toPageBody(row.rest) : null;
}

async function readPage(
  ctx: PageContext,
  slug: string,
  extent: 'beginning' | 'whole',
): Promise<ArticlePageData> {
  const { db } = ctx;
  const [maker, found, related, ads, ctas] = await Promise.all([
    createCardMaker(ctx),
    db.read(extent === 'whole' ? selectWhole(db.build, slug) : selectBySlug(db.build, { slug })),
    db.readOptional('related articles', selectRelated(db.build, { slug, limit: RELATED_FETCH }), []),
    listAds(ctx, ['article-sidebar', 'article-bottom'], { article: slug }),
    listCtas(ctx, { article: slug }),
  ]);
  const row = found[0];
  if (!row) throw new NotFoundError(NO_ARTICLE);
  ctx.page.tag(articleTag(row.id));
  // Its related articles are the newest of its category, so the category's list is part of this page.
  if (row.categorySlug) ctx.page.tag(categoryTag(row.categorySlug));
  return {
    article: toFullArticle(row, maker, extent === 'beginning' && row.membersOnly),
    related: related.slice(0, RELATED_SHOWN).map(maker.toCard),
    ads,
    ctas,
  };
}

type FullRow = ArticleCardRow &
  Pick<FullArticle, 'tags'> & { content: string; firstPublishedAt: Date | null; updatedAt: Date };

function toFullArticle(row: FullRow, maker: CardMaker, goesOn = false): FullArticle {
  return {
    ...maker.toCard(row),
    uuid: row.id,
    html:
      toPageBody(row.content || `<p>${escapeHtml(row.summary)}</p>`) + (goesOn ? membersNote(row.slug) : ''),
    goesOn,
    longDate: formatLongDate(row.publishDate, maker.timeZone),
    firstPublishedAt: (row.firstPublishedAt ?? row.publishDate).toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    tags: row.tags,
  };
}

/**
 * The article as its readers will see it, published or not; never kept. `token` is a preview link's; an author finds only
 * what is theirs.
 */
export async function getDraftPage(
  ctx: PageContext & Pick<AppContext, 'clock' | 'tokens'>,
  by: { slug: string; reader: Writer } | { token: string },
): Promise<ArticlePageData> {
  const { db } = ctx;
  ctx.page.doNotStore();
  const chosen =
    'slug' in by
      ? selectAnyBySlug(db.build, by.slug, authorOnly(by.reader))
      : selectByPreview(db.build, await ctx.tokens.hash(by.token), ctx.clock.now());
  const [maker, [row]] = await Promise.all([createCardMaker(ctx), db.read(chosen)]);
  if (!row) throw new NotFoundError(NO_ARTICLE);
  const goesOn = 'goesOn' in row && row.goesOn === true;
  return { article: toFullArticle(row, maker, goesOn), related: [], ads: {}, ctas: [] };
}
