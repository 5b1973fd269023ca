// Loads the home page with one database round trip.
import { listSlotAds } from '~/features/ads/serving/list-slot-ads.server';
import { ALL_ARTICLES_TAG } from '~/features/cache-tags/cache-tags';
import { listMostRead } from '~/features/readership/most-read.server';
import type { NamedLink } from '~/features/site/site-view';
import { formatLongDate } from '~/lib/time/dates';
import type { HomePageData } from './article-pages';
import { type ArticleCardRow, type PageCard, toPageCard } from './article-view';
import { type CardMaker, createCardMaker, type PageContext } from './card-maker.server';
import {
  composeFrontPage,
  FEATURED_FETCH,
  FRONT_PAGE_SECTIONS,
  type FrontPage,
  type FrontPageSection,
  NEWEST_FETCH,
  SECTION_FETCH,
} from './front-page';
import { selectFeatured, selectNewest, selectNewestOfCategories } from './public-articles-repo.server';

export async function getHomePage(ctx: PageContext): Promise<HomePageData> {
  const { db } = ctx;
  ctx.page.tag(ALL_ARTICLES_TAG);
  const [maker, featured, newest, ofSections, mostRead, ads] = await Promise.all([
    createCardMaker(ctx),
    db.read(selectFeatured(db.build, { limit: FEATURED_FETCH })),
    db.read(selectNewest(db.build, { limit: NEWEST_FETCH, offset: 0 })),
    db.read(selectNewestOfCategories(db.build, { slugs: FRONT_PAGE_SECTIONS, limit: SECTION_FETCH })),
    listMostRead(ctx),
    listSlotAds(ctx, ['homepage-hero', 'homepage-sidebar', 'footer']),
  ]);
  const sections: Partial<Record<string, ArticleCardRow[]>> = {};
  const sectionCategories: Record<string, NamedLink> = {};
  for (const { section, ...row } of ofSections) {
    if (!row.categorySlug || !row.categoryName) continue;
    const articles = sections[section] ?? [];
    articles.push(row);
    sections[section] = articles;
    sectionCategories[section] = { slug: row.categorySlug, name: row.categoryName };
  }
  const front = composeFrontPage<ArticleCardRow>({ featured, newest, sections });
  return {
    front: toFrontPage(front, maker),
    heroDate: front.hero && formatLongDate(front.hero.publishDate, maker.timeZone),
    sectionCategories,
    mostRead: mostRead.map((row) => toPageCard(maker.toView(row), MOST_READ_CARD)),
    ads,
  };
}

/** What "Most read" shows of an article. */
export const MOST_READ_CARD = { image: false, summary: false, category: false };

const firstSummary = (index: number) => ({ summary: index === 0 });

/** What a section shows of the card at an index (home-page.tsx), besides the category, which its heading names. */
const SHOWN: Partial<Record<FrontPageSection, (index: number) => { summary?: boolean; image?: boolean }>> = {
  'ai-automation': firstSummary,
  'remote-talent': firstSummary,
  'digital-marketing': (index) => ({ image: index === 0 }),
  'growth-strategy': () => ({ summary: false }),
};

function toFrontPage(front: FrontPage<ArticleCardRow>, { toCard, toView }: CardMaker): FrontPage<PageCard> {
  const toText = (row: ArticleCardRow) => toPageCard(toView(row), { image: false });
  const [feature, ...featured] = front.featured;
  const sections: FrontPage<PageCard>['sections'] = {};
  for (const slug of FRONT_PAGE_SECTIONS) {
    const articles = front.sections[slug];
    if (articles)
      sections[slug] = articles.map((row, index) =>
        toPageCard(toView(row), { ...SHOWN[slug]?.(index), category: false }),
      );
  }
  return {
    hero: front.hero && toCard(front.hero),
    latest: {
      lead: front.latest.lead && toCard(front.latest.lead),
      headlines: front.latest.headlines.map(toText),
    },
    featured: [...(feature ? [toCard(feature)] : []), ...featured.map(toText)],
    sections,
  };
}
