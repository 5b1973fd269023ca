// SQL for email changes that the former address can undo.
import { oneTimeTokens, sessions, users } from 'db/schema/accounts';
import { authCodes, identities, mfaFactors, recoveryCodes } from 'db/schema/sign-in-ways';
import { sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import { UNDO_EMAIL_DAYS } from '../account';
import { IS_ABANDONED } from '../sign-in/sign-ups-repo.server';

/** Audit event and authentication method of the session that an undo opens. */
export const emailRestored = sql`'user_email_restored'`;
export const byRecovery = sql`'recovery'::text`;

/**
 * Inserts the token that undoes the email change of this transaction. Runs after the confirmation link is
 * spent and before the address changes. Returns the former address; no row if there was none or it was
 * unconfirmed.
 */
export function insertUndoToken(build: Build, linkHash: string, undoHash: string) {
  return build.execute<{ email: string; next: string }>(sql`
    insert into ${oneTimeTokens} (hash, user_id, purpose, new_email, expires_at)
    select ${undoHash}, u.id, 'email_undo', u.email, now() + make_interval(days => ${UNDO_EMAIL_DAYS})
    from ${oneTimeTokens} t join ${users} u on u.id = t.user_id
    where t.hash = ${linkHash} and t.spent_at = now() and t.purpose = 'email_change'
      and u.email_verified_at is not null and lower(u.email) <> lower(t.new_email)
    returning new_email as email, (select t.new_email from ${oneTimeTokens} t where t.hash = ${linkHash}) as next`);
}

/**
 * After an email change: ends all sessions, invalidates pending authorization codes, deletes unfinished factors and forgets known
 * networks. A factor keeps the time of its enrollment, so that one verified after the change would seem to be older.
 */
export function endAllByEmailChange(build: Build, linkHash: string) {
  return build.execute(sql`
    with changed as (
      select user_id from ${oneTimeTokens}
      where hash = ${linkHash} and spent_at = now() and purpose in ('email_change', 'email_undo')),
    codes as (update ${authCodes} c set spent_at = now() from changed where c.user_id = changed.user_id and c.spent_at is null),
    unfinished as (delete from ${mfaFactors} f using changed where f.user_id = changed.user_id and f.status = 'unverified')
    update ${sessions} s set revoked_at = coalesce(s.revoked_at, now()), known_network = null
    from changed where s.user_id = changed.user_id and (s.revoked_at is null or s.known_network is not null)`);
}

/**
 * Deletes the abandoned sign-up that has the address of this email change or undo. Otherwise anyone could block both
 * by signing up with it. Every other account stays (`IS_ABANDONED`), and the change of address fails.
 */
export function deleteStrangers(build: Build, linkHash: string) {
  return build.execute(sql`
    delete from ${users} u using ${oneTimeTokens} t
    where t.hash = ${linkHash} and t.spent_at = now() and t.purpose in ('email_change', 'email_undo')
      and u.id <> t.user_id and lower(u.email) = lower(t.new_email) and ${IS_ABANDONED}`);
}

const undone = (hash: string) =>
  sql`${oneTimeTokens} t where t.hash = ${hash} and t.spent_at = now() and t.purpose = 'email_undo'`;

/**
 * Undoes an email change with nine statements for one transaction. The first locks the user row, and changes nothing
 * while the account is disabled. The second returns the address in use until now. Removes the password and all sign-in methods added since the change, because an attacker may
 * have added them. Links that undo earlier changes stay valid, because they restore addresses from before
 * this one.
 */
export function undoStatements(build: Build, hash: string) {
  const after = (table: typeof identities | typeof mfaFactors | typeof recoveryCodes) => sql`
    delete from ${table} w using ${undone(hash)} and w.user_id = t.user_id and w.created_at >= t.created_at`;
  return {
    undo: build.execute(sql`
      with person as (
        select u.id from ${users} u join ${oneTimeTokens} t on t.user_id = u.id
        where t.hash = ${hash} and (u.banned_until is null or u.banned_until <= now()) for no key update of u)
      update ${oneTimeTokens} set spent_at = now()
      where hash = ${hash} and spent_at is null and expires_at > now() and purpose = 'email_undo'
        and user_id in (select id from person)`),
    former: build.execute<{ email: string | null }>(sql`
      select u.email from ${users} u, ${undone(hash)} and t.user_id = u.id`),
    strangers: deleteStrangers(build, hash),
    address: build.execute(sql`
      update ${users} u set email = t.new_email, password_hash = null, updated_at = now()
      from ${undone(hash)} and u.id = t.user_id`),
    tokens: build.execute(sql`
      update ${oneTimeTokens} o set spent_at = now() from ${undone(hash)} and o.user_id = t.user_id and o.spent_at is null
        and (o.purpose <> 'email_undo' or o.created_at > t.created_at)`),
    ended: endAllByEmailChange(build, hash),
    identities: build.execute(after(identities)),
    factors: build.execute(after(mfaFactors)),
    codes: build.execute(after(recoveryCodes)),
  };
}
