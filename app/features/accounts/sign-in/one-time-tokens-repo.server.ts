// SQL for the tokens of emailed links and the six digits beside them.
import { oneTimeTokens, pendingSignUps, profiles, sessions, users } from 'db/schema/accounts';
import { auditLog } from 'db/schema/audit';
import { authCodes, identities } from 'db/schema/sign-in-ways';
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import { CODE_MINUTES, DIGITS_HOURS, NEW_PASSWORD_HOURS } from '../account';
import {
  deleteStrangers,
  endAllByEmailChange,
  insertUndoToken,
} from '../profile/undo-email-change-repo.server';
import type { MailLinkTarget } from './mail-link-target';

/** What a link does. */
export type TokenPurpose = 'verify' | 'recovery' | 'magiclink' | 'invite' | 'email_change' | 'email_undo';

export interface NewMailToken {
  hash: string;
  otpHash: string;
  purpose: TokenPurpose | 'reauthentication';
  hours: number;
  /** The account's address, not a new one. */
  email: string;
  /** The account, if known. It may have no address. */
  userId?: string;
  newEmail?: string;
  /** Only while the address is unconfirmed. */
  isForUnconfirmed?: boolean;
  /**
   * The sign-up this email belongs to. A first confirmation by this link applies its password, name and
   * metadata.
   */
  signUp?: SQL | string;
  target: MailLinkTarget;
}

/**
 * Inserts a token if the account exists and `condition` holds, and returns the recipient. Invalidates the
 * digits of earlier emails of this kind, so that many emails do not make the digits easier to guess, and the
 * links to other new addresses, which may be misspelled.
 */
export function mailTokenStatements(build: Build, token: NewMailToken, condition: SQL = sql`true`) {
  const isElsewhere = sql`(t.spent_at is null and lower(t.new_email) <> lower(${token.newEmail ?? null}::text))`;
  return {
    oldTokens: build.execute(sql`
      update ${oneTimeTokens} t set otp_hash = null, spent_at = case when ${isElsewhere} then now() else t.spent_at end from ${users} u
      where u.id = t.user_id and t.purpose = ${token.purpose} and (t.otp_hash is not null or ${isElsewhere}) and ${isDue(token, condition)}`),
    mailed: insertMailToken(build, token, condition),
  };
}

/**
 * Inserts a token and keeps the digits of earlier emails: digits of a sign-up stay valid if someone else
 * signs up with the address.
 */
export function insertMailToken(build: Build, token: NewMailToken, condition: SQL = sql`true`) {
  const { hash, otpHash, purpose, hours, newEmail = null, signUp = null, target } = token;
  return build.execute<{ userId: string; email: string }>(sql`
    with made as (
      insert into ${oneTimeTokens} (hash, otp_hash, user_id, purpose, new_email, sign_up_id, redirect_to, code_challenge,
        expires_at)
      select ${hash}, ${otpHash}, u.id, ${purpose}, ${newEmail}, (${signUp})::uuid, ${target.redirectTo}, ${target.codeChallenge},
        now() + make_interval(hours => ${hours})
      from ${users} u where ${isDue(token, condition)}
      returning user_id
    )
    select u.id as "userId", coalesce(u.email, '') as email from made join ${users} u on u.id = made.user_id`);
}

function isDue({ userId, email, isForUnconfirmed }: NewMailToken, condition: SQL): SQL {
  const whose = userId ? sql`u.id = ${userId}::uuid` : sql`lower(u.email) = lower(${email})`;
  const isWanted = isForUnconfirmed ? sql`u.email_verified_at is null` : sql`true`;
  return sql`${whose} and ${isWanted} and ${condition}`;
}

/** Whether the account with this address has an open link that changes it to the new one. */
export const isChangingEmail = (email: string, newEmail: string) =>
  sql`exists (select 1 from ${oneTimeTokens} c join ${users} o on o.id = c.user_id
    where lower(o.email) = lower(${email}) and c.purpose = 'email_change' and lower(c.new_email) = lower(${newEmail})
      and c.spent_at is null and c.expires_at > now())`;

/** Invalidates earlier invitations when a new one is sent. */
export function spendInvitations(build: Build, userId: string) {
  return build.execute(sql`
    update ${oneTimeTokens} set spent_at = now()
    where user_id = ${userId}::uuid and purpose = 'invite' and spent_at is null`);
}

/** Writes the audit entry if `condition` holds. Without it, a stranger could fill the log. */
export function insertResetRequested(build: Build, email: string, address: string, condition: SQL) {
  return build.execute(sql`
    insert into ${auditLog} (event, subject, address)
    select 'reset_requested', lower(${email}), ${address} where ${condition}`);
}

const began = (purpose: TokenPurpose) => sql`s.amr @> ${JSON.stringify([{ method: purpose }])}::jsonb`;

/**
 * Whether the session was opened recently by a recovery link, an invitation, or the confirmation of an
 * account without a password. Such a session may set a password without the current one. Read from the
 * session itself, because spending a link spends other open links too.
 */
export function selectBeginning(build: Build, sessionId: string) {
  return build.execute<{ isRecovered: boolean }>(sql`
    select (${began('recovery')} or ${began('invite')} or (u.password_hash is null and s.amr @> '[{"method": "email/signup"}]'))
      and s.created_at > now() - make_interval(hours => ${NEW_PASSWORD_HOURS}) as "isRecovered"
    from ${sessions} s join ${users} u on u.id = s.user_id where s.id = ${sessionId}::uuid`);
}

export type LinkRow = Record<string, unknown> & {
  purpose: TokenPurpose;
  userId: string;
  email: string;
  redirectTo: string | null;
  codeChallenge: string | null;
};

const IS_OPEN = sql`t.spent_at is null and t.expires_at > now() and t.purpose <> 'reauthentication'`;

/** A link that is still valid. Reading does not spend it. */
export function selectMailLink(build: Build, hash: string) {
  return build.execute<LinkRow>(sql`
    select t.purpose, u.id as "userId", coalesce(t.new_email, u.email) as email, t.redirect_to as "redirectTo",
      t.code_challenge as "codeChallenge"
    from ${oneTimeTokens} t join ${users} u on u.id = t.user_id where t.hash = ${hash} and ${IS_OPEN}`);
}

/** Whether a link that is no longer valid was one that undoes an email change. */
export function selectIsUndoLink(build: Build, hash: string) {
  return build.execute<{ isUndo: boolean }>(sql`
    select exists (select 1 from ${oneTimeTokens} t where t.hash = ${hash} and t.purpose = 'email_undo') as "isUndo"`);
}

/** The token whose email contained these digits, if they have not expired. */
export function selectByDigits(build: Build, otpHash: string, purposes: readonly TokenPurpose[]) {
  const kinds = sql.join(
    purposes.map((purpose) => sql`${purpose}`),
    sql`, `,
  );
  return build.execute<{ hash: string }>(sql`
    select t.hash from ${oneTimeTokens} t where t.otp_hash = ${otpHash} and t.purpose in (${kinds}) and ${IS_OPEN}
      and t.created_at > now() - make_interval(hours => ${DIGITS_HOURS})`);
}

/** Spends the digits of a reauthentication email. One row if they were correct. */
export function spendReauthentication(build: Build, userId: string, otpHash: string) {
  return build.execute<{ userId: string }>(sql`
    update ${oneTimeTokens} set spent_at = now()
    where user_id = ${userId}::uuid and otp_hash = ${otpHash} and purpose = 'reauthentication'
      and spent_at is null and expires_at > now() returning user_id as "userId"`);
}

/** The token this transaction spent. `now()` is the same in all its statements. */
const spentNow = (hash: string) => sql`${oneTimeTokens} t where t.hash = ${hash} and t.spent_at = now()`;

/** The owner of the session that the link opens, in the same transaction. */
export const ownerOfSpent = (hash: string) =>
  sql`select t.user_id, u.email from ${users} u join ${oneTimeTokens} t on t.user_id = u.id where t.hash = ${hash} and t.spent_at = now()`;

/** The audit event of that session. */
export const eventOfSpent = (hash: string) =>
  sql`(select case t.purpose when 'recovery' then 'password_recovery' when 'email_change' then 'user_email_changed'
    else 'signed_in' end from ${oneTimeTokens} t where t.hash = ${hash})`;

/** The `amr` method of that session. */
export const methodOfSpent = (hash: string) =>
  sql`(select case t.purpose when 'verify' then 'email/signup' else t.purpose end from ${oneTimeTokens} t where t.hash = ${hash})`;

/** An account that was invited or has a role ignores the name and password of a sign-up: a stranger may have sent it. */
const TAKES_SIGN_UP = sql`u.email_verified_at is null and u.invited_at is null
  and not exists (select 1 from ${profiles} r where r.user_id = u.id and r.role is not null)`;

/**
 * Whether no other sign-up competes with the sign-up `s` of the link `t`. Any other open link of the
 * unconfirmed account competes, unless its sign-up has the same password. Either of two competing sign-ups
 * may be a stranger's, so neither password is used.
 */
const IS_SOLE = sql`not exists (
  select 1 from ${oneTimeTokens} o left join ${pendingSignUps} os on os.id = o.sign_up_id
  where o.user_id = t.user_id and o.hash <> t.hash and o.spent_at is null and o.expires_at > now()
    and os.password_hash is distinct from s.password_hash)`;

/**
 * Follows the CTE `confirmed` with the ids of newly confirmed accounts. Ends sessions, identities, codes and
 * links that a stranger may have created before.
 */
export const END_UNPROVEN_ACCESS = sql`
  ended_sessions as (
    update ${sessions} set revoked_at = coalesce(revoked_at, now()), known_network = null
    where (revoked_at is null or known_network is not null) and user_id in (select id from confirmed)),
  ended_identities as (delete from ${identities} where user_id in (select id from confirmed)),
  ended_codes as (
    update ${authCodes} set spent_at = now() where spent_at is null and user_id in (select id from confirmed)),
  ended_links as (
    update ${oneTimeTokens} set spent_at = now() where spent_at is null and user_id in (select id from confirmed))`;

/**
 * Spends a link and confirms its address. A first confirmation applies the name and metadata of the link's
 * sign-up, and its password if no other sign-up competes. Otherwise the account is left without a password, unless it
 * had no address: no stranger can sign up for such an account, so its owner or an operator set the password.
 * It also ends earlier sessions, links, codes and identities. A changed address ends all sessions and the
 * links sent to the old address, and replaces an unconfirmed sign-up with the new one. Every link invalidates open invitations and sign-up links.
 *
 * Locks the user row first, so that the second of two concurrent links is found spent.
 * @param undoHash hash of the token that undoes an email change; the second statement returns a row if it was
 * stored
 */
export function spendStatements(build: Build, hash: string, undoHash: string) {
  return {
    spentToken: build.execute(sql`
      with person as (
        select u.id from ${users} u join ${oneTimeTokens} t on t.user_id = u.id where t.hash = ${hash} for no key update of u)
      update ${oneTimeTokens} set spent_at = now()
      where hash = ${hash} and spent_at is null and expires_at > now() and purpose not in ('reauthentication', 'email_undo')
        and user_id in (select id from person)`),
    undo: insertUndoToken(build, hash, undoHash),
    strangers: deleteStrangers(build, hash),
    name: build.execute(sql`
      update ${profiles} p set full_name = s.full_name
      from ${oneTimeTokens} t join ${users} u on u.id = t.user_id join ${pendingSignUps} s on s.id = t.sign_up_id
      where t.hash = ${hash} and t.spent_at = now() and p.user_id = t.user_id and s.full_name <> '' and ${TAKES_SIGN_UP}`),
    account: build.execute(sql`
      update ${users} u set updated_at = now(), email_verified_at = coalesce(u.email_verified_at, now()),
        email = coalesce(t.new_email, u.email),
        user_metadata = case when s.id is not null and ${TAKES_SIGN_UP} then u.user_metadata || s.user_metadata else u.user_metadata end,
        password_hash = case when u.email_verified_at is not null or u.email is null then u.password_hash
          when s.id is not null and ${TAKES_SIGN_UP} and ${IS_SOLE} then s.password_hash end
      from ${oneTimeTokens} t left join ${pendingSignUps} s on s.id = t.sign_up_id
      where t.hash = ${hash} and t.spent_at = now() and u.id = t.user_id`),
    otherTokens: build.execute(sql`
      update ${oneTimeTokens} o set spent_at = now() from ${spentNow(hash)}
        and o.user_id = t.user_id and o.spent_at is null and o.purpose <> 'email_undo'
        and (o.purpose in ('verify', 'invite') or t.purpose = 'email_change' or (o.purpose = t.purpose and o.purpose in ('email_change', 'magiclink')))`),
    ended: endAllByEmailChange(build, hash),
    spent: build.execute<{ purpose: TokenPurpose; choosesPassword: boolean }>(sql`
      with confirmed as (
        select u.id from ${users} u join ${oneTimeTokens} t on t.user_id = u.id
        where t.hash = ${hash} and t.spent_at = now() and t.purpose <> 'email_change' and u.email_verified_at = now()),
      ${END_UNPROVEN_ACCESS}
      select t.purpose, t.purpose in ('recovery', 'invite') or (t.purpose = 'verify' and u.password_hash is null
          and (s.id is null or s.password_hash is not null)) as "choosesPassword"
      from ${oneTimeTokens} t join ${users} u on u.id = t.user_id left join ${pendingSignUps} s on s.id = t.sign_up_id
      where t.hash = ${hash} and t.spent_at = now()`),
  };
}

/** Inserts an authorization code for a PKCE client, which exchanges it for a session. */
export function insertCodeOfSpent(build: Build, linkHash: string, codeHash: string) {
  return build.execute<{ userId: string }>(sql`
    insert into ${authCodes} (hash, user_id, code_challenge, method, expires_at)
    select ${codeHash}, t.user_id, t.code_challenge, case t.purpose when 'verify' then 'email/signup' else t.purpose end,
      now() + make_interval(mins => ${CODE_MINUTES})
    from ${spentNow(linkHash)} and t.code_challenge is not null returning user_id as "userId"`);
}
