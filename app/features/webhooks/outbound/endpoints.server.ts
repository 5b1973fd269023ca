// Lists, creates, edits and deletes outbound webhook endpoints.
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { showSecret } from '~/lib/standard-webhook';
import { type Refusals, withRefusals, withUpdate } from '~/lib/with-refusals';
import type { AppContext } from '~/platform/context';
import type { Endpoint } from './endpoint';
import { endpointSecret } from './endpoint';
import { EndpointInput } from './endpoint-input';
import {
  deleteEndpointRow,
  endpointExists,
  failWaiting,
  insertEndpoint,
  selectEndpoint,
  selectEndpoints,
  setSalt,
  updateEndpoint,
} from './endpoints-repo.server';

type Reading = Pick<AppContext, 'db'>;
type Writing = Pick<AppContext, 'db' | 'request' | 'tokens'>;
const GONE = 'This endpoint no longer exists';
const STALE =
  'Someone else has changed this endpoint, or it was switched off. Your changes are still here. Save again to overwrite.';
const REFUSALS: Refusals = {
  stale: { column: 'url', message: STALE },
  messages: { webhook_endpoints_url_unique: ['url', 'An endpoint with this URL already exists'] },
};

export async function listEndpoints({ db }: Reading): Promise<Endpoint[]> {
  return db.read(selectEndpoints(db.build));
}

export async function findEndpoint({ db }: Reading, id: string): Promise<Endpoint | null> {
  const [found = null] = await db.read(selectEndpoint(db.build, id));
  return found;
}

/**
 * @returns the signing secret, which is not shown again
 * @throws InvalidError
 */
export async function createEndpoint(ctx: Writing, actor: Actor, input: unknown): Promise<string> {
  const { db, tokens } = ctx;
  const typed = parseInput(EndpointInput, input);
  const id = crypto.randomUUID();
  const secretSalt = tokens.random();
  const details = { id, events: typed.events };
  await withRefusals(
    REFUSALS,
    db.write(
      insertEndpoint(db.build, { ...typed, id, secretSalt, createdBy: actor.userId }),
      auditLine(ctx, { event: 'endpoint_created', actorId: actor.userId, subject: typed.url, details }),
    ),
  );
  return showSecret(await endpointSecret(ctx, secretSalt));
}

/**
 * @param version the version that was edited; '' overwrites any
 * @throws InvalidError; NotFoundError; ConflictError when someone else saved a change since
 */
export async function saveEndpoint(
  ctx: Writing,
  actor: Actor,
  id: string,
  input: unknown,
  version: string,
): Promise<void> {
  const { db } = ctx;
  const typed = parseInput(EndpointInput, input);
  const before = await findEndpoint(ctx, id);
  if (!before) throw new NotFoundError(GONE);
  const changes = listChanges({ url: before.url, events: before.events, active: before.active }, typed);
  const event = {
    event: 'endpoint_updated',
    actorId: actor.userId,
    subject: typed.url,
    details: { id, changes },
  };
  await withUpdate(
    REFUSALS,
    GONE,
    db.writeBatch({
      saved: updateEndpoint(db.build, id, typed, version),
      waiting: failWaiting(db.build, id),
      audit: auditLine(ctx, event, endpointExists(id)),
    }),
  );
}

/**
 * Replaces the signing secret; the old one stops working immediately.
 * @returns the secret, which is not shown again
 * @throws NotFoundError
 */
export async function renewSecret(ctx: Writing, actor: Actor, id: string): Promise<string> {
  const { db, tokens } = ctx;
  const found = await findEndpoint(ctx, id);
  if (!found) throw new NotFoundError(GONE);
  const salt = tokens.random();
  const event = {
    event: 'endpoint_secret_renewed',
    actorId: actor.userId,
    subject: found.url,
    details: { id },
  };
  const { saved } = await db.writeBatch({
    saved: setSalt(db.build, id, salt),
    audit: auditLine(ctx, event, endpointExists(id)),
  });
  if (saved.length === 0) throw new NotFoundError(GONE);
  return showSecret(await endpointSecret(ctx, salt));
}

/** Deletes an endpoint with its deliveries. Does nothing if it no longer exists. */
export async function deleteEndpoint(ctx: Writing, actor: Actor, id: string): Promise<void> {
  const { db } = ctx;
  const before = await findEndpoint(ctx, id);
  if (!before) return;
  const event = {
    event: 'endpoint_deleted',
    actorId: actor.userId,
    subject: before.url,
    details: { id, events: before.events },
  };
  await db.write(auditLine(ctx, event, endpointExists(id)), deleteEndpointRow(db.build, id));
}
