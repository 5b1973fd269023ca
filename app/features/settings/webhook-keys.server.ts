// Making, rotating and revoking webhook keys. A key is told once, to whoever made it; its hash is what stays.
import { auditLine } from '~/features/audit/audit.server';
import { ConflictError, ConstraintError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { OLD_KEY_HOURS, type WebhookKey } from './webhook-key';
import {
  insertFirstKey,
  lockKeys,
  type NewKey,
  replaceKey,
  revokeOldKeys,
  selectWorkingKeys,
} from './webhook-keys-repo.server';

type KeysContext = Pick<AppContext, 'db' | 'clock' | 'tokens' | 'request'>;
interface Actor {
  userId: string;
}

const HINT_LENGTH = 4;
const CHANGED = 'Somebody changed the keys meanwhile. This is how they stand now.';

/** The keys that work now: the current one first, then those it replaced. */
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
 * The first key.
 * @returns the key, which nobody can read again
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
 * A new key; the one it replaces, `id`, works for another 24 hours.
 * @returns the new key
 * @throws ConflictError when `id` is not the current key
 */
export async function rotateWebhookKey(ctx: KeysContext, actor: Actor, id: string): Promise<string> {
  const { db } = ctx;
  const { key, row } = await makeKey(ctx, actor);
  const expiresAt = new Date(row.createdAt.getTime() + OLD_KEY_HOURS * 3_600_000);
  await refuseStale(
    db.write(
      lockKeys(db.build),
      ...replaceKey(db.build, id, row, expiresAt),
      auditLine(ctx, lineOf('webhook_key_rotated', actor, row)),
    ),
  );
  return key;
}

/** The replaced keys stop working at once. Where there are none, nothing happens. */
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

function lineOf(event: string, { userId }: Actor, { hint }: NewKey) {
  return { event, actorId: userId, subject: 'webhook key', details: { hint } };
}
