// Lists and ends a user's sessions, and signs a browser in with the tokens of an emailed link.
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { auditLine } from '~/features/audit/audit.server';
import { UnauthorizedError } from '~/lib/errors';
import type { TokenPair } from '~/platform/context';
import { describeAccount, SESSION_MISSING, type SessionView, type Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { lockPerson } from '../people/users-repo.server';
import { MAIL_LINK_DEAD } from '../sign-in/account-notices';
import { nowInSeconds } from './issue-tokens.server';
import { prepareReplacement } from './open-session.server';
import { isNewestToken, selectSessionOfPair } from './replace-session-repo.server';
import {
  revokeReplaced,
  revokeSessions,
  type SessionRow,
  selectSessions,
  sessionsWereEnded,
  sessionWasOpened,
} from './sessions-repo.server';
import { continueViewer, toViewer } from './viewer.server';

export async function listSessions(ctx: AccountContext, viewer: Viewer): Promise<SessionView[]> {
  const found = await ctx.db.read(selectSessions(ctx.db.build, viewer.userId, viewer.sessionId));
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

/** Ends all sessions except the current one. */
export async function signOutOthers(ctx: AccountContext, viewer: Viewer): Promise<void> {
  await end(ctx, viewer, { except: viewer.sessionId });
  ctx.log.write({ event: 'signed_out', userId: viewer.userId, scope: 'others' });
}

/** Ends one of the viewer's own sessions. Ids of other users' sessions are ignored. */
export async function endSession(ctx: AccountContext, viewer: Viewer, sessionId: string): Promise<void> {
  if (!z.uuid().safeParse(sessionId).success) return;
  await end(ctx, viewer, { only: sessionId });
  ctx.log.write({ event: 'signed_out', userId: viewer.userId, scope: 'session' });
}

type SessionChoice = { only: string } | { except: string } | 'all';

async function end(ctx: AccountContext, viewer: Viewer, which: SessionChoice): Promise<void> {
  const { db } = ctx;
  const { userId, email } = viewer;
  const scope = which === 'all' ? 'everywhere' : 'others';
  const details = which !== 'all' && 'only' in which ? { session: which.only } : { scope };
  await db.write(
    revokeSessions(db.build, userId, which),
    auditLine(
      ctx,
      { event: 'signed_out', actorId: userId, subject: email, details },
      // Without the condition, a reader could fill the audit log.
      sessionsWereEnded(userId),
    ),
  );
}

/** The question shown before tokens from a URL sign the browser in. */
export interface AdoptionQuestion {
  /** The account of the tokens. */
  account: string;
  /** The signed-in account. */
  current: string | null;
  /** Both are the same user. */
  isSame: boolean;
}

interface Adoption {
  /** The viewer of this browser. */
  current: Viewer | null;
  /** The browser's secret from a flow that it started. */
  binding: string | null;
  /** The user confirmed the question. */
  isConfirmed: boolean;
}

/**
 * Signs a browser in with a token pair from the URL fragment. The pair's session is replaced, so that the URL
 * cannot be used again and later confirmations do not benefit the creator of the URL. The browser's earlier
 * session ends in the same transaction.
 * @returns a question, without any change, unless the tokens are bound to this browser and no other session
 * or second factor is lost
 * @throws UnauthorizedError for invalid tokens
 */
export async function adoptTokens(
  ctx: AccountContext,
  pair: TokenPair,
  { current, binding, isConfirmed }: Adoption,
): Promise<AdoptionQuestion | { viewer: Viewer; tokens: TokenPair }> {
  const { build } = ctx.db;
  const claims = await ctx.tokens.read(pair.access);
  if (!claims) throw new UnauthorizedError(SESSION_MISSING);
  if (claims.expiresAt <= nowInSeconds(ctx)) throw new UnauthorizedError(MAIL_LINK_DEAD);
  const refreshHash = await ctx.tokens.hash(pair.refresh);
  const [row] = (await ctx.db.read(selectSessionOfPair(build, claims.sessionId, refreshHash))).rows;
  if (!row) throw new UnauthorizedError(SESSION_MISSING);
  const viewer = toViewer(row, claims);
  const isBound = binding !== null && row.bindingHash === (await ctx.tokens.hash(binding));
  if (!isConfirmed && !isExpected(viewer, current, isBound))
    return {
      account: describeAccount(viewer),
      current: current && describeAccount(current),
      isSame: current?.userId === viewer.userId,
    };
  const condition = isNewestToken(refreshHash);
  const replacement = await prepareReplacement(ctx, viewer, { method: null, condition });
  const isMade = sessionWasOpened(replacement.refreshHash);
  const signedIn = { event: 'signed_in', actorId: viewer.userId, subject: viewer.email };
  const left = current && current.sessionId !== viewer.sessionId ? current : null;
  const { opened: made } = await ctx.db.writeBatch({
    person: lockPerson(build, viewer.userId),
    opened: replacement.statement,
    audit: auditLine(ctx, { ...signedIn, details: { session: replacement.sessionId } }, isMade),
    left: left
      ? [revokeReplaced(build, left.sessionId, replacement.refreshHash), signedOutLine(ctx, left, isMade)]
      : [],
  });
  const opened = await replacement.finish(made);
  if (!opened) throw new UnauthorizedError(SESSION_MISSING);
  const { userId, sessionId } = opened.session;
  ctx.log.write({ event: 'signed_in', userId, sessionId });
  return { viewer: continueViewer(viewer, opened.session), tokens: opened.tokens };
}

/** The tokens are bound to this browser, which loses neither another user's session nor a session at aal2. */
function isExpected(next: Viewer, current: Viewer | null, isBound: boolean): boolean {
  if (!current) return isBound;
  // The page that handles emailed links puts the same session into the cookie.
  const isGiven = isBound || current.sessionId === next.sessionId;
  return isGiven && current.userId === next.userId && !(current.aal === 'aal2' && next.aal === 'aal1');
}

function signedOutLine(ctx: AccountContext, { userId, email, sessionId }: Viewer, condition: SQL) {
  const details = { session: sessionId };
  return auditLine(ctx, { event: 'signed_out', actorId: userId, subject: email, details }, condition);
}
