// Everything an editor can do with endpoints.
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { showSecret } from '~/lib/standard-webhook';
import { type Refusals, withRefusals } from '~/lib/with-refusals';
import type { AppContext } from '~/platform/context';
import type { Endpoint } from './endpoint';
import { EndpointInput } from './endpoint-input';
import { endpointSecret } from './endpoint-secret';
import {
  deleteEndpointRow,
  endpointIsThere,
  failWaiting,
  insertEndpoint,
  selectEndpoint,
  selectEndpoints,
  setSalt,
  updateEndpoint,
} from './endpoints-repo.server';

type Reading = Pick<AppContext, 'db'>;
type Writing = Pick<AppContext, 'db' | 'request' | 'tokens'>;
const GONE = 'There is no such endpoint any more';
const STALE =
  'Somebody else changed this endpoint meanwhile, or it was switched off. What you typed is still here: save again to put it in its place.';
const REFUSALS: Refusals = {
  stale: { column: 'url', message: STALE },
  words: { webhook_endpoints_url_unique: ['url', 'There is an endpoint at this address already'] },
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
 * @param stamp of the state that was changed; '' saves over whatever is there
 * @throws InvalidError, NotFoundError; ConflictError when somebody saved meanwhile
 */
export async function saveEndpoint(
  ctx: Writing,
  actor: Actor,
  id: string,
  input: unknown,
  stamp: string,
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
  const [saved] = await withRefusals(
    REFUSALS,
    db.write(
      updateEndpoint(db.build, id, typed, stamp),
      failWaiting(db.build, id),
      auditLine(ctx, event, endpointIsThere(id)),
    ),
  );
  if (saved.length === 0) throw new NotFoundError(GONE);
}

/**
 * A new signing secret; the old one counts no more.
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
  const [saved] = await db.write(setSalt(db.build, id, salt), auditLine(ctx, event, endpointIsThere(id)));
  if (saved.length === 0) throw new NotFoundError(GONE);
  return showSecret(await endpointSecret(ctx, salt));
}

/** Its deliveries go along. Whoever deletes what is gone already has what they wanted. */
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
  await db.write(auditLine(ctx, event, endpointIsThere(id)), deleteEndpointRow(db.build, id));
}
