// SQL condition for paths at which readers get a page.
import { isPublicAuthor } from 'db/public-authors';
import { articles, authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { pages } from 'db/schema/site';
import { tags } from 'db/schema/tags';
import { type SQL, sql } from 'drizzle-orm';

/** `path` is the path of a public article, list, feed or static page. False for built-in pages. */
export function isLive(path: SQL): SQL {
  const slugOf = (segment: string, rest = '') =>
    sql`substring(${path} from ${sql.raw(`'^/${segment}/([^/]+)${rest}$'`)})`;
  const listSlugOf = (segment: string) => slugOf(segment, '(/feed[.]xml)?');
  return sql`(
    exists (select 1 from ${articles} a where a.slug = ${slugOf('article')} and a.status = 'published' and a.deleted_at is null)
    or exists (select 1 from ${categories} c where c.slug = ${listSlugOf('category')})
    or exists (select 1 from ${tags} t where t.slug = ${listSlugOf('tag')})
    or exists (select 1 from ${authors} au where au.slug = ${listSlugOf('author')} and ${isPublicAuthor(sql`au.id`)})
    or exists (select 1 from ${pages} p where p.slug = ${slugOf('page')}))`;
}
