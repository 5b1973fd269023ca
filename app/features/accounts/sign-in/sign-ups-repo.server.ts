// SQL for unconfirmed sign-ups.
import { oneTimeTokens, pendingSignUps, profiles, sessions, users } from 'db/schema/accounts';
import { auditLog } from 'db/schema/audit';
import { identities } from 'db/schema/sign-in-ways';
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import { VERIFY_HOURS } from '../account';

export interface NewSignUp {
  id: string;
  email: string;
  /** Null for a sign-up with an emailed code. */
  passwordHash: string | null;
  fullName: string;
  metadata: Record<string, unknown>;
  /** Key of the caller's network; see the table. */
  caller: string | null;
}

export function insertSignUp(build: Build, signUp: NewSignUp, condition: SQL = sql`true`) {
  const { id, email, passwordHash, fullName, metadata, caller } = signUp;
  return build.execute(sql`
    insert into ${pendingSignUps} (id, email, password_hash, full_name, user_metadata, caller, expires_at)
    select ${id}::uuid, ${email}, ${passwordHash}, ${fullName}, ${JSON.stringify(metadata)}::jsonb, ${caller},
      now() + make_interval(hours => ${VERIFY_HOURS})
    where ${condition}`);
}

/** Deletes expired sign-ups, whose links no longer work. */
export function deleteExpiredSignUps(build: Build, now: Date) {
  return build.execute<{ id: string }>(sql`
    delete from ${pendingSignUps} where expires_at < ${now.toISOString()}::timestamptz returning id`);
}

/**
 * Whether a sign-up created the account `u` and nothing happened to it since. Other accounts without a confirmed
 * address are not abandoned: those that an operator created, invited, changed or disabled, and those that
 * someone used. The entry of the sign-up has the same time as the account, because one transaction wrote
 * both. Another sign-up, or its email sent again, changes nothing here; otherwise anyone could keep an address in use.
 */
export const IS_ABANDONED = sql`(
  u.updated_at = u.created_at and u.email_verified_at is null and u.invited_at is null and u.password_hash is null
  and u.banned_until is null
  and exists (select from ${auditLog} l
    where l.event = 'signed_up' and l.at = u.created_at and l.subject = lower(u.email))
  and not exists (select from ${profiles} p where p.user_id = u.id and p.role is not null)
  and not exists (select from ${identities} i where i.user_id = u.id)
  and not exists (select from ${sessions} s where s.user_id = u.id))`;

/**
 * Whether an account keeps this address when another account wants to change to it. An abandoned sign-up does not:
 * anyone can sign up with any address.
 */
export function selectIsTaken(build: Build, email: string) {
  return build.execute<{ isTaken: boolean }>(sql`
    select exists (
      select from ${users} u where lower(u.email) = lower(${email}) and not ${IS_ABANDONED}) as "isTaken"`);
}

/**
 * Deletes abandoned accounts that a sign-up created before `before`. An open sign-up or link delays this, but
 * not beyond `latest`: the audit log loses the entry of the sign-up later, and then the account would keep its
 * address forever.
 */
export function deleteUnconfirmedUsers(
  build: Build,
  { now, before, latest, most }: { now: Date; before: Date; latest: Date; most: number },
) {
  return build.execute<{ id: string }>(sql`
    delete from ${users} where id in (
      select u.id from ${users} u
      where u.created_at < ${before.toISOString()}::timestamptz and ${IS_ABANDONED}
        and (u.created_at < ${latest.toISOString()}::timestamptz or (
          not exists (select from ${pendingSignUps} q where lower(q.email) = lower(u.email))
          and not exists (select from ${oneTimeTokens} t
            where t.user_id = u.id and t.spent_at is null and t.expires_at > ${now.toISOString()}::timestamptz)))
      order by u.created_at limit ${most}::int for update of u skip locked)
    returning id`);
}

export function deleteSignUps(build: Build, email: string) {
  return build.execute(sql`delete from ${pendingSignUps} where lower(email) = lower(${email})`);
}

/** The sign-ups of an address with a password, newest first. The rate limits keep them below 500. */
export function selectSignUps(build: Build, email: string) {
  return build.execute<{ id: string; passwordHash: string }>(sql`
    select id, password_hash as "passwordHash" from ${pendingSignUps}
    where lower(email) = lower(${email}) and expires_at > now() and password_hash is not null order by created_at desc`);
}

export interface Resend {
  email: string;
  /** The sign-up whose password was typed; null when the request does not name one. */
  signUpId: string | null;
  caller: string;
}

/**
 * The sign-up whose email to send again: the one whose password was typed, else one from the same network.
 * Sign-ups by strangers with the same address are left out.
 */
export const signUpOf = ({ email, signUpId, caller }: Resend) => sql`(
  select id from ${pendingSignUps}
  where lower(email) = lower(${email}) and expires_at > now() and password_hash is not null
    and (id = ${signUpId}::uuid or caller = ${caller})
  order by id is not distinct from ${signUpId}::uuid desc, created_at desc limit 1)`;

/** Extends the sign-up to the lifetime of the link that was just sent. */
export function extendSignUp(build: Build, resend: Resend, condition: SQL) {
  return build.execute(sql`
    update ${pendingSignUps} set expires_at = now() + make_interval(hours => ${VERIFY_HOURS})
    where id = ${signUpOf(resend)} and ${condition}`);
}

/**
 * The recipient, with the name from the sign-up that the request belongs to; the name is null without such a
 * sign-up.
 */
export function selectResent(build: Build, resend: Resend, condition: SQL) {
  return build.execute<{ email: string; isConfirmed: boolean; fullName: string | null }>(sql`
    select u.email, u.email_verified_at is not null as "isConfirmed",
      (select full_name from ${pendingSignUps} where id = ${signUpOf(resend)}) as "fullName"
    from ${users} u where lower(u.email) = lower(${resend.email}) and ${condition}`);
}
