// Loads the home page with one database round trip.
import { listAds } from '~/features/ads/serving/ads.server';
import { ALL_ARTICLES_TAG } from '~/features/cache-tags/cache-tags';
import type { NamedLink } from '~/features/site/site-view';
import { formatLongDate } from '~/lib/time/dates';
import type { HomePageData } from './article-pages';
import type { ArticleCardRow } from './article-view';
import {
  composeFrontPage,
  FEATURED_FETCH,
  FRONT_PAGE_SECTIONS,
  type FrontPage,
  NEWEST_FETCH,
  SECTION_FETCH,
} from './front-page';
import { selectFeatured, selectNewest, selectNewestOfCategories } from './public-articles-repo.server';
import { createCardMaker, type PageContext } from './view-settings.server';

export async function getHomePage(ctx: PageContext): Promise<HomePageData> {
  const { db } = ctx;
  ctx.page.tag(ALL_ARTICLES_TAG);
  const [maker, featured, newest, ofSections, ads] = await Promise.all([
    createCardMaker(ctx),
    db.read(selectFeatured(db.build, { limit: FEATURED_FETCH })),
    db.read(selectNewest(db.build, { limit: NEWEST_FETCH, offset: 0 })),
    db.read(selectNewestOfCategories(db.build, { slugs: FRONT_PAGE_SECTIONS, limit: SECTION_FETCH })),
    listAds(ctx, ['homepage-hero', 'homepage-sidebar', 'footer']),
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
    front: mapFrontPage(front, maker.toCard),
    heroDate: front.hero && formatLongDate(front.hero.publishDate, maker.timeZone),
    sectionCategories,
    ads,
  };
}

function mapFrontPage<A, B>(front: FrontPage<A>, map: (article: A) => B): FrontPage<B> {
  const sections: FrontPage<B>['sections'] = {};
  for (const slug of FRONT_PAGE_SECTIONS) {
    const articles = front.sections[slug];
    if (articles) sections[slug] = articles.map(map);
  }
  return {
    hero: front.hero && map(front.hero),
    latest: { lead: front.latest.lead && map(front.latest.lead), headlines: front.latest.headlines.map(map) },
    featured: front.featured.map(map),
    sections,
  };
}
