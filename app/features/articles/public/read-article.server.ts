// Loads an article page: the article with related articles, ads and calls to action.
import { listSlotAds } from '~/features/ads/serving/list-slot-ads.server';
import {
  ALL_ARTICLES_TAG,
  articleTag,
  authorProfileTag,
  categoryTag,
  relatedTag,
} from '~/features/cache-tags/cache-tags';
import { type ArticleCta, listArticleCtas } from '~/features/ctas/ctas.server';
import { withoutExternalImages } from '~/features/media/embedded/external-images';
import { withImageSizes } from '~/features/media/embedded/image-sizes';
import { listMostRead } from '~/features/readership/most-read.server';
import { NotFoundError } from '~/lib/errors';
import { escapeHtml } from '~/lib/html/escape';
import { insertBeforeFootnotes } from '~/lib/html/footnotes';
import { toPageBody } from '~/lib/html/page-body';
import type { AppContext } from '~/platform/context';
import { selectAnyBySlug, selectByPreview } from '../editor/previews-repo.server';
import { authorOnly, type Writer } from '../own-articles';
import { isFallback, selectRelated } from '../related/related-repo.server';
import type { ArticlePageData, FullArticle } from './article-pages';
import { type ArticleCardRow, toPageCard } from './article-view';
import { type CardMaker, createCardMaker, type PageContext } from './card-maker.server';
import { type DynamicCardRow, fillDynamicBlocks } from './dynamic-blocks.server';
import { MOST_READ_CARD } from './front-page.server';
import { RELATED_SHOWN } from './list-order';
import { selectBySlug, selectRest, selectWhole } from './public-articles-repo.server';

const NO_ARTICLE = "The article you're looking for doesn't exist";

/** @throws NotFoundError if no published article has this slug */
export function getArticlePage(ctx: PageContext, slug: string): Promise<ArticlePageData> {
  return readPage(ctx, slug, 'beginning');
}

/**
 * The same page with the full text, for members; never cached.
 * @throws NotFoundError
 */
export function getWholeArticlePage(ctx: PageContext, slug: string): Promise<ArticlePageData> {
  ctx.page.doNotStore();
  return readPage(ctx, slug, 'whole');
}

/**
 * HTML after the beginning of an article for members, with the footnotes of both; null if no published article for
 * members has this slug.
 */
export async function findRest(ctx: PageContext, slug: string): Promise<string | null> {
  const { db } = ctx;
  const [maker, [row], ctas] = await Promise.all([
    createCardMaker(ctx),
    db.read(selectRest(db.build, slug)),
    listArticleCtas(ctx, slug),
  ]);
  if (!row) return null;
  const place = { ...row, path: `/article/${slug}` };
  // The browser hides the CTAs at the end that the rest repeats.
  const shown = fillDynamicBlocks(ctx, row.beginning, place, ctas, maker);
  const { html } = fillDynamicBlocks(ctx, row.rest, place, ctas, maker, shown);
  return toBody(html, row.beginning);
}

async function readPage(
  ctx: PageContext,
  slug: string,
  extent: 'beginning' | 'whole',
): Promise<ArticlePageData> {
  const { db } = ctx;
  const [maker, found, related, mostRead, ads, ctas] = await Promise.all([
    createCardMaker(ctx),
    db.read(extent === 'whole' ? selectWhole(db.build, slug) : selectBySlug(db.build, { slug })),
    db.readOptional('related articles', selectRelated(db.build, { slug, limit: RELATED_SHOWN }), []),
    listMostRead(ctx),
    listSlotAds(ctx, ['article-sidebar', 'article-bottom'], { article: slug }),
    listArticleCtas(ctx, slug),
  ]);
  const row = found[0];
  if (!row) throw new NotFoundError(NO_ARTICLE);
  ctx.page.tag(articleTag(row.id), relatedTag(row.id));
  if (row.authorSlug) ctx.page.tag(authorProfileTag(row.authorSlug));
  for (const { slug: coauthor } of row.coauthors) ctx.page.tag(authorProfileTag(coauthor));
  // The newest articles fill up the list, so it changes with any new article.
  if (related.length < RELATED_SHOWN || related.some(({ source }) => isFallback(source)))
    ctx.page.tag(ALL_ARTICLES_TAG, ...(row.categorySlug ? [categoryTag(row.categorySlug)] : []));
  const { article, shownCtas } = toFullArticle(
    ctx,
    { ...row, ctas },
    maker,
    extent === 'beginning' && row.membersOnly,
  );
  return {
    article,
    seo: row.seo,
    related: related.map((other) => toPageCard(maker.toView(other), { summary: false })),
    mostRead: mostRead
      .filter(({ id }) => id !== row.id)
      .map((other) => toPageCard(maker.toView(other), MOST_READ_CARD)),
    ads,
    ctas: ctas.flatMap(({ isAtEnd, ...cta }) => (isAtEnd && !shownCtas.has(cta.id) ? [cta] : [])),
  };
}

type FullRow = ArticleCardRow &
  Pick<FullArticle, 'tags' | 'authorProfile' | 'coauthors'> & {
    content: string;
    dynamicCards: DynamicCardRow[] | null;
    firstPublishedAt: Date | null;
    updatedAt: Date;
  };

function toFullArticle(
  ctx: PageContext,
  row: FullRow & { ctas: ArticleCta[] },
  maker: CardMaker,
  isBeginningOnly = false,
): { article: FullArticle; shownCtas: ReadonlySet<string> } {
  const { id: _id, isFeatured: _isFeatured, ...view } = maker.toView(row);
  const content = row.content || `<p>${escapeHtml(row.summary)}</p>`;
  const { html, shownCtas } = fillDynamicBlocks(
    ctx,
    content,
    { ...row, path: `/article/${row.slug}` },
    row.ctas,
    maker,
  );
  const article = {
    ...view,
    html: insertBeforeFootnotes(toBody(html), isBeginningOnly ? membersNote(row.slug) : ''),
    firstPublishedAt: (row.firstPublishedAt ?? row.publishDate).toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    authorProfile: row.authorProfile,
    coauthors: row.coauthors,
    tags: row.tags,
  };
  return { article, shownCtas };
}

/**
 * Previews an article of any status as readers will see it; never cached.
 * @param by the token of a preview link, or a slug; authors find only their own articles by slug
 * @throws NotFoundError
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
  const ctas = await listArticleCtas(ctx, row.slug);
  const isBeginningOnly = 'isBeginningOnly' in row && row.isBeginningOnly === true;
  return {
    article: toFullArticle(ctx, { ...row, ctas }, maker, isBeginningOnly).article,
    seo: row.seo,
    related: [],
    mostRead: [],
    ads: {},
    ctas: [],
  };
}

/** Without images from other sites. */
const toBody = (html: string, before = '') => toPageBody(withImageSizes(withoutExternalImages(html)), before);

/** @param slug of the article; slugs contain no characters that need escaping */
function membersNote(slug: string): string {
  const back = encodeURIComponent(`/article/${slug}`);
  return `<section class="members-part" data-members="${slug}" aria-labelledby="members-read-on">
<h2 id="members-read-on">Sign in to keep reading</h2>
<p class="members-part__text">The rest of this article is for members. Membership is free and takes a minute to set up.</p>
<p class="members-part__ways"><a class="button" href="/auth?redirect=${back}">Sign In</a>
<a class="button button--quiet" href="/auth?tab=sign-up&amp;redirect=${back}">Sign Up</a></p>
<p class="members-part__whole"><a href="/account/read/${slug}">Read the full article</a></p>
</section>`;
}
