// The SQL of the tokens in mail links, and of the six digits beside them.
import { oneTimeTokens, profiles, sessions, users } from 'db/schema/accounts';
import { auditLog } from 'db/schema/audit';
import { authCodes } from 'db/schema/sign-in-ways';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import { CODE_MINUTES, DIGITS_HOURS, NEW_PASSWORD_HOURS } from './account';
import type { MailTrip } from './mail-trip';

type Build = Database['build'];

/** What a link opens. */
export type Purpose = 'verify' | 'recovery' | 'magiclink' | 'invite' | 'email_change';

export interface NewMailToken {
  hash: string;
  otpHash: string;
  purpose: Purpose | 'reauthentication';
  hours: number;
  /** Of the account, not of a new address. */
  email: string;
  /** Whose account it is, where that is known: it may have no address. */
  userId?: string;
  /** Nothing is to be sent, and nobody may notice. */
  isVoid?: boolean;
  newEmail?: string;
  /** What a first verification by this link writes into the account. */
  brings?: Brought;
  trip: MailTrip;
}

/** Null leaves what is there. */
interface Brought {
  passwordHash: string | null;
  fullName: string | null;
  metadata: Record<string, unknown> | null;
}

/**
 * For a known account that has not asked too often; gives whom to write to. The digits of an older mail of this kind
 * are worth nothing any more, so that many mails do not make them easier to guess.
 */
export function mailTokenStatements(build: Build, token: NewMailToken, condition: SQL = sql`true`) {
  const { hash, otpHash, purpose, hours, email, userId, newEmail = null, brings, trip } = token;
  const whose = userId ? sql`u.id = ${userId}::uuid` : sql`lower(u.email) = lower(${email})`;
  const isDue = sql`${whose} and ${token.isVoid ? sql`false` : condition}`;
  return [
    build.execute(sql`
      update ${oneTimeTokens} t set otp_hash = null from ${users} u
      where u.id = t.user_id and t.purpose = ${purpose} and t.otp_hash is not null and ${isDue}`),
    build.execute<{ userId: string; email: string }>(sql`
      with made as (
        insert into ${oneTimeTokens} (hash, otp_hash, user_id, purpose, new_email, password_hash, full_name, user_metadata,
          redirect_to, code_challenge, expires_at)
        select ${hash}, ${otpHash}, u.id, ${purpose}, ${newEmail}, ${brings?.passwordHash ?? null}, ${brings?.fullName ?? null},
          ${brings?.metadata ? JSON.stringify(brings.metadata) : null}::jsonb, ${trip.redirectTo}, ${trip.codeChallenge},
          now() + make_interval(hours => ${hours})
        from ${users} u where ${isDue}
        returning user_id
      )
      select u.id as "userId", coalesce(u.email, '') as email from made join ${users} u on u.id = made.user_id`),
  ] as const;
}

/** Whoever is invited again has the newer link alone: the older one may lie where it should not. */
export function spendInvitations(build: Build, userId: string) {
  return build.execute(sql`
    update ${oneTimeTokens} set spent_at = now()
    where user_id = ${userId}::uuid and purpose = 'invite' and spent_at is null`);
}

/** The line of the audit log, for whoever has not asked too often: a stranger must not be able to fill the log. */
export function insertResetRequested(build: Build, email: string, address: string, condition: SQL) {
  return build.execute(sql`
    insert into ${auditLog} (event, subject, address)
    select 'reset_requested', lower(${email}), ${address} where ${condition}`);
}

const began = (purpose: Purpose) => sql`s.amr @> ${JSON.stringify([{ method: purpose }])}::jsonb`;

/**
 * What the beginning of a session says about setting a password: whether a recovery link or an invitation opened it, a short
 * while ago; and whether nothing was shown in it but that a new address is the person's. The session itself tells: links
 * that lay open beside the one that was opened are spent in the same moment, and say nothing.
 */
export function selectBeginning(build: Build, sessionId: string) {
  return build.execute<{ isRecovered: boolean; isByNewAddress: boolean }>(sql`
    select (${began('recovery')} or ${began('invite')})
        and s.created_at > now() - make_interval(hours => ${NEW_PASSWORD_HOURS}) as "isRecovered",
      ${began('email_change')} and not exists (select 1 from jsonb_array_elements(s.amr) e where e->>'method' <> 'email_change') as "isByNewAddress"
    from ${sessions} s where s.id = ${sessionId}::uuid`);
}

export type LinkRow = Record<string, unknown> & {
  purpose: Purpose;
  userId: string;
  email: string;
  redirectTo: string | null;
  codeChallenge: string | null;
};

const IS_OPEN = sql`t.spent_at is null and t.expires_at > now() and t.purpose <> 'reauthentication'`;

/** What a link that still opens something is for. Reading spends nothing. */
export function selectLink(build: Build, hash: string) {
  return build.execute<LinkRow>(sql`
    select t.purpose, u.id as "userId", coalesce(t.new_email, u.email) as email, t.redirect_to as "redirectTo",
      t.code_challenge as "codeChallenge"
    from ${oneTimeTokens} t join ${users} u on u.id = t.user_id where t.hash = ${hash} and ${IS_OPEN}`);
}

/** The token whose mail carried these digits, while they are young enough to count. */
export function selectByDigits(build: Build, otpHash: string, purposes: readonly Purpose[]) {
  const kinds = sql.join(
    purposes.map((purpose) => sql`${purpose}`),
    sql`, `,
  );
  return build.execute<{ hash: string }>(sql`
    select t.hash from ${oneTimeTokens} t where t.otp_hash = ${otpHash} and t.purpose in (${kinds}) and ${IS_OPEN}
      and t.created_at > now() - make_interval(hours => ${DIGITS_HOURS})`);
}

/** Digits that show again who a person is. One row if they were right: they are spent then. */
export function spendReauthentication(build: Build, userId: string, otpHash: string) {
  return build.execute<{ userId: string }>(sql`
    update ${oneTimeTokens} set spent_at = now()
    where user_id = ${userId}::uuid and otp_hash = ${otpHash} and purpose = 'reauthentication'
      and spent_at is null and expires_at > now() returning user_id as "userId"`);
}

/** The row this transaction spent: `now()` is the same in all its statements. */
const spentNow = (hash: string) => sql`${oneTimeTokens} t where t.hash = ${hash} and t.spent_at = now()`;

/** Whose session a link opens, for the same transaction. */
export const ownerOfSpent = (hash: string) =>
  sql`select t.user_id, u.email from ${users} u join ${oneTimeTokens} t on t.user_id = u.id where t.hash = ${hash} and t.spent_at = now()`;

/** Which session event that is. */
export const eventOfSpent = (hash: string) =>
  sql`(select case t.purpose when 'recovery' then 'password_recovery' else 'signed_in' end from ${oneTimeTokens} t where t.hash = ${hash})`;

/** How its person showed who they are. */
export const methodOfSpent = (hash: string) =>
  sql`(select case t.purpose when 'verify' then 'email/signup' else t.purpose end from ${oneTimeTokens} t where t.hash = ${hash})`;

/** Whoever was invited, or has a role, did not sign up: a stranger may have, in their name. */
const SIGNED_UP = sql`u.invited_at is null
  and not exists (select 1 from ${profiles} r where r.user_id = u.id and r.role is not null)`;

/**
 * Spends a link and verifies the address. A first verification brings the name and password typed with this link's
 * sign-up; any other link before a verification drops the password, which a stranger may have chosen. A new address
 * ends the links that were mailed to the old one, and whoever came in by any link needs no invitation any more.
 */
export function spendStatements(build: Build, hash: string) {
  return [
    build.execute<{ purpose: Purpose }>(sql`
      update ${oneTimeTokens} set spent_at = now()
      where hash = ${hash} and spent_at is null and expires_at > now() and purpose <> 'reauthentication'
      returning purpose`),
    build.execute(sql`
      update ${profiles} p set full_name = t.full_name from ${oneTimeTokens} t join ${users} u on u.id = t.user_id
      where t.hash = ${hash} and t.spent_at = now() and p.user_id = t.user_id and t.purpose = 'verify'
        and u.email_verified_at is null and ${SIGNED_UP} and t.full_name is not null`),
    build.execute(sql`
      update ${users} u set updated_at = now(), email_verified_at = coalesce(u.email_verified_at, now()),
        email = coalesce(t.new_email, u.email),
        user_metadata = case when u.email_verified_at is null and t.purpose = 'verify' and ${SIGNED_UP}
          then coalesce(t.user_metadata, u.user_metadata) else u.user_metadata end,
        password_hash = case when u.email_verified_at is not null then u.password_hash
          when t.purpose = 'verify' and ${SIGNED_UP} then coalesce(t.password_hash, u.password_hash) end
      from ${spentNow(hash)} and u.id = t.user_id`),
    build.execute(sql`
      update ${oneTimeTokens} o set spent_at = now() from ${spentNow(hash)}
        and o.user_id = t.user_id and o.spent_at is null
        and (o.purpose in ('verify', 'invite') or t.purpose = 'email_change' or (o.purpose = t.purpose and o.purpose in ('email_change', 'magiclink')))`),
  ] as const;
}

/** Instead of a session: a code for the client that waits with its verifier. */
export function insertCodeOfSpent(build: Build, linkHash: string, codeHash: string) {
  return build.execute<{ userId: string }>(sql`
    insert into ${authCodes} (hash, user_id, code_challenge, method, expires_at)
    select ${codeHash}, t.user_id, t.code_challenge, case t.purpose when 'verify' then 'email/signup' else t.purpose end,
      now() + make_interval(mins => ${CODE_MINUTES})
    from ${spentNow(linkHash)} and t.code_challenge is not null returning user_id as "userId"`);
}
