// The SQL of the tokens in mail links, and of the six digits beside them.
import { oneTimeTokens, pendingSignUps, profiles, sessions, users } from 'db/schema/accounts';
import { auditLog } from 'db/schema/audit';
import { authCodes, identities } from 'db/schema/sign-in-ways';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import { CODE_MINUTES, DIGITS_HOURS, NEW_PASSWORD_HOURS } from './account';
import type { MailTrip } from './mail-trip';
import { endAllByEmailChange, insertUndoToken } from './undo-email-change-repo.server';

type Build = Database['build'];

/** What a link opens. */
export type Purpose = 'verify' | 'recovery' | 'magiclink' | 'invite' | 'email_change' | 'email_undo';

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
  /** Only while the address is not confirmed yet. */
  isForUnconfirmed?: boolean;
  /** The id of the sign-up whose mail this is: a first confirmation by this link brings its password, name and metadata. */
  signUp?: SQL | string;
  trip: MailTrip;
}

/**
 * For a known account that has not asked too often; gives whom to write to. The digits of an older mail of this kind
 * are worth nothing any more, so that many mails do not make them easier to guess.
 */
export function mailTokenStatements(build: Build, token: NewMailToken, condition: SQL = sql`true`) {
  return [
    build.execute(sql`
      update ${oneTimeTokens} t set otp_hash = null from ${users} u
      where u.id = t.user_id and t.purpose = ${token.purpose} and t.otp_hash is not null and ${isDue(token, condition)}`),
    insertMailToken(build, token, condition),
  ] as const;
}

/** Without touching the digits of older mails: those of a sign-up stay good when somebody else signs up. */
export function insertMailToken(build: Build, token: NewMailToken, condition: SQL = sql`true`) {
  const { hash, otpHash, purpose, hours, newEmail = null, signUp = null, trip } = token;
  return build.execute<{ userId: string; email: string }>(sql`
    with made as (
      insert into ${oneTimeTokens} (hash, otp_hash, user_id, purpose, new_email, sign_up_id, redirect_to, code_challenge,
        expires_at)
      select ${hash}, ${otpHash}, u.id, ${purpose}, ${newEmail}, (${signUp})::uuid, ${trip.redirectTo}, ${trip.codeChallenge},
        now() + make_interval(hours => ${hours})
      from ${users} u where ${isDue(token, condition)}
      returning user_id
    )
    select u.id as "userId", coalesce(u.email, '') as email from made join ${users} u on u.id = made.user_id`);
}

function isDue({ userId, email, isVoid, isForUnconfirmed }: NewMailToken, condition: SQL): SQL {
  const whose = userId ? sql`u.id = ${userId}::uuid` : sql`lower(u.email) = lower(${email})`;
  const isWanted = isForUnconfirmed ? sql`u.email_verified_at is null` : sql`true`;
  return sql`${whose} and ${isWanted} and ${isVoid ? sql`false` : condition}`;
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
 * Whether a recovery link, an invitation, or the confirmation of an account without a password opened a session, a short while ago: it
 * may set a password then without the present one. The session itself tells: links that lay open beside the one that was opened are
 * spent in the same moment, and say nothing.
 */
export function selectBeginning(build: Build, sessionId: string) {
  return build.execute<{ isRecovered: boolean }>(sql`
    select (${began('recovery')} or ${began('invite')} or (u.password_hash is null and s.amr @> '[{"method": "email/signup"}]'))
      and s.created_at > now() - make_interval(hours => ${NEW_PASSWORD_HOURS}) as "isRecovered"
    from ${sessions} s join ${users} u on u.id = s.user_id where s.id = ${sessionId}::uuid`);
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
  sql`(select case t.purpose when 'recovery' then 'password_recovery' when 'email_change' then 'user_email_changed'
    else 'signed_in' end from ${oneTimeTokens} t where t.hash = ${hash})`;

/** How its person showed who they are. */
export const methodOfSpent = (hash: string) =>
  sql`(select case t.purpose when 'verify' then 'email/signup' else t.purpose end from ${oneTimeTokens} t where t.hash = ${hash})`;

/** An account that was invited, or has a role, takes nothing from a sign-up: a stranger may have made it. */
const TAKES_SIGN_UP = sql`u.email_verified_at is null and u.invited_at is null
  and not exists (select 1 from ${profiles} r where r.user_id = u.id and r.role is not null)`;

/**
 * Whether the sign-up `s` of the link `t` is the only one. Any other open link of the unconfirmed account competes with it, unless
 * it belongs to a sign-up with the same password: then one of the two may be a stranger's, and neither password counts.
 */
const IS_SOLE = sql`not exists (
  select 1 from ${oneTimeTokens} o left join ${pendingSignUps} os on os.id = o.sign_up_id
  where o.user_id = t.user_id and o.hash <> t.hash and o.spent_at is null and o.expires_at > now()
    and os.password_hash is distinct from s.password_hash)`;

/** Follows `confirmed`, the ids of accounts whose address was confirmed just now: a stranger may have begun all of this. */
export const END_WHAT_BEGAN_BEFORE = sql`
  ended_sessions as (
    update ${sessions} set revoked_at = coalesce(revoked_at, now()), known_network = null
    where (revoked_at is null or known_network is not null) and user_id in (select id from confirmed)),
  ended_identities as (delete from ${identities} where user_id in (select id from confirmed)),
  ended_codes as (
    update ${authCodes} set spent_at = now() where spent_at is null and user_id in (select id from confirmed)),
  ended_links as (
    update ${oneTimeTokens} set spent_at = now() where spent_at is null and user_id in (select id from confirmed))`;

/**
 * Spends a link and confirms the address. A first confirmation brings the name and metadata of the sign-up whose mail this was,
 * and its password if nothing competes with it; in any other case the account has no password afterwards. It ends sessions,
 * links, codes and identities from before. A new address ends all sessions and the links that were mailed to the old
 * one, and after any link open invitations and sign-up links are spent.
 *
 * The person's row is locked first: of two links at once the second finds itself spent.
 * @param undoHash of the link that undoes a change of address; the second statement tells whether there is one
 */
export function spendStatements(build: Build, hash: string, undoHash: string) {
  return [
    build.execute(sql`
      with person as (
        select u.id from ${users} u join ${oneTimeTokens} t on t.user_id = u.id where t.hash = ${hash} for no key update of u)
      update ${oneTimeTokens} set spent_at = now()
      where hash = ${hash} and spent_at is null and expires_at > now() and purpose not in ('reauthentication', 'email_undo')
        and user_id in (select id from person)`),
    insertUndoToken(build, hash, undoHash),
    build.execute(sql`
      update ${profiles} p set full_name = s.full_name
      from ${oneTimeTokens} t join ${users} u on u.id = t.user_id join ${pendingSignUps} s on s.id = t.sign_up_id
      where t.hash = ${hash} and t.spent_at = now() and p.user_id = t.user_id and s.full_name <> '' and ${TAKES_SIGN_UP}`),
    build.execute(sql`
      update ${users} u set updated_at = now(), email_verified_at = coalesce(u.email_verified_at, now()),
        email = coalesce(t.new_email, u.email),
        user_metadata = case when s.id is not null and ${TAKES_SIGN_UP} then u.user_metadata || s.user_metadata else u.user_metadata end,
        password_hash = case when u.email_verified_at is not null then u.password_hash
          when s.id is not null and ${TAKES_SIGN_UP} and ${IS_SOLE} then s.password_hash end
      from ${oneTimeTokens} t left join ${pendingSignUps} s on s.id = t.sign_up_id
      where t.hash = ${hash} and t.spent_at = now() and u.id = t.user_id`),
    build.execute(sql`
      update ${oneTimeTokens} o set spent_at = now() from ${spentNow(hash)}
        and o.user_id = t.user_id and o.spent_at is null and o.purpose <> 'email_undo'
        and (o.purpose in ('verify', 'invite') or t.purpose = 'email_change' or (o.purpose = t.purpose and o.purpose in ('email_change', 'magiclink')))`),
    endAllByEmailChange(build, hash),
    build.execute<{ purpose: Purpose; choosesPassword: boolean }>(sql`
      with confirmed as (
        select u.id from ${users} u join ${oneTimeTokens} t on t.user_id = u.id
        where t.hash = ${hash} and t.spent_at = now() and t.purpose <> 'email_change' and u.email_verified_at = now()),
      ${END_WHAT_BEGAN_BEFORE}
      select t.purpose, t.purpose in ('recovery', 'invite') or (t.purpose = 'verify' and u.password_hash is null
          and (s.id is null or s.password_hash is not null)) as "choosesPassword"
      from ${oneTimeTokens} t join ${users} u on u.id = t.user_id left join ${pendingSignUps} s on s.id = t.sign_up_id
      where t.hash = ${hash} and t.spent_at = now()`),
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
