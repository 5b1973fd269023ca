// The SQL of codes that clients exchange for a session.
import { users } from 'db/schema/accounts';
import { authCodes, identities } from 'db/schema/sign-in-ways';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import { CODE_MINUTES } from './account';
import { sessionLives } from './sessions-repo.server';

type Build = Database['build'];

/** A way in that somebody asked to add, as the provider vouched for it. */
export interface PendingLink {
  provider: string;
  providerName: string;
  providerId: string;
  data: Record<string, unknown>;
  email: string | null;
  /** In which it was asked for. */
  sessionId: string;
}

export function selectCode(build: Build, hash: string) {
  return build.execute<{ codeChallenge: string; userId: string; link: PendingLink | null }>(sql`
    select code_challenge as "codeChallenge", user_id as "userId", link from ${authCodes}
    where hash = ${hash} and spent_at is null and expires_at > now()`);
}

/** Whoever comes second waits for the row and finds it spent. A link ends with the session in which it was asked for. */
export function spendCode(build: Build, hash: string) {
  return build.execute(sql`
    update ${authCodes} c set spent_at = now() where c.hash = ${hash} and c.spent_at is null and c.expires_at > now()
      and (c.link is null or ${sessionLives(sql`c.link->>'sessionId'`)})`);
}

/** Codes that this way in left and that wait for their exchange open nothing any more. */
export function spendCodesOf(build: Build, userId: string, method: string, condition: SQL = sql`true`) {
  return build.execute(sql`
    update ${authCodes} set spent_at = now()
    where user_id = ${userId}::uuid and method = ${method} and spent_at is null and ${condition}`);
}

const isSpentNow = (hash: string) => sql`c.hash = ${hash} and c.spent_at = now()`;
/** Looked at after `spendCode`, in its transaction. */
export const wasSpentNow = (hash: string) =>
  sql`exists (select 1 from ${authCodes} c where ${isSpentNow(hash)})`;

/** The way in that a code was waiting to add. Throws ConstraintError 'identities_once' when it is somebody's already. */
export function insertIdentityOfCode(build: Build, hash: string) {
  return build.execute(sql`
    insert into ${identities} (user_id, provider, provider_id, data)
    select c.user_id, c.link->>'provider', c.link->>'providerId', c.link->'data' from ${authCodes} c
    where ${isSpentNow(hash)} and c.link is not null`);
}

/** For the same transaction. */
export const ownerOfCode = (hash: string) =>
  sql`select u.id as user_id, u.email from ${users} u join ${authCodes} c on c.user_id = u.id where ${isSpentNow(hash)}`;
export const methodOfCode = (hash: string) =>
  sql`(select c.method from ${authCodes} c where c.hash = ${hash})`;

export function insertCode(
  build: Build,
  code: { hash: string; userId: string; codeChallenge: string; method: string; link: PendingLink | null },
) {
  const link = code.link && JSON.stringify(code.link);
  return build.execute(sql`
    insert into ${authCodes} (hash, user_id, code_challenge, method, link, expires_at)
    values (${code.hash}, ${code.userId}::uuid, ${code.codeChallenge}, ${code.method}, ${link}::jsonb,
      now() + make_interval(mins => ${CODE_MINUTES}))`);
}

/** A few that nobody can use any more; every exchange takes some along. */
export function deleteEndedCodes(build: Build) {
  return build.execute(sql`
    delete from ${authCodes} where hash in (
      select hash from ${authCodes} where expires_at < now() - interval '1 day' limit 20 for update skip locked)`);
}
