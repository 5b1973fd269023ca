// The session of a request: who is signed in, and which cookies the answer brings.
import { isAdmin, owesFactor, type Viewer } from '~/features/accounts/account';
import { isNotice, type NoticeName } from '~/features/accounts/account-notices';
import {
  READING_COOKIE,
  type ReadingPreferences,
  readingWords,
} from '~/features/accounts/reading-preferences';
import { findViewer } from '~/features/accounts/viewer.server';
import { cookieName, readCookie } from '~/lib/cookies';
import { UnavailableError } from '~/lib/errors';
import type { AppContext, TokenPair } from '~/platform/context';
import { findCookie, hasCookies, leaveCookie, leaveCookies } from './waiting-cookies.server';

interface Visitor {
  ctx: AppContext;
  request: Request;
}

const UNKNOWN = 'We cannot tell right now who is signed in. Please try again in a moment.';
const NOTICE_COOKIE = 'notice';
const NOTICE_SECONDS = 60;

/** Loaders run side by side and all ask; one statement answers them. */
const asked = new WeakMap<AppContext, Promise<Viewer | null>>();
/** The tokens of a session that this request itself began, in place of those it came with. */
const begun = new WeakMap<AppContext, TokenPair>();

/**
 * Who is signed in; null for nobody, and for whoever still owes their second factor.
 * @throws UnavailableError when that cannot be known
 */
export async function findSessionViewer(visitor: Visitor): Promise<Viewer | null> {
  const viewer = await findAnyViewer(visitor);
  return viewer && owesFactor(viewer) ? null : viewer;
}

/**
 * Whose cookie this is, with or without a second factor; null for nobody. Refreshes tokens that are about to end.
 * @throws UnavailableError when that cannot be known
 */
export function findAnyViewer(visitor: Visitor): Promise<Viewer | null> {
  const { ctx } = visitor;
  let found = asked.get(ctx);
  if (!found) {
    found = readViewer(visitor);
    asked.set(ctx, found);
  }
  return found;
}

/** Whether this request turned out to be an admin's, second factor included. Reads nothing by itself. */
export async function isKnownAdmin(ctx: AppContext): Promise<boolean> {
  const viewer = await asked.get(ctx)?.catch(() => null);
  return Boolean(viewer && isAdmin(viewer) && !owesFactor(viewer) && !viewer.lacksFactor);
}

async function readViewer({ ctx, request }: Visitor): Promise<Viewer | null> {
  const pair = begun.get(ctx) ?? (await ctx.sessionCookie.read(request.headers.get('cookie')));
  if (!pair) return null;
  try {
    const found = await findViewer(ctx, pair);
    // Another request of this browser began the session that took its place. Its cookie must not be cleared by a late answer.
    if (found === 'replaced') return null;
    if (!found) await dropTokens(ctx);
    else if (found.tokens) await leaveTokens(ctx, found.tokens);
    if (found && !owesFactor(found.viewer))
      tellReading({ ctx, request }, found.viewer.reading, found.tokens !== null);
    return found?.viewer ?? null;
  } catch (error) {
    if (error instanceof UnavailableError) throw error;
    // Unknown is not signed out and not "no admin", whatever went wrong.
    ctx.log.write({ event: 'failure', where: 'session', reason: String(error) });
    throw new UnavailableError(UNKNOWN, { cause: error });
  }
}

/**
 * A new session begins in this browser: in its cookie, and for what is still asked in this request.
 * @param viewer who that is, where it is known without asking
 */
export async function keepTokens(ctx: AppContext, tokens: TokenPair, viewer?: Viewer): Promise<void> {
  begun.set(ctx, tokens);
  if (viewer) asked.set(ctx, Promise.resolve(viewer));
  else asked.delete(ctx);
  await leaveTokens(ctx, tokens);
}

async function leaveTokens(ctx: AppContext, tokens: TokenPair): Promise<void> {
  leaveCookies(ctx, 'session', await ctx.sessionCookie.write(tokens));
  if ((await ctx.tokens.read(tokens.access))?.aal === 'aal2') await rememberDevice(ctx, tokens);
}

/**
 * A completed sign-in makes this browser a known device of its account. One that still owes its second factor must not take
 * the place of one that owed nothing.
 */
export async function rememberDevice(ctx: AppContext, { access }: TokenPair): Promise<void> {
  const claims = await ctx.tokens.read(access);
  if (!claims?.email) return;
  const account = await ctx.tokens.hash(claims.email.toLowerCase());
  leaveCookies(ctx, 'device', [await ctx.devices.remember(account, claims.sessionId)]);
}

export async function dropTokens(ctx: AppContext): Promise<void> {
  leaveCookies(ctx, 'session', await ctx.sessionCookie.clear());
  // On a machine of several people the next one reads as visitors do.
  leaveReading(ctx, '');
}

const READING_SECONDS = 30 * 24 * 3600;

/**
 * For the script in the head of every page. Where the browser knows already, only `again`, with new tokens: it is to last as
 * long as the session.
 */
export function tellReading({ ctx, request }: Visitor, reading: ReadingPreferences, again = false): void {
  const known = findCookie(ctx, request, READING_COOKIE) ?? '';
  const words = readingWords(reading);
  if (words !== known || (again && words !== '')) leaveReading(ctx, words);
}

function leaveReading(ctx: AppContext, words: string): void {
  const maxAgeSeconds = words === '' ? 0 : READING_SECONDS;
  leaveCookie(ctx, READING_COOKIE, words, { maxAgeSeconds, isForScripts: true });
}

/** Said once by the next page, cached or not. */
export function leaveNotice(ctx: AppContext, name: NoticeName): void {
  leaveCookie(ctx, NOTICE_COOKIE, name, { maxAgeSeconds: NOTICE_SECONDS });
}

/** What this page is to say, left by the action before it. Asked before there is a context, hence the flag. */
export function noticeOf(request: Request, isHttps: boolean): NoticeName | null {
  const value = readCookie(request.headers.get('cookie'), cookieName(NOTICE_COOKIE, isHttps));
  return isNotice(value) ? value : null;
}

/** The notice was said: the browser forgets it. */
export function forgetNotice(ctx: AppContext): void {
  if (!hasCookies(ctx, NOTICE_COOKIE)) leaveCookie(ctx, NOTICE_COOKIE, '', { maxAgeSeconds: 0 });
}
