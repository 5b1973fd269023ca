// Which pictures the demo has: one for each category and article, under keys that stay the same from run to run.
import type { DEMO_CATEGORIES } from './demo-taxonomy';
import type { DemoArticle } from './demo-texts';
import { publicationTime } from './publication-time';
import type { Cover } from './seed-pictures';

/** So many articles that are not public go without a picture, so that the AI Images screen has something to do. */
const WITHOUT_COVER = 3;

/** Pictures are named by a time, like uploaded ones; a fixed day in place of today keeps the name from run to run. */
const PICTURE_DAY = new Date('2026-01-01T00:00:00Z');

export function categoryCover({ name, slug }: (typeof DEMO_CATEGORIES)[number]): Cover {
  return { key: `article-images/categories/${slug}.jpg`, title: name, categorySlug: slug, ordinal: 0 };
}

/** The covers of those articles that have one, by slug. */
export function articleCovers(articles: readonly DemoArticle[]): Map<string, Cover> {
  const without = articles.filter(({ status }) => status !== 'published').slice(0, WITHOUT_COVER);
  // The category's own cover is number 0.
  const lastOrdinal = new Map<string, number>();
  return new Map(
    [...articles]
      .filter((article) => !without.includes(article))
      .sort((a, b) => a.daysAgo - b.daysAgo)
      .map(({ slug, daysAgo, title, category }) => {
        const timestamp = publicationTime(slug, daysAgo, PICTURE_DAY).getTime();
        const ordinal = (lastOrdinal.get(category) ?? 0) + 1;
        lastOrdinal.set(category, ordinal);
        return [
          slug,
          { key: `article-images/articles/${timestamp}.jpg`, title, categorySlug: category, ordinal },
        ];
      }),
  );
}
