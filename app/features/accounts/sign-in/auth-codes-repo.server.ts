// SQL for authorization codes.
import { users } from 'db/schema/accounts';
import { authCodes, identities } from 'db/schema/sign-in-ways';
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import { CODE_MINUTES } from '../account';
import { sessionLives } from '../sessions/sessions-repo.server';

/** An identity that a provider confirmed and that the user asked to link. */
export interface PendingLink {
  provider: string;
  providerName: string;
  providerId: string;
  data: Record<string, unknown>;
  email: string | null;
  /** The session that asked for the link. */
  sessionId: string;
}

export function selectCode(build: Build, hash: string) {
  return build.execute<{ codeChallenge: string; userId: string; link: PendingLink | null }>(sql`
    select code_challenge as "codeChallenge", user_id as "userId", link from ${authCodes}
    where hash = ${hash} and spent_at is null and expires_at > now()`);
}

/**
 * Spends a code. Because of the row lock, a concurrent exchange finds it spent. A link requires that its
 * session is still live.
 */
export function spendCode(build: Build, hash: string) {
  return build.execute(sql`
    update ${authCodes} c set spent_at = now() where c.hash = ${hash} and c.spent_at is null and c.expires_at > now()
      and (c.link is null or ${sessionLives(sql`c.link->>'sessionId'`)})`);
}

/** Invalidates pending codes that were issued for this sign-in method. */
export function spendCodesOf(build: Build, userId: string, method: string, condition: SQL = sql`true`) {
  return build.execute(sql`
    update ${authCodes} set spent_at = now()
    where user_id = ${userId}::uuid and method = ${method} and spent_at is null and ${condition}`);
}

const isSpentNow = (hash: string) => sql`c.hash = ${hash} and c.spent_at = now()`;
/** Condition after `spendCode`, in the same transaction: it spent the code. */
export const wasSpentNow = (hash: string) =>
  sql`exists (select 1 from ${authCodes} c where ${isSpentNow(hash)})`;

/** Links the identity of the code. Throws ConstraintError 'identities_once' if an account already has it. */
export function insertIdentityOfCode(build: Build, hash: string) {
  return build.execute(sql`
    insert into ${identities} (user_id, provider, provider_id, data)
    select c.user_id, c.link->>'provider', c.link->>'providerId', c.link->'data' from ${authCodes} c
    where ${isSpentNow(hash)} and c.link is not null`);
}

/** The owner of a code that this transaction spent. */
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

/** Deletes up to 20 codes that expired more than a day ago. Runs with every exchange. */
export function deleteEndedCodes(build: Build) {
  return build.execute(sql`
    delete from ${authCodes} where hash in (
      select hash from ${authCodes} where expires_at < now() - interval '1 day' limit 20 for update skip locked)`);
}
