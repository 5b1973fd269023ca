// SQL for the leads screen.
import { articles } from 'db/schema/articles';
import { leads } from 'db/schema/leads';
import { searchDocuments } from 'db/schema/search';
import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { ImportedLead } from './lead-csv';
import type { LeadFilter } from './lead-view';

/** `seesAll`: the viewer may see the titles of articles that are not public. */
export type ListFilter = LeadFilter & { seesAll: boolean };

const columns = {
  id: leads.id,
  email: leads.email,
  source: leads.source,
  status: leads.status,
  createdAt: leads.createdAt,
  articleId: leads.articleId,
  wonKind: leads.wonKind,
  wonFrom: leads.wonFrom,
};

/** The address contains every part of the text, in any order, with or without the accents that were typed. */
function mentions(text: string) {
  const parts = text.split(/\s+/).filter(Boolean);
  return and(
    ...parts.map((part) => {
      const pattern = `%${part.replace(/[\\%_]/g, '\\$&').toLowerCase()}%`;
      const plain = sql`lower(${leads.email}) like search_normal(${pattern})`;
      return /^[ -~]*$/.test(part) ? plain : sql`(${plain} or lower(${leads.email}) like ${pattern})`;
    }),
  );
}

/** The name of a lead's source, without the link number of a newsletter. Must match the index `leads_won`. */
const sourceNameOf = sql`left(${leads.wonFrom}, case when ${leads.wonKind} = 'newsletter' then 10 else 200 end)`;

/**
 * The title contains every word, by its stem or beginning. Reads only the titles of articles that leads are
 * attributed to: for a common word, the index of all articles would find tens of thousands, which takes
 * seconds.
 */
function wonByArticle(typed: string, seesAll: boolean) {
  if (typed === '') return undefined;
  const isShown = seesAll ? sql`true` : sql`s.public_at is not null`;
  return sql`${leads.articleId} in (
    select w.article_id from prose_query(${typed}) as asked,
      (select distinct article_id from ${leads} where article_id is not null) as w,
      lateral (select s.document from ${searchDocuments} s where s.article_id = w.article_id and ${isShown} offset 0) as d
    where ts_filter(d.document, '{a}') @@ asked)`;
}

function matches({ text, article, source, seesAll }: ListFilter) {
  return and(
    mentions(text),
    wonByArticle(article, seesAll),
    source ? and(eq(leads.wonKind, source.kind), sql`${sourceNameOf} = ${source.name}`) : undefined,
  );
}

/** A page of leads with the articles they are attributed to. Articles are joined afterwards, so that skipped rows cost nothing. */
function withArticles(build: Build, page: ReturnType<typeof pageOf>) {
  const { articleId, wonKind, wonFrom, id, email, source, status, createdAt } = page;
  return build
    .select({
      ...{ id, email, source, status, createdAt, articleId, wonKind, wonFrom },
      articleTitle: articles.title,
      articleSlug: sql<
        string | null
      >`case when is_public(${articles.status}, ${articles.deletedAt}) then ${articles.slug} end`,
    })
    .from(page)
    .leftJoin(articles, eq(articles.id, page.articleId))
    .orderBy(desc(page.createdAt), desc(page.id));
}

function pageOf(build: Build, where: SQL | undefined, limit: number, offset: number) {
  return build
    .select(columns)
    .from(leads)
    .where(where)
    .orderBy(desc(leads.createdAt), desc(leads.id))
    .limit(limit)
    .offset(offset)
    .as('page');
}

/** Newest first. */
export function selectLeads(build: Build, filter: ListFilter, limit: number, offset: number) {
  return withArticles(build, pageOf(build, matches(filter), limit, offset));
}

export function countLeads(build: Build, filter: ListFilter) {
  return build.select({ total: count() }).from(leads).where(matches(filter));
}

/**
 * The sources that leads are attributed to, by kind and name. Jumps from one to the next in the index `leads_won`,
 * so the number of leads does not matter.
 */
export function selectLeadSources(build: Build, limit: number) {
  const next = (condition: SQL) => sql`
    select ${leads.wonKind} as kind, ${sourceNameOf} as name from ${leads}
    where ${leads.wonKind} is not null and ${condition} order by 1, 2 limit 1`;
  return build.execute<{ kind: string; name: string }>(sql`
    with recursive source (kind, name, place) as (
      select f.kind, f.name, 1 from (${next(sql`true`)}) as f
      union all
      select n.kind, n.name, s.place + 1
      from source s cross join lateral (${next(sql`(${leads.wonKind}, ${sourceNameOf}) > (s.kind, s.name)`)}) as n
      where s.place < ${limit}::int
    ) select kind, name from source`);
}

export function selectLeadCounts(build: Build) {
  return build.execute<{ total: number; newsletter: number; footer: number }>(sql`
    select count(*)::int as total,
      count(*) filter (where source in ('newsletter', 'newsletter-page'))::int as newsletter,
      count(*) filter (where source = 'footer')::int as footer
    from ${leads}`);
}

/** The next leads after the given one, newest first; the first ones for null. */
export function selectLeadsAfter(
  build: Build,
  filter: ListFilter,
  behind: { createdAt: Date; id: string } | null,
  limit: number,
) {
  // JavaScript dates have milliseconds, Postgres microseconds: take the exact time from the row itself.
  const place =
    behind &&
    sql`(${leads.createdAt}, ${leads.id}) < (
    coalesce((select l.created_at from ${leads} l where l.id = ${behind.id}::uuid), ${behind.createdAt.toISOString()}::timestamptz),
    ${behind.id}::uuid)`;
  return withArticles(build, pageOf(build, and(matches(filter), place ?? undefined), limit, 0));
}

export function selectLead(build: Build, id: string) {
  return build.select({ email: leads.email }).from(leads).where(eq(leads.id, id));
}

/** Inserts leads and returns those inserted. Existing addresses are left unchanged, case-insensitively. */
export function insertLeads(build: Build, rows: readonly ImportedLead[]) {
  return build.execute<{ email: string }>(sql`
    insert into ${leads} (email, source, status, created_at)
    select given.email, given.source, given.status, coalesce(given."createdAt", now())
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (email text, source text, status text, "createdAt" timestamptz)
    on conflict do nothing returning email`);
}

export const leadExists = (id: string) =>
  sql`exists (select 1 from ${leads} where ${leads.id} = ${id}::uuid)`;
