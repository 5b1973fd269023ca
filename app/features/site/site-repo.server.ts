// SQL for the site layout. Few statements, because they run for every page.
import { reusable } from 'db/reusable';
import { articleCounts, publishedCounts } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { pages } from 'db/schema/site';
import { tags } from 'db/schema/tags';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

const FOOTER_TAGS = 12;

export const selectCategoryLinks = reusable((build: Build) =>
  build
    .select({
      slug: categories.slug,
      name: categories.name,
      articleCount: sql<number>`coalesce(${articleCounts.total}, 0)`.mapWith(Number),
    })
    .from(categories)
    .leftJoin(
      articleCounts,
      and(eq(articleCounts.categoryId, categories.id), eq(articleCounts.status, sql`'published'`)),
    )
    .orderBy(asc(categories.name)),
);

/** The tags of the most published articles, older tags first on a tie, and the static pages. */
export const selectFooterLinks = reusable((build: Build) =>
  build.execute<{ kind: 'tag' | 'page'; slug: string; name: string }>(sql`
    (select 'tag' as kind, ${tags.slug} as slug, ${tags.name} as name
      from ${publishedCounts} join ${tags} on ${tags.id} = ${publishedCounts.ownerId}
      where ${publishedCounts.kind} = 'tag' and ${publishedCounts.total} > 0
      order by ${publishedCounts.total} desc, ${tags.createdAt}, ${tags.name} limit ${FOOTER_TAGS})
    union all
    (select 'page', ${pages.slug}, ${pages.title} from ${pages} order by ${pages.createdAt}, ${pages.title})`),
);
