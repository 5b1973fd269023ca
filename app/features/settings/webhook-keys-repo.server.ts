// The SQL of webhook keys. The current key is the one that neither expires nor was revoked; there is at most one.
import { webhookKeys } from 'db/schema/webhook-keys';
import { and, desc, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';

type Build = Database['build'];

export interface NewKey {
  hash: string;
  hint: string;
  createdBy: string;
  createdAt: Date;
}

const isCurrent = and(isNull(webhookKeys.expiresAt), isNull(webhookKeys.revokedAt)) as SQL;

/** The keys that work at a moment, the newest first. */
export function selectWorkingKeys(build: Build, now: Date) {
  const { id, hint, createdAt, lastUsedAt, expiresAt, revokedAt } = webhookKeys;
  return build
    .select({ id, hint, createdAt, lastUsedAt, expiresAt })
    .from(webhookKeys)
    .where(and(isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, now))))
    .orderBy(desc(createdAt), desc(id));
}

const works = (hash: string, now: Date) =>
  and(
    eq(webhookKeys.hash, hash),
    isNull(webhookKeys.revokedAt),
    or(isNull(webhookKeys.expiresAt), gt(webhookKeys.expiresAt, now)),
  ) as SQL;

/** The key of a hash, if it works at that moment. */
export function selectWorkingKey(build: Build, hash: string, now: Date) {
  return build
    .select({ id: webhookKeys.id, hint: webhookKeys.hint })
    .from(webhookKeys)
    .where(works(hash, now));
}

/** True inside a statement when the hash is, or is not, a working key's. */
export function keyWorks(hash: string, now: Date, answer: boolean): SQL {
  return sql`exists (select 1 from ${webhookKeys} where ${works(hash, now)}) = ${answer}::boolean`;
}

/** Notes the use, at most once a minute: a busy key need not write its row each time. */
export function touchKey(build: Build, hash: string, now: Date) {
  const isNews = sql`(${webhookKeys.lastUsedAt} is null or ${webhookKeys.lastUsedAt} < ${now.toISOString()}::timestamptz - interval '1 minute')`;
  return build
    .update(webhookKeys)
    .set({ lastUsedAt: now })
    .where(and(works(hash, now), isNews));
}

/** Two admins change keys one after the other, not at once. */
export function lockKeys(build: Build) {
  return build.execute(sql`select pg_advisory_xact_lock(hashtext('webhook keys'))`);
}

/** Refused by the constraint on `hint` where there is a current key. */
export function insertFirstKey(build: Build, key: NewKey) {
  const isFirst = sql`not exists (select 1 from ${webhookKeys} where ${isCurrent})`;
  return insertKey(build, key, isFirst);
}

/** The current key `id` expires at `expiresAt` and `key` takes its place; refused as above when it is current no more. */
export function replaceKey(build: Build, id: string, key: NewKey, expiresAt: Date) {
  return [
    build
      .update(webhookKeys)
      .set({ expiresAt })
      .where(and(eq(webhookKeys.id, id), isCurrent)),
    insertKey(
      build,
      key,
      sql`exists (select 1 from ${webhookKeys} where ${eq(webhookKeys.id, id)} and ${eq(webhookKeys.expiresAt, expiresAt)})`,
    ),
  ] as const;
}

/** Without its condition the key has no hint, and is not stored. */
function insertKey(build: Build, { hint, ...key }: NewKey, condition: SQL) {
  return build.insert(webhookKeys).values({ ...key, hint: sql`case when ${condition} then ${hint} end` });
}

/** Every key whose place a newer one took stops working. */
export function revokeOldKeys(build: Build, now: Date) {
  return build
    .update(webhookKeys)
    .set({ revokedAt: now })
    .where(
      and(isNotNull(webhookKeys.expiresAt), gt(webhookKeys.expiresAt, now), isNull(webhookKeys.revokedAt)),
    )
    .returning({ hint: webhookKeys.hint });
}
