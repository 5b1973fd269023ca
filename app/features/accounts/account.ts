// Account types, lifetimes and redirect rules shared by the server and browsers.
import { leadsElsewhere } from '~/lib/site-path';
import type { ReadingPreferences } from './profile/reading-preferences';

export const ROLES = ['admin', 'editor', 'sales', 'audience', 'author'] as const;
/**
 * Null is a reader: an account without access to the admin. `capabilities.ts` lists what each role may do.
 */
export type Role = (typeof ROLES)[number] | null;

/** The signed-in user of this request. */
export interface Viewer {
  userId: string;
  sessionId: string;
  email: string;
  fullName: string;
  role: Role;
  /**
   * From the request's access token, never higher than the session's own level. The same applies to `amr` and
   * `confirmedAt`.
   */
  aal: 'aal1' | 'aal2';
  /** Authentication methods used in this session (RFC 8176), newest first. */
  amr: readonly { method: string; timestamp: number }[];
  /** False for some accounts created with a provider or a wallet. */
  hasPassword: boolean;
  /** Has an authenticator app. */
  hasCodes: boolean;
  /** Has a passkey. */
  hasPasskeys: boolean;
  /** Has a verified second factor. `aal2` means that this session has used it. */
  hasFactor: boolean;
  /** Staff without the second factor that the settings require for their role. The admin refuses them. */
  lacksFactor: boolean;
  reading: ReadingPreferences;
  /** Session start, in seconds since 1970. */
  startedAt: number;
  /** Last authentication in this session, in seconds since 1970. */
  confirmedAt: number;
}

/** A session as the account page lists it. Times are ISO. */
export interface SessionView {
  id: string;
  address: string | null;
  userAgent: string | null;
  createdAt: string;
  lastSeenAt: string;
  isCurrent: boolean;
}

export const ACCESS_SECONDS = 3600;
/** Tokens are refreshed this long before they expire: three 30-second checks (specification, section 9). */
export const REFRESH_BEFORE_SECONDS = 90;
/**
 * Two tabs that refresh together both send the old token. After this time, a second use means the token was
 * stolen.
 */
export const REUSE_GRACE_SECONDS = 10;
export const SESSION_DAYS = 30;
/** How long the device and network of a completed sign-in count as known, from the session's last use. */
export const KNOWN_DAYS = 90;
/** Idle limits, unless the site settings override them. Staff are users with a role. */
export const MEMBER_IDLE_DAYS = 14;
export const STAFF_IDLE_HOURS = 24;
/**
 * `last_seen_at` moves only when a token is refreshed, about once an hour. A shorter limit would end active
 * sessions.
 */
export const MIN_IDLE_HOURS = 2;
export const VERIFY_HOURS = 24;
export const RECOVERY_HOURS = 1;
/** How long after a recovery link was opened its session may set a password without the current one. */
export const NEW_PASSWORD_HOURS = 1;

export const MAGIC_LINK_HOURS = 1;
export const INVITE_HOURS = 7 * 24;
export const EMAIL_CHANGE_HOURS = 24;
/** How long the former address can undo an email change. */
export const UNDO_EMAIL_DAYS = 7;
/** Six digits can be guessed, so they expire after this time even if the link beside them lives longer. */
export const DIGITS_HOURS = 1;
/** Lifetime of an authorization code, from the link or the provider's callback to the exchange. */
export const CODE_MINUTES = 5;
/** How long a confirmation is valid for sensitive changes. */
export const CONFIRMED_MINUTES = 10;

export const SESSION_MISSING = 'Auth session missing!';

export function isAdmin(viewer: { role: Role }): boolean {
  return viewer.role === 'admin';
}

/**
 * Has a second factor that this session has not used yet. Such a session gets no page except the
 * second-factor form.
 */
export function needsSecondFactor({ hasFactor, aal }: Pick<Viewer, 'hasFactor' | 'aal'>): boolean {
  return hasFactor && aal === 'aal1';
}

/** Where an emailed link redirects a user who still has to show their second factor. */
export function secondFactorPath(choosesPassword: boolean): string {
  return choosesPassword ? '/auth/second-factor?then=new-password' : '/auth/second-factor';
}

/** Authenticated within the last 10 minutes, which changes to account security require. */
export function isConfirmed({ confirmedAt }: Pick<Viewer, 'confirmedAt'>, now: Date): boolean {
  const seconds = now.getTime() / 1000 - confirmedAt;
  // Allow 60 s of clock difference. A time further ahead comes from a wrong clock.
  return seconds > -60 && seconds < CONFIRMED_MINUTES * 60;
}

/**
 * Returns a safe redirect path on this site, or null. Rejects other hosts and `/auth` paths, which would
 * loop.
 */
export function toSafeRedirect(text: string | null | undefined): string | null {
  if (!text || text.length > 1_000 || !/^\/(?![/\\])[^\s\\]*$/.test(text) || hasControls(text)) return null;
  const { pathname, origin, search, hash } = new URL(text, 'http://site.invalid');
  if (origin !== 'http://site.invalid' || leadsElsewhere(pathname)) return null;
  return /^\/auth(\/|$)/.test(pathname) ? null : pathname + search + hash;
}

function hasControls(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\u007f');
}

/** Where to redirect after sign-in: the requested path, else `/admin` for staff and `/` for readers. */
export function landingPath(viewer: { role: Role }, redirect: string | null | undefined): string {
  return toSafeRedirect(redirect) ?? (viewer.role === null ? '/' : '/admin');
}

/** The account in "You are signed in as …". Accounts of wallets have no address. */
export function describeAccount({ email, fullName }: Pick<Viewer, 'email' | 'fullName'>): string {
  return email || fullName || 'an account without an email address';
}

/** `Firefox on Windows`. */
export function describeDevice(userAgent: string | null): string {
  const text = userAgent ?? '';
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(text))?.[1];
  const browser = find([
    [/Edg\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/Firefox\//, 'Firefox'],
    [/Chrom(e|ium)\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ]);
  const system = find([
    [/iPhone|iPad/, 'iOS'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS X/, 'macOS'],
    [/Linux/, 'Linux'],
  ]);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'An unknown device';
}
