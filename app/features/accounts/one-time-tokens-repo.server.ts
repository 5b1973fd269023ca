// The SQL of the tokens in mail links.
import { oneTimeTokens, profiles, sessions, users } from 'db/schema/accounts';
import { auditLog } from 'db/schema/audit';
import { sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import { NEW_PASSWORD_HOURS, RECOVERY_HOURS } from './account';
import type { ThrottleRule } from './throttle';
import { isWithin } from './throttle-repo.server';

type Build = Database['build'];

/** For a known account that has not asked too often; gives whom to write to. */
export function insertRecoveryToken(
  build: Build,
  hash: string,
  email: string,
  rules: readonly ThrottleRule[],
) {
  return build.execute<{ userId: string; email: string }>(sql`
    with made as (
      insert into ${oneTimeTokens} (hash, user_id, purpose, expires_at)
      select ${hash}, id, 'recovery', now() + make_interval(hours => ${RECOVERY_HOURS})
      from ${users} where lower(email) = lower(${email}) and ${isWithin(rules, 1)}
      returning user_id
    )
    select u.id as "userId", u.email from made join ${users} u on u.id = made.user_id`);
}

/** The line of the audit log, for whoever has not asked too often: a stranger must not be able to fill the log. */
export function insertResetRequested(
  build: Build,
  email: string,
  address: string,
  rules: readonly ThrottleRule[],
) {
  return build.execute(sql`
    insert into ${auditLog} (event, subject, address)
    select 'reset_requested', lower(${email}), ${address} where ${isWithin(rules, 1)}`);
}

/**
 * One row while the session, which a recovery link opened, is young enough to set a password with. Link and session
 * carry the moment of the one transaction that spent the former for the latter.
 */
export function selectRecovered(build: Build, sessionId: string) {
  return build.execute(sql`
    select 1 from ${sessions} s join ${oneTimeTokens} t on t.user_id = s.user_id and t.spent_at = s.created_at
    where s.id = ${sessionId}::uuid and t.purpose = 'recovery'
      and s.created_at > now() - make_interval(hours => ${NEW_PASSWORD_HOURS})`);
}

export type LinkRow = Record<string, unknown> & {
  purpose: 'verify' | 'recovery';
  userId: string;
  email: string;
};

/** What a link that still opens something is for. Reading spends nothing. */
export function selectLink(build: Build, hash: string) {
  return build.execute<LinkRow>(sql`
    select t.purpose, u.id as "userId", u.email from ${oneTimeTokens} t join ${users} u on u.id = t.user_id
    where t.hash = ${hash} and t.spent_at is null and t.expires_at > now()`);
}

/** The row this transaction spent: `now()` is the same in all its statements. */
const spentNow = (hash: string) => sql`${oneTimeTokens} t where t.hash = ${hash} and t.spent_at = now()`;

/** Whose session a link opens, for the same transaction. */
export const ownerOfSpent = (hash: string) =>
  sql`select t.user_id, u.email from ${users} u join ${oneTimeTokens} t on t.user_id = u.id where t.hash = ${hash} and t.spent_at = now()`;

/** Which session event that is. */
export const eventOfSpent = (hash: string) =>
  sql`(select case t.purpose when 'recovery' then 'password_recovery' else 'signed_in' end from ${oneTimeTokens} t where t.hash = ${hash})`;

/**
 * Spends a link and verifies the address. A first verification brings the name and password typed with this link's
 * sign-up; a recovery before any verification drops the password, which a stranger may have chosen.
 */
export function spendStatements(build: Build, hash: string) {
  return [
    build.execute<{ purpose: 'verify' | 'recovery' }>(sql`
      update ${oneTimeTokens} set spent_at = now()
      where hash = ${hash} and spent_at is null and expires_at > now() returning purpose`),
    build.execute(sql`
      update ${profiles} p set full_name = t.full_name from ${oneTimeTokens} t join ${users} u on u.id = t.user_id
      where t.hash = ${hash} and t.spent_at = now() and p.user_id = t.user_id and t.purpose = 'verify'
        and u.email_verified_at is null and t.full_name is not null`),
    build.execute(sql`
      update ${users} u set updated_at = now(), email_verified_at = coalesce(u.email_verified_at, now()),
        password_hash = case when u.email_verified_at is not null then u.password_hash
          when t.purpose = 'recovery' then null else coalesce(t.password_hash, u.password_hash) end
      from ${spentNow(hash)} and u.id = t.user_id`),
    build.execute(sql`
      update ${oneTimeTokens} o set spent_at = now() from ${spentNow(hash)}
        and o.user_id = t.user_id and o.spent_at is null and o.purpose = 'verify'`),
  ] as const;
}
