// SQL for webhook keys. The current key neither expires nor was revoked; there is at most one of each scope.
import { allOf } from 'db/conditions';
import { webhookKeys } from 'db/schema/webhook-keys';
import { and, desc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { KeyScope } from './webhook-key';

export interface NewKey {
  scope: KeyScope;
  hash: string;
  hint: string;
  createdBy: string;
  createdAt: Date;
}

const isCurrent = (scope: KeyScope) =>
  allOf(eq(webhookKeys.scope, scope), isNull(webhookKeys.expiresAt), isNull(webhookKeys.revokedAt));

/** The keys valid at the given time, newest first. */
export function selectWorkingKeys(build: Build, scope: KeyScope, now: Date) {
  const { id, hint, createdAt, lastUsedAt, expiresAt, revokedAt } = webhookKeys;
  return build
    .select({ id, hint, createdAt, lastUsedAt, expiresAt })
    .from(webhookKeys)
    .where(and(eq(webhookKeys.scope, scope), isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, now))))
    .orderBy(desc(createdAt), desc(id));
}

const works = (hash: string, scope: KeyScope, now: Date) =>
  allOf(
    eq(webhookKeys.scope, scope),
    eq(webhookKeys.hash, hash),
    isNull(webhookKeys.revokedAt),
    or(isNull(webhookKeys.expiresAt), gt(webhookKeys.expiresAt, now)),
  );

/** The key with this hash, if it is valid at the given time. */
export function selectWorkingKey(build: Build, hash: string, scope: KeyScope, now: Date) {
  return build
    .select({ id: webhookKeys.id, hint: webhookKeys.hint })
    .from(webhookKeys)
    .where(works(hash, scope, now));
}

/** SQL condition: the hash belongs to a valid key, or, if `answer` is false, does not. */
export function keyWorks(hash: string, scope: KeyScope, now: Date, answer: boolean): SQL {
  return sql`exists (select 1 from ${webhookKeys} where ${works(hash, scope, now)}) = ${answer}::boolean`;
}

/** Records the use, at most once a minute, to avoid a write per call. */
export function touchKey(build: Build, hash: string, scope: KeyScope, now: Date) {
  const isDue = sql`(${webhookKeys.lastUsedAt} is null or ${webhookKeys.lastUsedAt} < ${now.toISOString()}::timestamptz - interval '1 minute')`;
  return build
    .update(webhookKeys)
    .set({ lastUsedAt: now })
    .where(and(works(hash, scope, now), isDue));
}

/** Serializes concurrent changes of keys. */
export function lockKeys(build: Build) {
  return build.execute(sql`select pg_advisory_xact_lock(hashtext('webhook keys'))`);
}

/** Violates the constraint on `hint` if there is a current key. */
export function insertFirstKey(build: Build, key: NewKey) {
  const isFirst = sql`not exists (select 1 from ${webhookKeys} where ${isCurrent(key.scope)})`;
  return insertKey(build, key, isFirst);
}

/**
 * Lets the current key `id` expire at `expiresAt` and inserts `key` as its successor. Violates the same
 * constraint if `id` is no longer current.
 */
export function replaceKey(build: Build, id: string, key: NewKey, expiresAt: Date) {
  return [
    build
      .update(webhookKeys)
      .set({ expiresAt })
      .where(and(eq(webhookKeys.id, id), isCurrent(key.scope))),
    insertKey(
      build,
      key,
      sql`exists (select 1 from ${webhookKeys} where ${eq(webhookKeys.id, id)} and ${eq(webhookKeys.expiresAt, expiresAt)})`,
    ),
  ] as const;
}

/** If the condition fails, `hint` is null and the NOT NULL constraint refuses the row. */
function insertKey(build: Build, { hint, ...key }: NewKey, condition: SQL) {
  return build.insert(webhookKeys).values({ ...key, hint: sql`case when ${condition} then ${hint} end` });
}

/** SQL conditions for `revokeKeys`. */
export const isOldKey = (scope: KeyScope, now: Date): SQL =>
  allOf(eq(webhookKeys.scope, scope), gt(webhookKeys.expiresAt, now), isNull(webhookKeys.revokedAt));
export const isCurrentKey = (scope: KeyScope, id: string): SQL =>
  allOf(eq(webhookKeys.id, id), isCurrent(scope));

/** SQL condition: there is a key that `revokeKeys` would revoke. */
export const someKey = (condition: SQL): SQL => sql`exists (select 1 from ${webhookKeys} where ${condition})`;

export function revokeKeys(build: Build, condition: SQL, now: Date) {
  return build.update(webhookKeys).set({ revokedAt: now }).where(condition);
}
