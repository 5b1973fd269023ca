// The SQL of recovery codes.
import { recoveryCodes } from 'db/schema/sign-in-ways';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import { sessionLives } from '../sessions-repo.server';
import { lockPerson } from '../users-repo.server';

type Build = Database['build'];

export function selectCodesLeft(build: Build, userId: string) {
  return build.execute<{ left: number }>(sql`
    select count(*)::int as left from ${recoveryCodes} where user_id = ${userId}::uuid and spent_at is null`);
}

/** The codes of before work no more. */
export function replaceCodes(build: Build, userId: string, hashes: readonly string[]) {
  return [
    lockPerson(build, userId),
    build.execute(sql`delete from ${recoveryCodes} where user_id = ${userId}::uuid`),
    insertCodes(build, userId, hashes, sql`true`),
  ] as const;
}

/** If `condition` holds by then, and unless some are left: two statements after those that lock the person. */
export function firstCodes(build: Build, userId: string, hashes: readonly string[], condition: SQL) {
  const left = sql`select 1 from ${recoveryCodes} r where r.user_id = ${userId}::uuid`;
  return [
    build.execute(sql`
      delete from ${recoveryCodes} where user_id = ${userId}::uuid and ${condition}
        and not exists (${left} and r.spent_at is null)`),
    insertCodes(build, userId, hashes, sql`${condition} and not exists (${left})`),
  ] as const;
}

function insertCodes(build: Build, userId: string, hashes: readonly string[], condition: SQL) {
  const rows = hashes.map((hash) => sql`(${hash}::text)`);
  return build.execute<{ hash: string }>(sql`
    insert into ${recoveryCodes} (hash, user_id)
    select v.hash, ${userId}::uuid from (values ${sql.join(rows, sql`, `)}) as v (hash) where ${condition} returning hash`);
}

/** True after those, in their transaction, if they made these codes. */
export const areMade = (hashes: readonly string[]) =>
  sql`exists (select 1 from ${recoveryCodes} r where r.hash = ${hashes[0] ?? ''})`;

interface SpentCode {
  userId: string;
  /** In which it is shown. */
  sessionId: string;
  hash: string;
}

/** True after `spendCodeStatements`, in their transaction, if the code was there to be spent. */
export const isSpentNow = (hash: string) =>
  sql`exists (select 1 from ${recoveryCodes} r where r.hash = ${hash} and r.spent_at = now())`;

/** Spends a code, unless the session ended meanwhile: two statements for the transaction that replaces that session. */
export function spendCodeStatements(build: Build, { userId, sessionId, hash }: SpentCode) {
  return [
    lockPerson(build, userId),
    build.execute(sql`
      update ${recoveryCodes} set spent_at = now()
      where hash = ${hash} and user_id = ${userId}::uuid and spent_at is null and ${sessionLives(sessionId)}`),
  ] as const;
}
