// SQL for recovery codes.
import { recoveryCodes } from 'db/schema/sign-in-ways';
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import { lockPerson } from '../people/users-repo.server';
import { browserIsSignedIn, lockBrowserSession, sessionLives } from '../sessions/sessions-repo.server';

export function selectCodesLeft(build: Build, userId: string) {
  return build.execute<{ left: number }>(sql`
    select count(*)::int as left from ${recoveryCodes} where user_id = ${userId}::uuid and spent_at is null`);
}

/** Replaces all codes of a user, if the session is still live. The last statement returns the new codes. */
export function replaceCodes(
  build: Build,
  { userId, sessionId }: Pick<SpentCode, 'userId' | 'sessionId'>,
  hashes: readonly string[],
) {
  const condition = browserIsSignedIn(sessionId);
  return {
    person: lockPerson(build, userId),
    session: lockBrowserSession(build, sessionId),
    oldCodes: build.execute(
      sql`delete from ${recoveryCodes} where user_id = ${userId}::uuid and ${condition}`,
    ),
    codes: insertCodes(build, userId, hashes, condition),
  };
}

/**
 * Inserts codes if `condition` holds and the user has no unused ones. Two statements, to follow those that
 * lock the user.
 */
export function firstCodes(build: Build, userId: string, hashes: readonly string[], condition: SQL) {
  const left = sql`select 1 from ${recoveryCodes} r where r.user_id = ${userId}::uuid`;
  return {
    oldCodes: build.execute(sql`
      delete from ${recoveryCodes} where user_id = ${userId}::uuid and ${condition}
        and not exists (${left} and r.spent_at is null)`),
    codes: insertCodes(build, userId, hashes, sql`${condition} and not exists (${left})`),
  };
}

function insertCodes(build: Build, userId: string, hashes: readonly string[], condition: SQL) {
  const rows = hashes.map((hash) => sql`(${hash}::text)`);
  return build.execute<{ hash: string }>(sql`
    insert into ${recoveryCodes} (hash, user_id)
    select v.hash, ${userId}::uuid from (values ${sql.join(rows, sql`, `)}) as v (hash) where ${condition} returning hash`);
}

/** Condition after the insert, in the same transaction: it created these codes. */
export const codesWereInserted = (hashes: readonly string[]) =>
  sql`exists (select 1 from ${recoveryCodes} r where r.hash = ${hashes[0] ?? ''})`;

interface SpentCode {
  userId: string;
  /** The session in which the code is used. */
  sessionId: string;
  hash: string;
}

/** Condition after `spendCodeStatements`, in the same transaction: they spent the code. */
export const codeWasSpent = (hash: string) =>
  sql`exists (select 1 from ${recoveryCodes} r where r.hash = ${hash} and r.spent_at = now())`;

/**
 * Spends a code if the session is still live. Two statements for the transaction that replaces that session.
 */
export function spendCodeStatements(build: Build, { userId, sessionId, hash }: SpentCode) {
  return {
    person: lockPerson(build, userId),
    code: build.execute(sql`
      update ${recoveryCodes} set spent_at = now()
      where hash = ${hash} and user_id = ${userId}::uuid and spent_at is null and ${sessionLives(sessionId)}`),
  };
}
