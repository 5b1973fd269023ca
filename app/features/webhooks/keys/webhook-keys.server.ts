// Creates, rotates and revokes webhook keys. A key is shown once; only its hash is stored.

import { type Actor, auditLine } from '~/features/audit/audit.server';
import { webhookRules } from '~/features/rate-limit/throttle';
import { countCall, forgetOldCalls, refuseMany } from '~/features/rate-limit/throttle-calls.server';
import { ConflictError, ConstraintError, NotFoundError, UnauthorizedError } from '~/lib/errors';
import { showSecret } from '~/lib/standard-webhook';
import { HOUR_MS } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import { OLD_KEY_HOURS, type WebhookKey } from './webhook-key';
import {
  insertFirstKey,
  keyWorks,
  lockKeys,
  type NewKey,
  replaceKey,
  revokeOldKeys,
  selectWorkingKey,
  selectWorkingKeys,
  touchKey,
} from './webhook-keys-repo.server';

type KeysContext = Pick<AppContext, 'db' | 'clock' | 'tokens' | 'request'>;
const HINT_LENGTH = 4;
const CHANGED = 'Someone else has changed the keys. The current keys are shown below.';

/** The valid keys: the current one first, then those it replaced. */
export async function listWebhookKeys({
  db,
  clock,
}: Pick<AppContext, 'db' | 'clock'>): Promise<WebhookKey[]> {
  const rows = await db.read(selectWorkingKeys(db.build, clock.now()));
  return rows.map(({ id, hint, createdAt, lastUsedAt, expiresAt }) => ({
    id,
    hint,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }));
}

/**
 * Creates the first key.
 * @returns the key, which cannot be shown again
 * @throws ConflictError when there is a current key
 */
export async function createWebhookKey(ctx: KeysContext, actor: Actor): Promise<string> {
  const { db } = ctx;
  const { key, row } = await makeKey(ctx, actor);
  await refuseStale(
    db.write(
      lockKeys(db.build),
      insertFirstKey(db.build, row),
      auditLine(ctx, lineOf('webhook_key_created', actor, row)),
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
  const { key, row } = await makeKey(ctx, actor);
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
  const { db } = ctx;
  const old = (await listWebhookKeys(ctx)).filter(({ expiresAt }) => expiresAt !== null);
  if (old.length === 0) return;
  const details = { hints: old.map(({ hint }) => hint) };
  await db.write(
    revokeOldKeys(db.build, ctx.clock.now()),
    auditLine(ctx, { event: 'webhook_key_revoked', actorId: userId, subject: 'webhook key', details }),
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
): Promise<{ key: string; row: NewKey }> {
  const key = tokens.random();
  const hash = await tokens.hash(key);
  return {
    key,
    row: { hash, hint: key.slice(-HINT_LENGTH), createdBy: userId, createdAt: clock.now() },
  };
}

function lineOf(event: string, { userId }: Actor, { hint }: Pick<NewKey, 'hint'>) {
  return { event, actorId: userId, subject: 'webhook key', details: { hint } };
}

/** The signing secret of a key. Derived from its id, so that it is not stored. */
export function signingSecretOf({ tokens }: Pick<AppContext, 'tokens'>, keyId: string): Promise<Uint8Array> {
  return tokens.secretFor(`webhook-key:${keyId}`);
}

const MAX_KEY_LENGTH = 200;
const WRONG_KEY = 'The x-api-key header is missing or its key is not valid.';

/**
 * Authenticates a call and counts it: 120 calls a minute per valid key, 30 a minute per caller without one.
 * @throws UnauthorizedError, TooManyError
 */
export async function authenticateWebhookCall(
  ctx: Pick<AppContext, 'db' | 'clock' | 'tokens' | 'request'>,
  key: string,
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
    found: selectWorkingKey(db.build, hash, now),
    used: touchKey(db.build, hash, now),
    right: countCall(ctx, rules.right, keyWorks(hash, now, true)),
    wrong: countCall(ctx, rules.wrong, keyWorks(hash, now, false)),
    oldCalls: forgetOldCalls(ctx),
  });
  refuseMany(rules.right, right.rows);
  refuseMany(rules.wrong, wrong.rows);
  if (!found) throw new UnauthorizedError(WRONG_KEY);
  return found;
}

/**
 * Shows the signing secret to an editor who sets up signed calls, and records that in the audit log.
 * @throws NotFoundError for a key that is not valid
 */
export async function showSigningSecret(
  ctx: KeysContext,
  actor: Actor,
  id: string,
): Promise<{ hint: string; text: string }> {
  const found = (await listWebhookKeys(ctx)).find((key) => key.id === id);
  if (!found) throw new NotFoundError('This key no longer exists.');
  await ctx.db.write(auditLine(ctx, lineOf('webhook_secret_shown', actor, found)));
  return { hint: found.hint, text: showSecret(await signingSecretOf(ctx, id)) };
}
