// A person's sessions: listing, ending, and taking over the tokens of a mail link.
import { z } from 'zod';
import { auditLine } from '~/features/audit/audit.server';
import { ConflictError, UnauthorizedError } from '~/lib/errors';
import type { TokenPair } from '~/platform/context';
import { SESSION_MISSING, type SessionView, type Viewer } from './account';
import type { AccountContext } from './account-context';
import { LINK_DEAD } from './account-notices';
import { nowInSeconds } from './issue-tokens.server';
import { revokeSessions, type SessionRow, selectSessionOfPair, selectSessions } from './sessions-repo.server';
import { refresh, toViewer } from './viewer.server';

export async function listSessions(ctx: AccountContext, viewer: Viewer): Promise<SessionView[]> {
  const found = await ctx.db.read(selectSessions(ctx.db.build, viewer.userId));
  return found.rows.map((row) => toSessionView(row, viewer.sessionId));
}

function toSessionView(row: SessionRow, current: string): SessionView {
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
  const { id, address, userAgent } = row;
  return {
    id,
    address,
    userAgent,
    createdAt: iso(row.createdAt),
    lastSeenAt: iso(row.lastSeenAt),
    isCurrent: id === current,
  };
}

export async function signOut(ctx: AccountContext, viewer: Viewer): Promise<void> {
  await end(ctx, viewer, { only: viewer.sessionId });
  ctx.log.write({ event: 'signed_out', userId: viewer.userId, scope: 'session' });
}

export async function signOutEverywhere(ctx: AccountContext, viewer: Viewer): Promise<void> {
  await end(ctx, viewer, 'all');
  ctx.log.write({ event: 'signed_out', userId: viewer.userId, scope: 'everywhere' });
}

/** Every session but this one. */
export async function signOutOthers(ctx: AccountContext, viewer: Viewer): Promise<void> {
  await end(ctx, viewer, { except: viewer.sessionId });
  ctx.log.write({ event: 'signed_out', userId: viewer.userId, scope: 'others' });
}

/** Ends one of the viewer's own sessions; somebody else's is not found and stays. */
export async function endSession(ctx: AccountContext, viewer: Viewer, sessionId: string): Promise<void> {
  if (!z.uuid().safeParse(sessionId).success) return;
  await end(ctx, viewer, { only: sessionId });
  ctx.log.write({ event: 'signed_out', userId: viewer.userId, scope: 'session' });
}

type Which = { only: string } | { except: string } | 'all';

async function end(ctx: AccountContext, viewer: Viewer, which: Which): Promise<void> {
  const { db } = ctx;
  await db.write(
    revokeSessions(db.build, viewer.userId, which),
    auditLine(ctx, {
      event: 'signed_out',
      actorId: viewer.userId,
      subject: viewer.email,
      details:
        which === 'all'
          ? { scope: 'everywhere' }
          : 'only' in which
            ? { session: which.only }
            : { scope: 'others' },
    }),
  );
}

/**
 * `adoptTokens` for a pair that lay in an address's hash, where others may come across it: it counts while its access token
 * does, and is spent for another pair, so that the address opens nothing any more to whoever finds it later.
 * @throws UnauthorizedError, ConflictError while somebody else is signed in; nothing is spent then
 */
export async function takeOverTokens(
  ctx: AccountContext,
  pair: TokenPair,
  current: Viewer | null,
  mayReplace: boolean,
): Promise<{ viewer: Viewer; tokens: TokenPair }> {
  const claims = await ctx.tokens.read(pair.access);
  if (claims && claims.expiresAt <= nowInSeconds(ctx)) throw new UnauthorizedError(LINK_DEAD);
  const viewer = await openPair(ctx, pair, current, mayReplace);
  const found = await refresh(ctx, pair.refresh);
  if (!found?.tokens) throw new UnauthorizedError(SESSION_MISSING);
  // Only now: whoever cannot have the new session keeps the one they had.
  await leave(ctx, current, viewer);
  return { viewer, tokens: found.tokens };
}

/**
 * The session behind a pair of tokens. The one that this browser had until now ends, whoever's it was.
 * @throws UnauthorizedError for tokens that open nothing, ConflictError while somebody else is signed in
 */
export async function adoptTokens(
  ctx: AccountContext,
  pair: TokenPair,
  current: Viewer | null,
  mayReplace: boolean,
): Promise<Viewer> {
  const viewer = await openPair(ctx, pair, current, mayReplace);
  await leave(ctx, current, viewer);
  return viewer;
}

/** Whose the pair is; it changes nothing. @throws UnauthorizedError, ConflictError */
async function openPair(
  ctx: AccountContext,
  pair: TokenPair,
  current: Viewer | null,
  mayReplace: boolean,
): Promise<Viewer> {
  const claims = await ctx.tokens.read(pair.access);
  if (!claims) throw new UnauthorizedError(SESSION_MISSING);
  const refreshHash = await ctx.tokens.hash(pair.refresh);
  const found = await ctx.db.read(selectSessionOfPair(ctx.db.build, claims.sessionId, refreshHash));
  const row = found.rows[0];
  if (!row) throw new UnauthorizedError(SESSION_MISSING);
  if (current && current.userId !== row.userId && !mayReplace)
    throw new ConflictError(`You are signed in as ${current.email}.`);
  return toViewer(row);
}

async function leave(ctx: AccountContext, current: Viewer | null, next: Viewer): Promise<void> {
  if (current && current.sessionId !== next.sessionId) await signOut(ctx, current);
}
