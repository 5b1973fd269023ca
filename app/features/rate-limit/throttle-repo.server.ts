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
}

const WAIT = sql`ceil(extract(epoch from ${authThrottle.endsAt} - now()))::int as wait`;

const textArray = (values: readonly string[]) =>
  sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`;

/** Counts in windows that have not ended. */
export function selectTries(build: Build, rules: readonly ThrottleRule[]) {
  return build.execute<Record<string, unknown> & Tries>(sql`
    select key, tries, ${WAIT} from ${authThrottle}
    where key = any(${textArray(rules.map((rule) => rule.key))}) and ends_at > now()`);
}

/**
 * Counts one attempt under each key. Keys of a kind always come in the same order, so that concurrent calls
 * do not deadlock.
 */
export function countTry(build: Build, rules: readonly ThrottleRule[]) {
  const rows = rules.map(
    (rule) => sql`(${rule.key}, 1, now() + make_interval(secs => ${rule.windowSeconds}))`,
  );
  return build.execute<Record<string, unknown> & Tries>(sql`
    insert into ${authThrottle} (key, tries, ends_at) values ${sql.join(rows, sql`, `)}
    on conflict (key) do update set
      tries = case when auth_throttle.ends_at <= now() then 1 else auth_throttle.tries + 1 end,
      ends_at = case when auth_throttle.ends_at <= now() then excluded.ends_at else auth_throttle.ends_at end
    returning key, tries, ${WAIT}`);
}

/** Removes a counted attempt that succeeded. */
export function uncountTry(build: Build, rules: readonly ThrottleRule[]) {
  return build.execute(sql`
    update ${authThrottle} set tries = greatest(tries - 1, 0)
    where key = any(${textArray(rules.map((rule) => rule.key))})`);
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
    returning key, tries, ${WAIT}`;

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
