// The SQL of counted tries. The database's clock decides, because all isolates share it.
import { authThrottle } from 'db/schema/accounts';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { ThrottleRule } from './throttle';

type Build = Database['build'];

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

/** Windows that have not ended yet. */
export function selectTries(build: Build, rules: readonly ThrottleRule[]) {
  return build.execute<Record<string, unknown> & Tries>(sql`
    select key, tries, ${WAIT} from ${authThrottle}
    where key = any(${textArray(rules.map((rule) => rule.key))}) and ends_at > now()`);
}

/** One more try under each key. Keys of one kind come in one order, so that two callers never lock crosswise. */
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

/** Takes a try back that turned out right. */
export function uncountTry(build: Build, rules: readonly ThrottleRule[]) {
  return build.execute(sql`
    update ${authThrottle} set tries = greatest(tries - 1, 0)
    where key = any(${textArray(rules.map((rule) => rule.key))})`);
}

/** One more try under a key, if `condition` holds by then; its row otherwise not. */
export function countTryIf(build: Build, rule: ThrottleRule, condition: SQL) {
  return build.execute<Record<string, unknown> & Tries>(sql`
    insert into ${authThrottle} (key, tries, ends_at)
    select ${rule.key}::text, 1, now() + make_interval(secs => ${rule.windowSeconds}) where ${condition}
    on conflict (key) do update set
      tries = case when auth_throttle.ends_at <= now() then 1 else auth_throttle.tries + 1 end,
      ends_at = case when auth_throttle.ends_at <= now() then excluded.ends_at else auth_throttle.ends_at end
    returning key, tries, ${WAIT}`);
}

/** True inside a statement while no key is used up; `spare` more tries than the limit are let through. */
export function isWithin(rules: readonly ThrottleRule[], spare = 0) {
  if (rules.length === 0) return sql`true`;
  const used = rules.map((rule) => sql`(key = ${rule.key} and tries >= ${rule.limit + spare}::int)`);
  return sql`not exists (select 1 from ${authThrottle} where ends_at > now() and (${sql.join(used, sql` or `)}))`;
}

/** A few rows that count for nothing any more; every writer takes some along. */
export function deleteEndedTries(build: Build) {
  return build.execute(sql`
    delete from ${authThrottle} where key in (
      select key from ${authThrottle} where ends_at < now() - interval '1 minute' limit 20 for update skip locked)`);
}
