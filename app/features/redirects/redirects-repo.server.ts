// SQL for resolving redirects.

import { isPublicAuthor } from 'db/public-authors';
import { redirects, slugHistory } from 'db/schema/addresses';
import { articles, authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { pages } from 'db/schema/site';
import { tags } from 'db/schema/tags';
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { SlugAddress } from './former-address';
import { isLive } from './live-content-repo.server';

/** Most redirects followed in a row. */
const MAX_CHAIN = 10;

export type NewAddressRow = Record<string, unknown> & {
  /** The redirects that were followed. */
  ids: string[];
  /** The target of the last redirect. */
  to: string | null;
  /** The current slug of the content that had this slug, if it is public. */
  slug: string | null;
};

/**
 * Resolves a path in one statement: follows its chain of redirects and looks up the slug history. A redirect whose
 * path has a page again is not followed.
 */
export function selectNewAddress(build: Build, path: string, address: SlugAddress | null) {
  return build.execute<NewAddressRow>(sql`
    with recursive hop (id, to_path, depth) as (
      select r.id, r.to_path, 1 from ${redirects} r where r.from_path = ${path} and not ${isLive(sql`r.from_path`)}
      union all
      select r.id, r.to_path, hop.depth + 1 from hop join ${redirects} r on r.from_path = hop.to_path
      where hop.depth < ${MAX_CHAIN}::int and not ${isLive(sql`r.from_path`)}
    )
    select coalesce((select json_agg(id) from hop), '[]') as ids,
      (select to_path from hop order by depth desc limit 1) as "to", ${currentSlug(address)} as slug`);
}

/** Null for the slug of an author who has a page by now, although the history contains it: the page lacks only this page number. */
function currentSlug(address: SlugAddress | null): SQL {
  if (!address) return sql`null`;
  const of = (table: SQL | typeof articles | typeof tags | typeof categories | typeof pages) =>
    sql`(select owner.slug from ${table} owner where owner.id = h.target_id)`;
  return sql`(
    select case h.kind
      when 'articles' then (select a.slug from ${articles} a
        where a.id = h.target_id and a.status = 'published' and a.deleted_at is null)
      when 'categories' then ${of(categories)}
      when 'tags' then ${of(tags)}
      when 'authors' then (select au.slug from ${authors} au where au.id = h.target_id and ${isPublicAuthor(sql`au.id`)}
        and not exists (select 1 from ${authors} same where same.slug = h.slug and ${isPublicAuthor(sql`same.id`)}))
      when 'pages' then ${of(pages)}
    end
    from ${slugHistory} h where h.kind = ${address.kind} and h.slug = ${address.slug})`;
}

export function countHits(build: Build, ids: readonly string[]) {
  return build.execute(sql`
    update ${redirects} set hits = hits + 1, last_used_at = now()
    where id in (select value::uuid from json_array_elements_text(${JSON.stringify(ids)}::json))`);
}
