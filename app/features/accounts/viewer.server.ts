// Who is signed in, from the tokens in the session cookie.
import { UnavailableError } from '~/lib/errors';
import type { AccessClaims, TokenPair } from '~/platform/context';
import { REFRESH_BEFORE_SECONDS, SESSION_MISSING, type Viewer } from './account';
import type { AccountContext } from './account-context';
import { AuthError } from './auth-error';
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
  /** A new pair for the cookie, when the old one was about to end. */
  tokens: TokenPair | null;
}

/**
 * The viewer with its session, read at every request: a session that was revoked has ended.
 * @returns null when nobody is signed in any more, 'replaced' when another session took this one's place: the browser may
 * have its cookie by now
 * @throws UnavailableError when that cannot be known; it is never taken for "nobody" or "no admin"
 */
export async function findViewer(
  ctx: AccountContext,
  pair: TokenPair,
): Promise<ViewerFound | 'replaced' | null> {
  const claims = await ctx.tokens.read(pair.access);
  // One that a key of the past signed is as good as expired: the refresh token tells who this is.
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
 * The viewer behind an access token that a client brought by itself.
 * @throws AuthError for what is no token of ours, has expired, or whose session has ended
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
 * Spends a refresh token for a new pair. The same token gets the same pair for 10 seconds (two tabs); later it ends
 * its session, because only a thief or a victim brings it twice.
 */
export async function refresh(ctx: AccountContext, token: string): Promise<ViewerFound | null> {
  const next = await ctx.tokens.derive(token);
  const statement = {
    hash: await ctx.tokens.hash(token),
    nextHash: await ctx.tokens.hash(next),
    address: ctx.request.address,
  };
  const [, , , logged, found] = await retrying(() =>
    ctx.db.write(...refreshStatements(ctx.db.build, statement)),
  );
  for (const { event, userId, sessionId } of logged.rows) {
    if (event === 'token_refreshed') ctx.log.write({ event, userId, sessionId });
    else ctx.log.write({ event: 'token_reused', sessionId });
  }
  const row = found.rows[0];
  if (!row) return null;
  // A refresh token belongs to one session, and what that is worth never rises: the new pair says what its row says.
  return { viewer: toViewer(row, row), tokens: await issueTokens(ctx, row, next, row.spentAt) };
}

/** Safe to repeat: a refresh that did happen answers the same for a while. Pauses of 200 ms, doubling. */
async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnavailableError) || attempt === REFRESH_ATTEMPTS) throw error;
      await new Promise((done) => setTimeout(done, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
    }
  }
}

const WEAK = /^(oauth|sso|email_change)/;

/**
 * @param said what the caller's token says: it counts as far as the session's row says so too
 * @throws UnavailableError without a profile: whether this is an admin is then unknown
 */
export function toViewer(row: ViewerRow, said: Pick<AccessClaims, 'aal' | 'amr'>): Viewer {
  if (!row.hasProfile) throw new UnavailableError('Your profile cannot be read right now. Please try again.');
  const { userId, sessionId, email, role, startedAt, theme, textSize, typeface } = row;
  const { hasPassword, hasFactor, hasCodes, hasPasskeys, lacksFactor } = row;
  const fullName = row.fullName ?? '';
  const amr = said.amr.filter(({ method, timestamp }) =>
    row.amr.some((entry) => entry.method === method && entry.timestamp === timestamp),
  );
  return {
    userId,
    sessionId,
    email,
    fullName,
    role,
    aal: said.aal === 'aal2' ? row.aal : 'aal1',
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

/** The same person in the session that took the place of theirs. */
export function continueViewer(viewer: Viewer, { sessionId, aal, amr }: SessionFacts): Viewer {
  const confirmedAt = lastConfirmation(amr, viewer.hasPassword || viewer.hasFactor);
  return { ...viewer, sessionId, aal, amr, confirmedAt };
}

/**
 * A provider outside may answer without asking anybody, and a new address shows whose mail it is and not whose account: they
 * show who sits there only for whom nothing else does.
 */
function lastConfirmation(amr: Viewer['amr'], hasStronger: boolean): number {
  const shown = amr.filter(({ method }) => !hasStronger || !WEAK.test(method));
  return Math.max(0, ...shown.map(({ timestamp }) => timestamp));
}
