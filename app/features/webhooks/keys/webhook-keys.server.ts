// Creates, rotates and revokes webhook keys. A key is shown once; only its hash is stored.

import type { SQL } from 'drizzle-orm';
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { webhookRules } from '~/features/rate-limit/throttle';
import { countCall, deleteOldCalls, refuseExceeded } from '~/features/rate-limit/throttle-calls.server';
import { ConflictError, ConstraintError, NotFoundError, UnauthorizedError } from '~/lib/errors';
import { showSecret } from '~/lib/standard-webhook';
import { HOUR_MS } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import { type KeyScope, OLD_KEY_HOURS, type WebhookKey } from './webhook-key';
import {
  insertFirstKey,
  isCurrentKey,
  isOldKey,
  keyWorks,
  lockKeys,
  type NewKey,
  replaceKey,
  revokeKeys,
  selectWorkingKey,
  selectWorkingKeys,
  someKey,
  touchKey,
} from './webhook-keys-repo.server';

type KeysContext = Pick<AppContext, 'db' | 'clock' | 'tokens' | 'request'>;
const HINT_LENGTH = 4;
const CHANGED = 'Someone else has changed the keys. The current keys are shown below.';

/** The valid keys: the current one first, then those it replaced. */
export async function listWebhookKeys(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  scope: KeyScope = 'webhook',
): Promise<WebhookKey[]> {
  const rows = await db.read(selectWorkingKeys(db.build, scope, clock.now()));
  return rows.map(({ id, hint, createdAt, lastUsedAt, expiresAt }) => ({
    id,
    hint,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }));
}

/**
 * Creates the first key of a scope.
 * @returns the key, which cannot be shown again
 * @throws ConflictError when there is a current key
 */
export async function createWebhookKey(
  ctx: KeysContext,
  actor: Actor,
  scope: KeyScope = 'webhook',
): Promise<string> {
  const { db } = ctx;
  const { key, row } = await makeKey(ctx, actor, scope);
  await refuseStale(
    db.write(
      lockKeys(db.build),
      insertFirstKey(db.build, row),
      auditLine(ctx, lineOf(`${scope}_key_created`, actor, row)),
    ),
  );
  return key;
}

/**
 * Creates a new key. The replaced key `id` works for another 24 hours.
 * @returns the new key
 * @throws ConflictError when `id` is not the current key
 */
export async function rotateWebhookKey(ctx: KeysContext, actor: Actor, id: string): Promise<string> {
  const { db } = ctx;
  const { key, row } = await makeKey(ctx, actor, 'webhook');
  const expiresAt = new Date(row.createdAt.getTime() + OLD_KEY_HOURS * HOUR_MS);
  await refuseStale(
    db.write(
      lockKeys(db.build),
      ...replaceKey(db.build, id, row, expiresAt),
      auditLine(ctx, lineOf('webhook_key_rotated', actor, row)),
    ),
  );
  return key;
}

/** Revokes all rotated keys immediately. Does nothing if there are none. */
export async function revokeOldWebhookKeys(ctx: KeysContext, { userId }: Actor): Promise<void> {
  const old = (await listWebhookKeys(ctx)).filter(({ expiresAt }) => expiresAt !== null);
  if (old.length === 0) return;
  const details = { hints: old.map(({ hint }) => hint) };
  await revoke(ctx, isOldKey('webhook', ctx.clock.now()), {
    event: 'webhook_key_revoked',
    actorId: userId,
    subject: 'webhook key',
    details,
  });
}

/**
 * Revokes the current key `id` of a scope immediately.
 * @throws ConflictError when `id` is not the current key
 */
export async function revokeKey(ctx: KeysContext, actor: Actor, scope: KeyScope, id: string): Promise<void> {
  const current = (await listWebhookKeys(ctx, scope)).find((key) => key.id === id && key.expiresAt === null);
  if (!current) throw new ConflictError(CHANGED);
  await revoke(
    ctx,
    isCurrentKey(scope, id),
    lineOf(`${scope}_key_revoked`, actor, { scope, hint: current.hint }),
  );
}

/** Simultaneous requests to revoke the same keys record one entry. */
async function revoke(
  ctx: KeysContext,
  condition: SQL,
  event: Parameters<typeof auditLine>[1],
): Promise<void> {
  const { db, clock } = ctx;
  await db.write(
    lockKeys(db.build),
    auditLine(ctx, event, someKey(condition)),
    revokeKeys(db.build, condition, clock.now()),
  );
}

async function refuseStale(written: Promise<unknown>): Promise<void> {
  try {
    await written;
  } catch (error) {
    if (error instanceof ConstraintError && error.constraint === 'hint') throw new ConflictError(CHANGED);
    throw error;
  }
}

async function makeKey(
  { tokens, clock }: KeysContext,
  { userId }: Actor,
  scope: KeyScope,
): Promise<{ key: string; row: NewKey }> {
  const key = tokens.random();
  const hash = await tokens.hash(key);
  return {
    key,
    row: { scope, hash, hint: key.slice(-HINT_LENGTH), createdBy: userId, createdAt: clock.now() },
  };
}

function lineOf(event: string, { userId }: Actor, { scope, hint }: Pick<NewKey, 'scope' | 'hint'>) {
  return { event, actorId: userId, subject: `${scope} key`, details: { hint } };
}

/** The signing secret of a key. Derived from its id, so that it is not stored. */
export function signingSecretOf({ tokens }: Pick<AppContext, 'tokens'>, keyId: string): Promise<Uint8Array> {
  return tokens.secretFor(`webhook-key:${keyId}`);
}

const MAX_KEY_LENGTH = 200;
const WRONG_KEY = 'The x-api-key header is missing or its key is not valid.';

/**
 * Authenticates a call with a key of `scope` and counts it: 120 calls a minute per valid key, 30 a minute per caller without one.
 * @throws UnauthorizedError, TooManyError
 */
export async function authenticateKeyCall(
  ctx: Pick<AppContext, 'db' | 'clock' | 'tokens' | 'request'>,
  key: string,
  scope: KeyScope,
): Promise<{ id: string; hint: string }> {
  const { db } = ctx;
  const hash = await ctx.tokens.hash(key.length <= MAX_KEY_LENGTH ? key : '');
  const now = ctx.clock.now();
  const rules = webhookRules(hash, ctx.request.address);
  const {
    found: [found],
    right,
    wrong,
  } = await db.writeBatch({
    found: selectWorkingKey(db.build, hash, scope, now),
    used: touchKey(db.build, hash, scope, now),
    right: countCall(ctx, rules.right, keyWorks(hash, scope, now, true)),
    wrong: countCall(ctx, rules.wrong, keyWorks(hash, scope, now, false)),
    oldCalls: deleteOldCalls(ctx),
  });
  refuseExceeded(rules.right, right.rows);
  refuseExceeded(rules.wrong, wrong.rows);
  if (!found) throw new UnauthorizedError(WRONG_KEY);
  return found;
}

/**
 * Shows the signing secret to an admin who sets up signed calls, and records that in the audit log.
 * @throws NotFoundError for a key that is not valid
 */
export async function showSigningSecret(
  ctx: KeysContext,
  actor: Actor,
  id: string,
): Promise<{ hint: string; text: string }> {
  const found = (await listWebhookKeys(ctx)).find((key) => key.id === id);
  if (!found) throw new NotFoundError('This key no longer exists.');
  await ctx.db.write(
    auditLine(ctx, lineOf('webhook_secret_shown', actor, { scope: 'webhook', hint: found.hint })),
  );
  return { hint: found.hint, text: showSecret(await signingSecretOf(ctx, id)) };
}
