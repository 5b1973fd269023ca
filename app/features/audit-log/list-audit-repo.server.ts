// SQL that reads the audit log. Pages start at a position in the index, so deep pages cost as much as the
// first.
import { profiles, users } from 'db/schema/accounts';
import { auditLog } from 'db/schema/audit';
import { categories } from 'db/schema/categories';
import { tags } from 'db/schema/tags';
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { AuditCursor, AuditFilter } from './audit-filter';
import { NOISY_EVENT } from './audit-text';
import { ALL_EVENTS, PERIODS } from './audit-view';

export type AuditRow = Record<string, unknown> & {
  id: number;
  /** Microseconds since 1970, as digits. */
  micros: string;
  event: string;
  subject: string | null;
  address: string | null;
  details: Record<string, unknown>;
  actorId: string | null;
  actorName: string | null;
};

/** Newest first. With `after`: the page that ends just above that position, oldest first. */
export function selectEntries(build: Build, filter: AuditFilter, limit: number) {
  const order = filter.after ? sql`l.at asc, l.id asc` : sql`l.at desc, l.id desc`;
  // Limit first and join names afterwards. Otherwise every skipped entry would be joined too.
  return build.execute<AuditRow>(sql`
    select l.id::float8 as id, (extract(epoch from l.at) * 1000000)::bigint::text as micros, l.event, l.subject, l.address,
      l.details, l.actor_id as "actorId", coalesce(nullif(p.full_name, ''), u.email) as "actorName"
    from (select * from ${auditLog} l where ${conditions(filter)} order by ${order} limit ${limit}::int) l
    left join ${users} u on u.id = l.actor_id left join ${profiles} p on p.user_id = l.actor_id
    order by ${order}`);
}

function conditions(filter: AuditFilter): SQL {
  const { q, event, person, period, before, after } = filter;
  const days = PERIODS.find(({ value }) => value === period)?.days ?? null;
  const parts = [sql`true`];
  if (event === '') parts.push(sql`l.event <> ${NOISY_EVENT}`);
  else if (event !== ALL_EVENTS) parts.push(sql`l.event = ${event}`);
  if (person) parts.push(sql`l.actor_id = ${person}::uuid`);
  if (days !== null) parts.push(sql`l.at > now() - make_interval(days => ${days}::int)`);
  if (q !== '') parts.push(sql`l.subject ilike ${`%${q.replace(/[\\%_]/g, '\\$&')}%`}`);
  if (before) parts.push(sql`(l.at, l.id) < ${place(before)}`);
  if (after) parts.push(sql`(l.at, l.id) > ${place(after)}`);
  return sql.join(parts, sql` and `);
}

const place = ({ micros, id }: AuditCursor) =>
  sql`('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond', ${id}::bigint)`;

/** All distinct events, with one index lookup each. */
export function selectEvents(build: Build) {
  return build.execute<{ event: string }>(sql`
    with recursive events as (
      (select event from ${auditLog} order by event limit 1)
      union all
      select (select l.event from ${auditLog} l where l.event > events.event order by l.event limit 1)
      from events where events.event is not null
    )
    select event from events where event is not null`);
}

/** Staff, and the person in the filter. */
export function selectAuditPeople(build: Build, person: string | null) {
  return build.execute<{ id: string; name: string }>(sql`
    select u.id, coalesce(nullif(p.full_name, ''), u.email) as name
    from ${users} u join ${profiles} p on p.user_id = u.id
    where p.role is not null or u.id = ${person}::uuid order by name limit 200`);
}

/** Names for the ids in changes. */
export function selectNames(build: Build) {
  return build.execute<{ id: string; name: string }>(sql`
    select id, name from ${categories} union all (select id, name from ${tags} limit 5000)`);
}
