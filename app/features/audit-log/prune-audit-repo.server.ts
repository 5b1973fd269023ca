// SQL that removes old audit entries, network addresses, sessions and links.
import { oneTimeTokens, sessions } from 'db/schema/accounts';
import { articlePreviews } from 'db/schema/article-history';
import { auditLog } from 'db/schema/audit';
import { sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';

interface Batch {
  /** Entries from before this time are old. */
  before: Date;
  most: number;
}

const counted = sql`select count(*)::int as lines`;

/** Deletes one batch of old entries of these events. */
export function deleteOldLines(build: Build, events: readonly string[], { before, most }: Batch) {
  const kinds = sql.join(
    events.map((event) => sql`${event}`),
    sql`, `,
  );
  return build.execute<{ lines: number }>(sql`
    with gone as (
      delete from ${auditLog} where id in (
        select id from ${auditLog} where event in (${kinds}) and at < ${before.toISOString()}::timestamptz
        limit ${most}::int for update skip locked)
      returning 1
    ) ${counted} from gone`);
}

/**
 * Removes the network address from one batch of old entries. Those without an actor get the name "Someone".
 */
export function clearAddresses(build: Build, { before, most }: Batch) {
  return build.execute<{ lines: number }>(sql`
    with cleared as (
      update ${auditLog} set address = null,
        details = case when actor_id is null and not details ?| array['who', 'cause']
          then details || '{"who": "Someone"}' else details end
      where id in (
        select id from ${auditLog} where address is not null and at < ${before.toISOString()}::timestamptz
        order by at limit ${most}::int for update skip locked)
      returning 1
    ) ${counted} from cleared`);
}

/**
 * Deletes ended sessions except each account's newest, which keeps its time but not its network address and
 * device.
 */
export function clearEndedSessions(build: Build, { before, most }: Batch) {
  // A replaced session has the same start time as its replacement.
  const isFollowed = sql`(s.replaced_by is not null or exists (
    select from ${sessions} n where n.user_id = s.user_id and n.created_at > s.created_at))`;
  return build.execute<{ lines: number }>(sql`
    with old as (
      select id from ${sessions} where least(expires_at, revoked_at) < ${before.toISOString()}::timestamptz
        and (address is not null or user_agent is not null)
      order by least(expires_at, revoked_at) limit ${most}::int for update skip locked),
    gone as (delete from ${sessions} s using old where s.id = old.id and ${isFollowed}),
    cleared as (
      update ${sessions} s set address = null, known_network = null, user_agent = null from old where s.id = old.id and not ${isFollowed})
    ${counted} from old`);
}

/** Deletes one batch each of emailed links, with the addresses in them, and of preview links that expired before this time. */
export function deleteOldLinks(build: Build, { before, most }: Batch) {
  const oldIn = (table: typeof oneTimeTokens | typeof articlePreviews) => sql`
    delete from ${table} where hash in (
      select hash from ${table} where expires_at < ${before.toISOString()}::timestamptz
      order by expires_at limit ${most}::int for update skip locked)
    returning 1`;
  return build.execute<{ lines: number }>(sql`
    with tokens as (${oldIn(oneTimeTokens)}), previews as (${oldIn(articlePreviews)})
    ${counted} from (select from tokens union all select from previews) as gone`);
}
