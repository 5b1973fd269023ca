// SQL for the leads screen.
import { leads } from 'db/schema/leads';
import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { ImportedLead } from './lead-csv';

type Build = Database['build'];

const columns = {
  id: leads.id,
  email: leads.email,
  source: leads.source,
  status: leads.status,
  createdAt: leads.createdAt,
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

/** Newest first. */
export function selectLeads(build: Build, text: string, limit: number, offset: number) {
  return build
    .select(columns)
    .from(leads)
    .where(mentions(text))
    .orderBy(desc(leads.createdAt), desc(leads.id))
    .limit(limit)
    .offset(offset);
}

export function countLeads(build: Build, text: string) {
  return build.select({ total: count() }).from(leads).where(mentions(text));
}

export function selectLeadCounts(build: Build) {
  return build.execute<{ total: number; newsletter: number; footer: number }>(sql`
    select count(*)::int as total,
      count(*) filter (where source in ('newsletter', 'newsletter-page'))::int as newsletter,
      count(*) filter (where source = 'footer')::int as footer
    from ${leads}`);
}

/** The next leads after the given one, newest first; the first ones for null. */
export function selectLeadsBehind(
  build: Build,
  behind: { createdAt: Date; id: string } | null,
  limit: number,
) {
  // JavaScript dates have milliseconds, Postgres microseconds: take the exact time from the row itself.
  const place =
    behind &&
    sql`(${leads.createdAt}, ${leads.id}) < (
    coalesce((select l.created_at from ${leads} l where l.id = ${behind.id}::uuid), ${behind.createdAt.toISOString()}::timestamptz),
    ${behind.id}::uuid)`;
  return build
    .select(columns)
    .from(leads)
    .where(and(place ?? undefined))
    .orderBy(desc(leads.createdAt), desc(leads.id))
    .limit(limit);
}

export function selectLead(build: Build, id: string) {
  return build.select(columns).from(leads).where(eq(leads.id, id));
}

/** Disables webhook events for this transaction: imported leads are not new subscribers. */
export function disableLeadEvents(build: Build) {
  return build.execute(sql`select set_config('magazine.events', 'off', true)`);
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
