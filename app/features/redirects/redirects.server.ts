// Lists, creates, updates and deletes redirects, and dismisses unknown paths.

import { z } from 'zod';
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { SEARCH_TAG } from '~/features/cache-tags/cache-tags';
import { ConflictError, InvalidError, NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { type Refusals, withRefusals, withUpdate } from '~/lib/with-refusals';
import type { AppContext } from '~/platform/context';
import {
  countRedirects,
  countUnknownPaths,
  deleteRedirectRow,
  deleteUnknownPath,
  deleteUnknownPaths,
  insertRedirect,
  redirectExists,
  selectLive,
  selectRedirect,
  selectRedirects,
  selectUnknownPaths,
  unknownPathExists,
  updateRedirect,
} from './manage-redirects-repo.server';
import { isOwnAddress, MAX_PATH_LENGTH, toFromPath, toTarget } from './redirect-address';
import {
  PATHS_PER_PAGE,
  REDIRECTS_PER_PAGE,
  type RedirectRow,
  type Slice,
  type UnknownPathRow,
} from './redirect-view';

const line = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const isFilled = (text: string | null): text is string => text !== null;

/** @param siteUrl this site's origin; addresses under it are stored as paths */
function redirectInput(siteUrl: string) {
  const address = (reason: string) =>
    z.string().min(1, reason).max(MAX_PATH_LENGTH, `URLs are limited to ${MAX_PATH_LENGTH} characters`);
  return z.object({
    fromPath: z.preprocess(
      line,
      address('From is required')
        .refine((typed) => !typed.includes('*'), 'Enter one path. Wildcards (*) are not supported')
        .transform((typed) => toFromPath(typed, siteUrl))
        .refine(isFilled, 'From must be a path on this site, such as /old-page')
        .refine((path) => path === null || !isOwnAddress(path), 'This path belongs to a built-in page'),
    ),
    toPath: z.preprocess(
      line,
      address('To is required')
        .transform((typed) => toTarget(typed, siteUrl))
        .refine(isFilled, 'To must be a path on this site or a URL that begins with http:// or https://'),
    ),
  });
}

type ReadContext = Pick<AppContext, 'db'>;
type WriteContext = Pick<AppContext, 'db' | 'request' | 'config' | 'pageCache'>;
const GONE = 'This redirect no longer exists';

/** One page of the redirects that contain `text`, newest first. Pages are numbered from 1. */
export async function listRedirects(
  { db }: ReadContext,
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

export async function findRedirect({ db }: ReadContext, id: string): Promise<RedirectRow | null> {
  const [found = null] = await db.read(selectRedirect(db.build, id));
  return found;
}

/** One page of the paths that readers requested but don't exist, most recently requested first. */
export async function listUnknownPaths({ db }: ReadContext, page: number): Promise<Slice<UnknownPathRow>> {
  const [rows, [counted]] = await Promise.all([
    db.read(selectUnknownPaths(db.build, PATHS_PER_PAGE, (page - 1) * PATHS_PER_PAGE)),
    db.read(countUnknownPaths(db.build)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/**
 * Creates a redirect and removes its path from the unknown paths.
 * @throws InvalidError for invalid paths, paths with public content, duplicates and loops
 */
export async function createRedirect(ctx: WriteContext, actor: Actor, input: unknown): Promise<void> {
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
  await purgeSearches(ctx, fromPath);
}

/** Search pages are cached, unlike 404 pages, so their redirects need a purge. */
async function purgeSearches({ pageCache }: WriteContext, ...paths: string[]): Promise<void> {
  if (paths.some((path) => path.startsWith('/search?'))) await pageCache.purge([SEARCH_TAG]);
}

/**
 * @param version the version that was edited; '' overwrites without the check
 * @throws like `createRedirect`; NotFoundError; ConflictError if the redirect was saved since `version`
 */
export async function saveRedirect(
  ctx: WriteContext,
  actor: Actor,
  id: string,
  input: unknown,
  version: string,
): Promise<void> {
  const { db } = ctx;
  const [row, before] = await Promise.all([readRedirect(ctx, input), findRedirect(ctx, id)]);
  if (!before) throw new NotFoundError(GONE);
  const { fromPath, toPath } = before;
  const changes = listChanges({ fromPath, toPath }, row);
  if (Object.keys(changes).length === 0) return;
  if (version !== '' && version !== before.version) throw stale(before);
  const event = {
    event: 'redirect_updated',
    actorId: actor.userId,
    subject: row.fromPath,
    details: { id, changes },
  };
  await withUpdate(
    REFUSALS,
    GONE,
    db.writeBatch({
      saved: updateRedirect(db.build, id, row, version),
      unknownPath: deleteUnknownPath(db.build, row.fromPath),
      audit: auditLine(ctx, event, redirectExists(id)),
    }),
  );
  await purgeSearches(ctx, fromPath, row.fromPath);
}

/** Does nothing if the redirect no longer exists. */
export async function deleteRedirect(ctx: WriteContext, actor: Actor, id: string): Promise<void> {
  const { db } = ctx;
  const before = await findRedirect(ctx, id);
  if (!before) return;
  const { fromPath: subject, toPath: to, hits } = before;
  const event = { event: 'redirect_deleted', actorId: actor.userId, subject, details: { to, hits } };
  await db.write(deleteRedirectRow(db.build, id), auditLine(ctx, event));
  await purgeSearches(ctx, subject);
}

/** Removes a path from the list until it is requested again. */
export async function dismissPath(ctx: WriteContext, actor: Actor, path: string): Promise<void> {
  const { db } = ctx;
  const event = { event: 'unknown_path_dismissed', actorId: actor.userId, subject: path };
  // The audit entry first, because its condition requires the path.
  await db.write(auditLine(ctx, event, unknownPathExists(path)), deleteUnknownPath(db.build, path));
}

export async function dismissAllPaths(ctx: WriteContext, actor: Actor): Promise<void> {
  const { db } = ctx;
  const event = { event: 'unknown_paths_dismissed', actorId: actor.userId };
  await db.write(auditLine(ctx, event, unknownPathExists()), deleteUnknownPaths(db.build));
}

async function readRedirect(
  ctx: WriteContext,
  input: unknown,
): Promise<{ fromPath: string; toPath: string }> {
  const row = parseInput(redirectInput(ctx.config.siteUrl), input);
  const live = await ctx.db.read(selectLive(ctx.db.build, row.fromPath));
  if (live.rows.length > 0)
    throw InvalidError.at('fromPath', 'There is a page at this path, so the redirect would never be used');
  return row;
}

/** @param theirs the stored redirect, if known */
function stale(theirs: RedirectRow | null): ConflictError {
  const now = theirs ? `. Now ${theirs.fromPath} redirects to ${theirs.toPath}` : '';
  return new ConflictError(
    `Someone else changed this redirect while you were editing${now}. Your changes are still here. Save again to overwrite theirs.`,
  );
}

const REFUSALS: Refusals = {
  stale: { column: 'from_path', message: stale(null).message },
  messages: {
    redirects_from_path_unique: ['fromPath', 'There is already a redirect from this path'],
    redirects_no_circle: ['toPath', 'This would create a redirect loop'],
    redirects_lead_elsewhere: ['toPath', 'This would create a redirect loop'],
  },
};
