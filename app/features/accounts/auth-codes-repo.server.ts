// The SQL of codes that clients exchange for a session.
import { users } from 'db/schema/accounts';
import { authCodes } from 'db/schema/sign-in-ways';
import { sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import { CODE_MINUTES } from './account';

type Build = Database['build'];

export function selectCode(build: Build, hash: string) {
  return build.execute<{ codeChallenge: string; userId: string }>(sql`
    select code_challenge as "codeChallenge", user_id as "userId" from ${authCodes}
    where hash = ${hash} and spent_at is null and expires_at > now()`);
}

/** Whoever comes second waits for the row and finds it spent. */
export function spendCode(build: Build, hash: string) {
  return build.execute(sql`
    update ${authCodes} set spent_at = now() where hash = ${hash} and spent_at is null and expires_at > now()`);
}

/** For the same transaction. */
export const ownerOfCode = (hash: string) =>
  sql`select u.id as user_id, u.email from ${users} u join ${authCodes} c on c.user_id = u.id where c.hash = ${hash} and c.spent_at = now()`;
export const methodOfCode = (hash: string) =>
  sql`(select c.method from ${authCodes} c where c.hash = ${hash})`;

export function insertCode(
  build: Build,
  code: { hash: string; userId: string; codeChallenge: string; method: string },
) {
  return build.execute(sql`
    insert into ${authCodes} (hash, user_id, code_challenge, method, expires_at)
    values (${code.hash}, ${code.userId}::uuid, ${code.codeChallenge}, ${code.method},
      now() + make_interval(mins => ${CODE_MINUTES}))`);
}

/** A few that nobody can use any more; every exchange takes some along. */
export function deleteEndedCodes(build: Build) {
  return build.execute(sql`
    delete from ${authCodes} where hash in (
      select hash from ${authCodes} where expires_at < now() - interval '1 day' limit 20 for update skip locked)`);
}
