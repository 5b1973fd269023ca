// Making, rotating and revoking webhook keys. A key is told once, to whoever made it; its hash is what stays.
import { webhookRules } from '~/features/accounts/throttle';
import { countCall, forgetOldCalls, refuseMany } from '~/features/accounts/throttle-calls.server';
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { HOUR_MS } from '~/lib/days';
import { ConflictError, ConstraintError, NotFoundError, UnauthorizedError } from '~/lib/errors';
import { showSecret } from '~/lib/standard-webhook';
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

function lineOf(event: string, { userId }: Actor, { hint }: Pick<NewKey, 'hint'>) {
  return { event, actorId: userId, subject: 'webhook key', details: { hint } };
}

/** What calls with this key may be signed with. Derived from its id, so that it is stored nowhere. */
export function signingSecretOf({ tokens }: Pick<AppContext, 'tokens'>, keyId: string): Promise<Uint8Array> {
  return tokens.secretFor(`webhook-key:${keyId}`);
}

const LONGEST_KEY = 200;
const WRONG_KEY = 'The x-api-key header is missing, or its key does not work.';

/**
 * Whose call it is, counted: 120 a minute for a key, 30 a minute of a caller who has none that works.
 * @throws UnauthorizedError, TooManyError
 */
export async function admitWebhookCall(
  ctx: Pick<AppContext, 'db' | 'clock' | 'tokens' | 'request'>,
  key: string,
): Promise<{ id: string; hint: string }> {
  const { db } = ctx;
  const hash = await ctx.tokens.hash(key.length <= LONGEST_KEY ? key : '');
  const now = ctx.clock.now();
  const rules = webhookRules(hash, ctx.request.address);
  const [[found], , right, wrong] = await db.write(
    selectWorkingKey(db.build, hash, now),
    touchKey(db.build, hash, now),
    countCall(ctx, rules.right, keyWorks(hash, now, true)),
    countCall(ctx, rules.wrong, keyWorks(hash, now, false)),
    forgetOldCalls(ctx),
  );
  refuseMany(rules.right, right.rows);
  refuseMany(rules.wrong, wrong.rows);
  if (!found) throw new UnauthorizedError(WRONG_KEY);
  return found;
}

/**
 * For an editor who sets up an automation that signs. Whoever asked stands in the audit log.
 * @throws NotFoundError for a key that does not work
 */
export async function showSigningSecret(
  ctx: KeysContext,
  actor: Actor,
  id: string,
): Promise<{ hint: string; text: string }> {
  const found = (await listWebhookKeys(ctx)).find((key) => key.id === id);
  if (!found) throw new NotFoundError('There is no such key any more.');
  await ctx.db.write(auditLine(ctx, lineOf('webhook_secret_shown', actor, found)));
  return { hint: found.hint, text: showSecret(await signingSecretOf(ctx, id)) };
}
