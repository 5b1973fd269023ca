// Distributes articles over the home page (specification, sections 2 and 9). Pure; no article appears twice.

/** Category slugs of the home page sections, in order. A renamed category is found by its former slug. */
export const FRONT_PAGE_SECTIONS = [
  'ai-automation',
  'remote-talent',
  'digital-marketing',
  'operations',
  'growth-strategy',
] as const;

export type FrontPageSection = (typeof FRONT_PAGE_SECTIONS)[number];

export const FEATURED_FETCH = 10;
export const SECTION_FETCH = 8;
const MAGAZINE_SIZE = 3;
const FEATURED_SIZE = 4;
const SECTION_SIZE = 5;
const HEADLINES = 3;
/** Enough to fill Latest Stories even if the hero and the featured block use the newest articles. */
export const NEWEST_FETCH = 1 + MAGAZINE_SIZE + FEATURED_SIZE + 1 + HEADLINES;

export interface FrontPageSource<T> {
  /** Featured articles, newest first, at most 10. */
  featured: T[];
  /** The newest articles, at least `NEWEST_FETCH` if there are that many. */
  newest: T[];
  /** The newest 8 articles of each section. */
  sections: Partial<Record<FrontPageSection, T[] | undefined>>;
}

export interface FrontPage<T> {
  hero: T | null;
  latest: { lead: T | null; headlines: T[] };
  featured: T[];
  sections: Partial<Record<FrontPageSection, T[] | undefined>>;
}

/**
 * The newest featured article is the hero; without a featured article there is no hero. The next 3 open
 * "Latest Stories", the next 4 are "Featured Articles". No article appears twice.
 */
export function composeFrontPage<T extends { slug: string }>(source: FrontPageSource<T>): FrontPage<T> {
  const used = new Set<string>();
  const take = (articles: T[], count: number): T[] => {
    const taken = articles.filter((article) => !used.has(article.slug)).slice(0, count);
    for (const article of taken) used.add(article.slug);
    return taken;
  };
  const [hero = null] = take(source.featured, 1);
  const magazine = take(source.featured, MAGAZINE_SIZE);
  const featured = take(source.featured, FEATURED_SIZE);
  const [lead = null, ...headlines] = [...magazine, ...take(source.newest, 1 + HEADLINES - magazine.length)];
  const sections: FrontPage<T>['sections'] = {};
  for (const slug of FRONT_PAGE_SECTIONS) {
    const articles = take(source.sections[slug] ?? [], SECTION_SIZE);
    if (articles.length > 0) sections[slug] = articles;
  }
  return { hero, latest: { lead, headlines }, featured, sections };
}
