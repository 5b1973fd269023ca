// SQL for counted attempts. Uses the database's clock, which all isolates share.
import { authThrottle } from 'db/schema/accounts';
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { ThrottleRule } from './throttle';

export interface Tries {
  key: string;
  tries: number;
  /** Seconds until the window ends. */
  wait: number;
  /** The end of the window, which distinguishes it from the next one. */
  endsAt: string;
}

const TRIES = sql`key, tries, ceil(extract(epoch from ${authThrottle.endsAt} - now()))::int as wait, ends_at::text as "endsAt"`;

const textArray = (values: readonly string[]) =>
  sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`;

/** Counts in windows that have not ended. */
export function selectTries(build: Build, rules: readonly ThrottleRule[]) {
  return build.execute<Record<string, unknown> & Tries>(sql`
    select ${TRIES} from ${authThrottle}
    where key = any(${textArray(rules.map((rule) => rule.key))}) and ends_at > now()`);
}

/** Keys of a kind always come in the same order, so that concurrent calls do not deadlock. */
function insertTries(rules: readonly ThrottleRule[], condition: SQL): SQL {
  const rows = rules.map((rule) => sql`(${rule.key}::text, ${rule.windowSeconds}::int)`);
  return sql`
    insert into ${authThrottle} (key, tries, ends_at)
    select v.key, 1, now() + make_interval(secs => v.seconds) from (values ${sql.join(rows, sql`, `)}) as v (key, seconds)
    where ${condition}
    on conflict (key) do update set
      tries = case when auth_throttle.ends_at <= now() then 1 else auth_throttle.tries + 1 end,
      ends_at = case when auth_throttle.ends_at <= now() then excluded.ends_at else auth_throttle.ends_at end
    returning ${TRIES}`;
}

/** Counts one attempt under each key. */
export function countTry(build: Build, rules: readonly ThrottleRule[]) {
  return build.execute<Record<string, unknown> & Tries>(insertTries(rules, sql`true`));
}

/**
 * Counts one attempt under each key if `condition` holds. Otherwise it returns the counts for which the
 * condition did not hold: both parts of the statement read the same snapshot.
 */
export function countTryUnderAllIf(build: Build, rules: readonly ThrottleRule[], condition: SQL) {
  return build.execute<Record<string, unknown> & Tries & { isCounted: boolean }>(sql`
    with counted as (${insertTries(rules, condition)})
    select counted.*, true as "isCounted" from counted
    union all
    select ${TRIES}, false from ${authThrottle}
    where key = any(${textArray(rules.map((rule) => rule.key))}) and ends_at > now() and not exists (select from counted)`);
}

/**
 * Removes a counted attempt that succeeded, unless its window has ended: the next window must not allow more
 * attempts. Locks the rows in the order in which they were counted.
 */
export function uncountTry(build: Build, counted: readonly Tries[]) {
  const keys = textArray(counted.map(({ key }) => key));
  const ends = textArray(counted.map(({ endsAt }) => endsAt));
  return build.execute(sql`
    with counted as (
      select t.key from ${authThrottle} t
      join unnest(${keys}, ${ends}) with ordinality as c (key, ends_at, position) on c.key = t.key and c.ends_at = t.ends_at::text
      order by c.position for update of t)
    update ${authThrottle} set tries = tries - 1 from counted where auth_throttle.key = counted.key`);
}

/** Forgets all counted attempts. */
export function deleteTries(build: Build, rules: readonly ThrottleRule[]) {
  return build.execute(sql`
    delete from ${authThrottle} where key = any(${textArray(rules.map((rule) => rule.key))})`);
}

const upsertTries = (rule: ThrottleRule, condition: SQL, amount = 1) => sql`
    insert into ${authThrottle} (key, tries, ends_at)
    select ${rule.key}::text, ${amount}::int, now() + make_interval(secs => ${rule.windowSeconds}) where ${condition}
    on conflict (key) do update set
      tries = excluded.tries + case when auth_throttle.ends_at <= now() then 0 else auth_throttle.tries end,
      ends_at = case when auth_throttle.ends_at <= now() then excluded.ends_at else auth_throttle.ends_at end
    returning ${TRIES}`;

/** Counts one attempt if `condition` holds. Otherwise it returns no row. */
export function countTryIf(build: Build, rule: ThrottleRule, condition: SQL) {
  return build.execute<Record<string, unknown> & Tries>(upsertTries(rule, condition));
}

/** Counts `amount` attempts. */
export function countTries(build: Build, rule: ThrottleRule, amount: number) {
  return build.execute<Record<string, unknown> & Tries>(upsertTries(rule, sql`true`, amount));
}

/**
 * Counts one attempt under each key in turn, up to the first that exceeds its limit. A refused attempt does
 * not use up later rules.
 */
export function countTryInTurn(build: Build, rules: readonly ThrottleRule[]) {
  const counts = rules.map((rule, index) => {
    const previous = rules[index - 1];
    const isNext = previous
      ? sql`exists (select 1 from ${sql.identifier(`count_${index - 1}`)} where tries <= ${previous.limit}::int)`
      : sql`true`;
    return sql`${sql.identifier(`count_${index}`)} as (${upsertTries(rule, isNext)})`;
  });
  const all = rules.map((_, index) => sql`select * from ${sql.identifier(`count_${index}`)}`);
  return build.execute<Record<string, unknown> & Tries>(
    sql`with ${sql.join(counts, sql`, `)} ${sql.join(all, sql` union all `)}`,
  );
}

/** A condition: no key has used up its limit. `spare` allows that many more attempts. */
export function isWithin(rules: readonly ThrottleRule[], spare = 0) {
  if (rules.length === 0) return sql`true`;
  const used = rules.map((rule) => sql`(key = ${rule.key} and tries >= ${rule.limit + spare}::int)`);
  return sql`not exists (select 1 from ${authThrottle} where ends_at > now() and (${sql.join(used, sql` or `)}))`;
}

/** Deletes up to `limit` rows whose window has ended. Every writer runs this. */
export function deleteEndedTries(build: Build, limit = 20) {
  return build.execute(sql`
    delete from ${authThrottle} where key in (
      select key from ${authThrottle} where ends_at < now() - interval '1 minute'
      limit ${limit}::int for update skip locked)`);
}
