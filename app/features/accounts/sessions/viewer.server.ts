// Resolves the viewer from the tokens of the session cookie.
import { isTransient, UnavailableError } from '~/lib/errors';
import { pause } from '~/lib/time/within-time';
import type { AccessClaims, TokenPair } from '~/platform/context';
import { REFRESH_BEFORE_SECONDS, SESSION_MISSING, type Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { AuthError } from '../auth-error';
import { issueTokens, nowInSeconds } from './issue-tokens.server';
import {
  refreshStatements,
  type SessionFacts,
  selectViewer,
  selectViewerOfCookie,
  type ViewerRow,
} from './sessions-repo.server';

const REFRESH_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 200;

export interface ViewerFound {
  viewer: Viewer;
  /** A new pair for the cookie if the old one was about to expire. */
  tokens: TokenPair | null;
}

/**
 * Reads the viewer and the session at every request, so that a revoked session ends immediately.
 * @returns null if the session has ended; 'replaced' if another session replaced it, whose cookie the browser
 * may already have
 * @throws UnavailableError if the session cannot be read, which must not be treated as signed out or as a
 * reader
 */
export async function findViewer(
  ctx: AccountContext,
  pair: TokenPair,
): Promise<ViewerFound | 'replaced' | null> {
  const claims = await ctx.tokens.read(pair.access);
  // A token signed with a retired key counts as expired. The refresh token identifies the session.
  const isFresh = claims !== null && claims.expiresAt - nowInSeconds(ctx) >= REFRESH_BEFORE_SECONDS;
  const refreshed = isFresh ? null : await refresh(ctx, pair.refresh);
  if (refreshed || !claims) return refreshed;
  const found = await ctx.db.read(selectViewerOfCookie(ctx.db.build, claims.sessionId));
  const row = found.rows[0];
  if (!row || (row.isLive && !isFresh)) return null;
  if (isFresh && (row.isLive || row.isInGrace)) return { viewer: toViewer(row, claims), tokens: null };
  return 'replaced';
}

/**
 * The viewer of an access token that a client sent.
 * @throws AuthError for an invalid or expired token or an ended session
 */
export async function getTokenViewer(ctx: AccountContext, access: string): Promise<Viewer> {
  const claims = await ctx.tokens.read(access);
  if (!claims) throw new AuthError('bad_jwt', 'invalid JWT: unable to parse or verify signature');
  if (claims.expiresAt <= nowInSeconds(ctx)) throw new AuthError('bad_jwt', 'invalid JWT: token is expired');
  const found = await ctx.db.read(selectViewer(ctx.db.build, claims.sessionId));
  const row = found.rows[0];
  if (!row) throw new AuthError('session_not_found', SESSION_MISSING);
  return toViewer(row, claims);
}

/**
 * Exchanges a refresh token for a new pair. For 10 seconds the same token returns the same pair (two tabs). A
 * later reuse ends the session, because it means that the token was copied.
 */
export async function refresh(ctx: AccountContext, token: string): Promise<ViewerFound | null> {
  const next = await ctx.tokens.derive(token);
  const statement = {
    hash: await ctx.tokens.hash(token),
    nextHash: await ctx.tokens.hash(next),
    address: ctx.request.address,
  };
  const { logged, found } = await retrying(() =>
    ctx.db.writeBatch(refreshStatements(ctx.db.build, statement)),
  );
  for (const { event, userId, sessionId } of logged.rows) {
    if (event === 'token_refreshed') ctx.log.write({ event, userId, sessionId });
    else ctx.log.write({ event: 'token_reused', sessionId });
  }
  const row = found.rows[0];
  if (!row) return null;
  // The new pair gets the level of the session's row, which never rises.
  return { viewer: toViewer(row, row), tokens: await issueTokens(ctx, row, next, row.spentAt) };
}

/**
 * Retries after 200 ms and 400 ms. Repeating is safe: a refresh that was stored returns the same pair for a
 * while.
 */
async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || attempt === REFRESH_ATTEMPTS) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}

const WEAK = /^(oauth|sso|email_change)/;

/**
 * @param claims of the caller's token, which count only if the session's row confirms them
 * @throws UnavailableError without a profile row, because the role is then unknown
 */
export function toViewer(row: ViewerRow, claims: Pick<AccessClaims, 'aal' | 'amr'>): Viewer {
  if (!row.hasProfile) throw new UnavailableError('Your profile cannot be read right now. Please try again.');
  const { userId, sessionId, email, role, startedAt, theme, textSize, typeface } = row;
  const { hasPassword, hasFactor, hasCodes, hasPasskeys, lacksFactor } = row;
  const fullName = row.fullName ?? '';
  const amr = claims.amr.filter(({ method, timestamp }) =>
    row.amr.some((entry) => entry.method === method && entry.timestamp === timestamp),
  );
  return {
    userId,
    sessionId,
    email,
    fullName,
    role,
    aal: claims.aal === 'aal2' ? row.aal : 'aal1',
    amr,
    startedAt,
    confirmedAt: lastConfirmation(amr, hasPassword || hasFactor),
    hasPassword,
    hasFactor,
    hasCodes,
    hasPasskeys,
    lacksFactor,
    reading: { theme, textSize, typeface },
  };
}

/** The same user in the session that replaced theirs. */
export function continueViewer(viewer: Viewer, { sessionId, aal, amr }: SessionFacts): Viewer {
  const confirmedAt = lastConfirmation(amr, viewer.hasPassword || viewer.hasFactor);
  return { ...viewer, sessionId, aal, amr, confirmedAt };
}

/**
 * Time of the last authentication that counts as a confirmation. Providers may answer without asking the
 * user, and an email change only proves access to a mailbox. Those methods count only for users without a
 * password or second factor.
 */
function lastConfirmation(amr: Viewer['amr'], hasStronger: boolean): number {
  const shown = amr.filter(({ method }) => !hasStronger || !WEAK.test(method));
  return Math.max(0, ...shown.map(({ timestamp }) => timestamp));
}
