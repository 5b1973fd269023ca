// The session of a request: who is signed in, and which session cookies the response sets.
import { isAdmin, needsSecondFactor, type Viewer } from '~/features/accounts/account';
import {
  READING_COOKIE,
  type ReadingPreferences,
  readingCookieValue,
} from '~/features/accounts/profile/reading-preferences';
import { findViewer } from '~/features/accounts/sessions/viewer.server';
import { isNotice, type NoticeName } from '~/features/accounts/sign-in/account-notices';
import { cookieName, readCookie } from '~/lib/cookies';
import { isTransient, UnavailableError } from '~/lib/errors';
import type { AppContext, TokenPair } from '~/platform/context';
import { findCookie, hasCookies, setCookie, setCookies } from './pending-cookies.server';

interface Visitor {
  ctx: AppContext;
  request: Request;
}

const UNKNOWN = 'We couldn’t check your session. Please try again in a moment.';
const NOTICE_COOKIE = 'notice';
const NOTICE_SECONDS = 60;

/** Parallel loaders share one lookup per request. */
const lookups = new WeakMap<AppContext, Promise<Viewer | null>>();
/** Tokens of a session that this request started. They replace the tokens in its cookie. */
const startedSessions = new WeakMap<AppContext, TokenPair>();

/**
 * The signed-in viewer; null for visitors, and while the second factor is still missing.
 * @throws UnavailableError when the session cannot be checked
 */
export async function findSessionViewer(visitor: Visitor): Promise<Viewer | null> {
  const viewer = await findAnyViewer(visitor);
  return viewer && needsSecondFactor(viewer) ? null : viewer;
}

/**
 * The account of the session cookie, with or without its second factor; null for visitors. Refreshes tokens
 * that are about to expire.
 * @throws UnavailableError when the session cannot be checked
 */
export function findAnyViewer(visitor: Visitor): Promise<Viewer | null> {
  const { ctx } = visitor;
  let found = lookups.get(ctx);
  if (!found) {
    found = readViewer(visitor);
    lookups.set(ctx, found);
  }
  return found;
}

/** Whether an earlier lookup in this request found an admin with a second factor. Makes no query. */
export async function isKnownAdmin(ctx: AppContext): Promise<boolean> {
  const viewer = await lookups.get(ctx)?.catch(() => null);
  return Boolean(viewer && isAdmin(viewer) && !needsSecondFactor(viewer) && !viewer.lacksFactor);
}

async function readViewer({ ctx, request }: Visitor): Promise<Viewer | null> {
  const pair = startedSessions.get(ctx) ?? (await ctx.sessionCookie.read(request.headers.get('cookie')));
  if (!pair) return null;
  try {
    const found = await findViewer(ctx, pair);
    // Another request of this browser has started a newer session. Do not clear its cookie.
    if (found === 'replaced') return null;
    if (!found) await dropTokens(ctx);
    else if (found.tokens) await writeSessionCookie(ctx, found.tokens);
    if (found && !needsSecondFactor(found.viewer))
      setReadingCookie({ ctx, request }, found.viewer.reading, found.tokens !== null);
    return found?.viewer ?? null;
  } catch (error) {
    if (isTransient(error)) throw error;
    // An error does not mean signed out: answering null would treat an admin as a visitor.
    ctx.log.write({ event: 'failure', where: 'session', reason: String(error) });
    throw new UnavailableError(UNKNOWN, { cause: error });
  }
}

/**
 * Starts a session in this browser: sets its cookie and makes it the session of this request.
 * @param viewer the session's account, if known; saves a query
 */
export async function keepTokens(ctx: AppContext, tokens: TokenPair, viewer?: Viewer): Promise<void> {
  startedSessions.set(ctx, tokens);
  if (viewer) lookups.set(ctx, Promise.resolve(viewer));
  else lookups.delete(ctx);
  await writeSessionCookie(ctx, tokens);
}

async function writeSessionCookie(ctx: AppContext, tokens: TokenPair): Promise<void> {
  setCookies(ctx, 'session', await ctx.sessionCookie.write(tokens));
  if ((await ctx.tokens.read(tokens.access))?.aal === 'aal2') await rememberDevice(ctx, tokens);
}

/**
 * Marks this browser as a known device of the account after a completed sign-in. A session that still lacks
 * its second factor must not replace a complete one.
 */
export async function rememberDevice(ctx: AppContext, { access }: TokenPair): Promise<void> {
  const claims = await ctx.tokens.read(access);
  if (!claims?.email) return;
  const account = await ctx.tokens.hash(claims.email.toLowerCase());
  setCookies(ctx, 'device', [await ctx.devices.remember(account, claims.sessionId)]);
}

export async function dropTokens(ctx: AppContext): Promise<void> {
  setCookies(ctx, 'session', await ctx.sessionCookie.clear());
  // On a shared computer, the next person gets the default reading preferences.
  writeReadingCookie(ctx, '');
}

const READING_SECONDS = 30 * 24 * 3600;

/**
 * Updates the cookie for the script in the head of every page when it differs. `again` also renews an equal
 * cookie, so that it lasts as long as the new tokens.
 */
export function setReadingCookie(
  { ctx, request }: Visitor,
  reading: ReadingPreferences,
  again = false,
): void {
  const known = findCookie(ctx, request, READING_COOKIE) ?? '';
  const value = readingCookieValue(reading);
  if (value !== known || (again && value !== '')) writeReadingCookie(ctx, value);
}

function writeReadingCookie(ctx: AppContext, value: string): void {
  const maxAgeSeconds = value === '' ? 0 : READING_SECONDS;
  setCookie(ctx, READING_COOKIE, value, { maxAgeSeconds, isForScripts: true });
}

/** Shows a notice on the next page, cached or not. */
export function setNotice(ctx: AppContext, name: NoticeName): void {
  setCookie(ctx, NOTICE_COOKIE, name, { maxAgeSeconds: NOTICE_SECONDS });
}

/** The notice that the previous action set. Called before a context exists, therefore `isHttps`. */
export function noticeOf(request: Request, isHttps: boolean): NoticeName | null {
  const value = readCookie(request.headers.get('cookie'), cookieName(NOTICE_COOKIE, isHttps));
  return isNotice(value) ? value : null;
}

/** Deletes the notice cookie after a page has shown the notice. */
export function clearNotice(ctx: AppContext): void {
  if (!hasCookies(ctx, NOTICE_COOKIE)) setCookie(ctx, NOTICE_COOKIE, '', { maxAgeSeconds: 0 });
}
