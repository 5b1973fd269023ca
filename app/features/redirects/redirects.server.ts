// Everything an editor can do with redirects and unknown paths.
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { ConflictError, InvalidError, NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { type Refusals, withRefusals } from '~/lib/with-refusals';
import type { AppContext } from '~/platform/context';
import { toSlugAddress } from './former-address';
import {
  countRedirects,
  countUnknownPaths,
  deleteRedirectRow,
  deleteUnknownPath,
  deleteUnknownPaths,
  insertRedirect,
  pathIsThere,
  redirectIsThere,
  selectLive,
  selectRedirect,
  selectRedirects,
  selectUnknownPaths,
  updateRedirect,
} from './manage-redirects-repo.server';
import { redirectInput } from './redirect-input';
import {
  PATHS_PER_PAGE,
  REDIRECTS_PER_PAGE,
  type RedirectRow,
  type Slice,
  type UnknownPathRow,
} from './redirect-view';

type Reading = Pick<AppContext, 'db'>;
type Writing = Pick<AppContext, 'db' | 'request' | 'config'>;
const GONE = 'There is no such redirect any more';

/** A page of the redirects whose addresses contain `text`, newest first. Pages count from 1. */
export async function listRedirects(
  { db }: Reading,
  text: string,
  page: number,
): Promise<Slice<RedirectRow>> {
  const offset = (page - 1) * REDIRECTS_PER_PAGE;
  const [rows, [counted]] = await Promise.all([
    db.read(selectRedirects(db.build, text, REDIRECTS_PER_PAGE, offset)),
    db.read(countRedirects(db.build, text)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export async function findRedirect({ db }: Reading, id: string): Promise<RedirectRow | null> {
  const [found = null] = await db.read(selectRedirect(db.build, id));
  return found;
}

/** A page of the paths that readers asked for in vain, the last seen first. */
export async function listUnknownPaths({ db }: Reading, page: number): Promise<Slice<UnknownPathRow>> {
  const [rows, [counted]] = await Promise.all([
    db.read(selectUnknownPaths(db.build, PATHS_PER_PAGE, (page - 1) * PATHS_PER_PAGE)),
    db.read(countUnknownPaths(db.build)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/**
 * From then on the path leads on, and is unknown no more.
 * @throws InvalidError for addresses that are none, live pages, twins and circles
 */
export async function createRedirect(ctx: Writing, actor: Actor, input: unknown): Promise<void> {
  const { db } = ctx;
  const row = await readRedirect(ctx, input);
  const { fromPath, toPath } = row;
  const event = {
    event: 'redirect_created',
    actorId: actor.userId,
    subject: fromPath,
    details: { to: toPath },
  };
  await withRefusals(
    REFUSALS,
    db.write(
      insertRedirect(db.build, { ...row, createdBy: actor.userId }),
      deleteUnknownPath(db.build, fromPath),
      auditLine(ctx, event),
    ),
  );
}

/**
 * @param stamp of the state that was changed; '' saves over whatever is there
 * @throws like `createRedirect`, and NotFoundError; ConflictError when somebody saved meanwhile
 */
export async function saveRedirect(
  ctx: Writing,
  actor: Actor,
  id: string,
  input: unknown,
  stamp: string,
): Promise<void> {
  const { db } = ctx;
  const [row, before] = await Promise.all([readRedirect(ctx, input), findRedirect(ctx, id)]);
  if (!before) throw new NotFoundError(GONE);
  const { fromPath, toPath } = before;
  const changes = listChanges({ fromPath, toPath }, row);
  if (Object.keys(changes).length === 0) return;
  if (stamp !== '' && stamp !== before.stamp) throw stale(before);
  const event = {
    event: 'redirect_updated',
    actorId: actor.userId,
    subject: row.fromPath,
    details: { id, changes },
  };
  const [saved] = await withRefusals(
    REFUSALS,
    db.write(
      updateRedirect(db.build, id, row, stamp),
      deleteUnknownPath(db.build, row.fromPath),
      auditLine(ctx, event, redirectIsThere(id)),
    ),
  );
  if (saved.length === 0) throw new NotFoundError(GONE);
}

/** Whoever deletes what is gone already has what they wanted. */
export async function deleteRedirect(ctx: Writing, actor: Actor, id: string): Promise<void> {
  const { db } = ctx;
  const before = await findRedirect(ctx, id);
  if (!before) return;
  const { fromPath: subject, toPath: to, hits } = before;
  const event = { event: 'redirect_deleted', actorId: actor.userId, subject, details: { to, hits } };
  await db.write(deleteRedirectRow(db.build, id), auditLine(ctx, event));
}

/** Takes a path off the list; it comes back when somebody asks for it again. */
export async function dismissPath(ctx: Writing, actor: Actor, path: string): Promise<void> {
  const { db } = ctx;
  const event = { event: 'unknown_path_dismissed', actorId: actor.userId, subject: path };
  // The line first: of what is gone there is nothing to tell.
  await db.write(auditLine(ctx, event, pathIsThere(path)), deleteUnknownPath(db.build, path));
}

export async function dismissAllPaths(ctx: Writing, actor: Actor): Promise<void> {
  const { db } = ctx;
  const event = { event: 'unknown_paths_dismissed', actorId: actor.userId };
  await db.write(auditLine(ctx, event, pathIsThere()), deleteUnknownPaths(db.build));
}

async function readRedirect(ctx: Writing, input: unknown): Promise<{ fromPath: string; toPath: string }> {
  const row = parseInput(redirectInput(ctx.config.siteUrl), input);
  const address = toSlugAddress(row.fromPath);
  const live = address ? (await ctx.db.read(selectLive(ctx.db.build, address))).rows : [];
  if (live.length > 0)
    throw InvalidError.at('fromPath', 'A page is there: readers would never be redirected');
  return row;
}

/** @param theirs what stands there now, as far as it is known */
function stale(theirs: RedirectRow | null): ConflictError {
  const now = theirs ? `: now ${theirs.fromPath} leads to ${theirs.toPath}` : '';
  return new ConflictError(
    `Somebody else changed this redirect meanwhile${now}. What you typed is still here: save again to put it in its place.`,
  );
}

const REFUSALS: Refusals = {
  stale: { column: 'from_path', message: stale(null).message },
  words: {
    redirects_from_path_unique: ['fromPath', 'There is a redirect from this path already'],
    redirects_no_circle: ['toPath', 'This would lead in a circle'],
    redirects_lead_elsewhere: ['toPath', 'This would lead in a circle'],
  },
};
