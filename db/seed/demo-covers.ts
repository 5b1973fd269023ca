// The demo's images: one per category and article, under the same keys in every run.
import type { DEMO_CATEGORIES } from './demo-taxonomy';
import type { DemoArticle } from './demo-texts';
import { publicationTime } from './publication-time';
import type { Cover } from './seed-images';

/** This many non-public articles get no image, so that the AI Images screen has something to do. */
const WITHOUT_COVER = 3;

/** Upload keys contain a time. A fixed day keeps the keys the same in every run. */
const IMAGE_DAY = new Date('2026-01-01T00:00:00Z');

export function categoryCover({ name, slug }: (typeof DEMO_CATEGORIES)[number]): Cover {
  return { key: `article-images/categories/${slug}.jpg`, title: name, categorySlug: slug, ordinal: 0 };
}

/** The covers by article slug. Some articles have none. */
export function articleCovers(articles: readonly DemoArticle[]): Map<string, Cover> {
  const without = articles.filter(({ status }) => status !== 'published').slice(0, WITHOUT_COVER);
  // Number 0 is the category's own cover.
  const lastOrdinal = new Map<string, number>();
  return new Map(
    [...articles]
      .filter((article) => !without.includes(article))
      .sort((a, b) => a.daysAgo - b.daysAgo)
      .map(({ slug, daysAgo, title, category }) => {
        const timestamp = publicationTime(slug, daysAgo, IMAGE_DAY).getTime();
        const ordinal = (lastOrdinal.get(category) ?? 0) + 1;
        lastOrdinal.set(category, ordinal);
        return [
          slug,
          { key: `article-images/articles/${timestamp}.jpg`, title, categorySlug: category, ordinal },
        ];
      }),
  );
}
