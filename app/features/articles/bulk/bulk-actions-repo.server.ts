// SQL that checks articles before a bulk action.
import { articles } from 'db/schema/articles';
import { and, inArray, isNull, like, ne, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

/** The articles that are not published and have images in their text, with the length of that text. */
export function selectUnpublishedWithImages(build: Build, ids: readonly string[]) {
  return build
    .select({ id: articles.id, bytes: sql<number>`octet_length(${articles.content})` })
    .from(articles)
    .where(
      and(
        inArray(articles.id, [...ids]),
        isNull(articles.deletedAt),
        ne(articles.status, 'published'),
        like(articles.content, '%<img %'),
      ),
    )
    .orderBy(articles.id);
}

/** `lockArticle` for many, in id order. */
export function lockVersions(build: Build, at: readonly { id: string; version: number }[]) {
  const rows = JSON.stringify(at.map(({ id, version }) => ({ id, version })));
  return build.execute(sql`
    select lock_article(read.id, read.version) from (
      select id, version from jsonb_to_recordset(${rows}::jsonb) as read (id uuid, version integer) order by id
    ) read`);
}
