// SQL for the content check: which paths exist, and what a check found.
import { isPublicAuthor } from 'db/public-authors';
import { redirects, slugHistory } from 'db/schema/addresses';
import { articles, authors } from 'db/schema/articles';
import { categories } from 'db/schema/categories';
import { jobItems } from 'db/schema/jobs';
import { pages } from 'db/schema/site';
import { tags } from 'db/schema/tags';
import { sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { Fault, FaultKind } from './fault';

export interface PathToCheck {
  path: string;
  /** The table that the slug belongs to; null for paths without a slug. */
  kind: string | null;
  slug: string | null;
}

/** Returns the paths that resolve: their content exists or has moved, or a redirect applies. */
export function selectFoundPaths(build: Build, asked: readonly PathToCheck[]) {
  return build.execute<{ path: string }>(sql`
    select asked.path from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (path text, kind text, slug text)
    where exists (select 1 from ${redirects} r where r.from_path = asked.path)
      or case asked.kind
        when 'articles' then exists (select 1 from ${articles} a
          where a.slug = asked.slug and a.status = 'published' and a.deleted_at is null)
        when 'categories' then exists (select 1 from ${categories} c where c.slug = asked.slug)
        when 'tags' then exists (select 1 from ${tags} t where t.slug = asked.slug)
        when 'authors' then exists (select 1 from ${authors} au where au.slug = asked.slug and ${isPublicAuthor(sql`au.id`)})
        when 'pages' then exists (select 1 from ${pages} p where p.slug = asked.slug)
        else false end
      or exists (select 1 from ${slugHistory} h where h.kind = asked.kind and h.slug = asked.slug
        and (h.kind <> 'articles' or exists (select 1 from ${articles} a
          where a.id = h.target_id and a.status = 'published' and a.deleted_at is null))
        and (h.kind <> 'authors' or ${isPublicAuthor(sql`h.target_id`)}))`);
}

const found = sql`${jobItems} item
  cross join lateral jsonb_array_elements(item.result -> 'found') with ordinality as found (value, place)
  join ${articles} a on a.id = (found.value ->> 'id')::uuid and a.deleted_at is null`;
const ofKind = (kind: FaultKind | null) =>
  kind === null ? sql`true` : sql`found.value -> 'faults' @> ${JSON.stringify([{ kind }])}::jsonb`;

export type FaultyRow = Record<string, unknown> & {
  id: string;
  title: string;
  slug: string;
  faults: Fault[];
};

/** One page of the articles in which a check found faults. */
export function selectFaulty(
  build: Build,
  jobId: string,
  kind: FaultKind | null,
  limit: number,
  offset: number,
) {
  return build.execute<FaultyRow>(sql`
    select a.id, a.title, a.slug, found.value -> 'faults' as faults from ${found}
    where item.job_id = ${jobId}::uuid and ${ofKind(kind)}
    order by item.id, found.place limit ${limit}::int offset ${offset}::int`);
}

/** Number of articles with each kind of fault; the row with a null kind counts articles with any. */
export function countFaulty(build: Build, jobId: string) {
  return build.execute<{ kind: FaultKind | null; total: number }>(sql`
    select fault.kind, count(distinct a.id)::int as total from ${found}
    cross join lateral jsonb_to_recordset(found.value -> 'faults') as fault (kind text)
    where item.job_id = ${jobId}::uuid
    group by grouping sets ((fault.kind), ())`);
}

export type CheckRow = Record<string, unknown> & { articles: number; looked: number; unread: number };

/** Progress of a check. */
export function selectCheck(build: Build, jobId: string) {
  return build.execute<CheckRow>(sql`
    select coalesce(sum((item.input ->> 'count')::int), 0)::int as articles,
      coalesce(sum((item.input ->> 'count')::int) filter (where item.status not in ('waiting', 'running')), 0)::int as looked,
      (count(*) filter (where item.status in ('failed', 'cancelled')))::int as unread
    from ${jobItems} item where item.job_id = ${jobId}::uuid`);
}
