// The SQL of sign-ups that wait for their confirmation.
import { pendingSignUps, users } from 'db/schema/accounts';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import { VERIFY_HOURS } from './account';

type Build = Database['build'];

export interface NewSignUp {
  id: string;
  email: string;
  /** Null for a sign-up by mailed code. */
  passwordHash: string | null;
  fullName: string;
  metadata: Record<string, unknown>;
  /** See the table. */
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

/** Expired ones: no link of theirs works any more. */
export function deleteExpiredSignUps(build: Build, now: Date) {
  return build.execute<{ id: string }>(sql`
    delete from ${pendingSignUps} where expires_at < ${now.toISOString()}::timestamptz returning id`);
}

export function deleteSignUps(build: Build, email: string) {
  return build.execute(sql`delete from ${pendingSignUps} where lower(email) = lower(${email})`);
}

/** Those of an address that have a password, newest first. Limits on sign-ups keep them below 500. */
export function selectSignUps(build: Build, email: string) {
  return build.execute<{ id: string; passwordHash: string }>(sql`
    select id, password_hash as "passwordHash" from ${pendingSignUps}
    where lower(email) = lower(${email}) and expires_at > now() and password_hash is not null order by created_at desc`);
}

export interface Resend {
  email: string;
  /** Of the sign-up whose password was typed, where the sign-in page knows it. */
  signUpId: string | null;
  caller: string;
}

/**
 * The sign-up that a request to send its mail again belongs to: the one whose password was typed, else one from the same network. A
 * stranger's is none of the owner's, though the address is the same.
 */
export const signUpOf = ({ email, signUpId, caller }: Resend) => sql`(
  select id from ${pendingSignUps}
  where lower(email) = lower(${email}) and expires_at > now() and password_hash is not null
    and (id = ${signUpId}::uuid or caller = ${caller})
  order by id is not distinct from ${signUpId}::uuid desc, created_at desc limit 1)`;

/** It lives as long as the link that was just mailed. */
export function prolongSignUp(build: Build, resend: Resend, condition: SQL) {
  return build.execute(sql`
    update ${pendingSignUps} set expires_at = now() + make_interval(hours => ${VERIFY_HOURS})
    where id = ${signUpOf(resend)} and ${condition}`);
}

/** The account to write to, with the name of the sign-up that the request belongs to; null where it belongs to none. */
export function selectResent(build: Build, resend: Resend, condition: SQL) {
  return build.execute<{ email: string; isConfirmed: boolean; fullName: string | null }>(sql`
    select u.email, u.email_verified_at is not null as "isConfirmed",
      (select full_name from ${pendingSignUps} where id = ${signUpOf(resend)}) as "fullName"
    from ${users} u where lower(u.email) = lower(${resend.email}) and ${condition}`);
}
