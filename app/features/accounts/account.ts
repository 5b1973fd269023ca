// Who is signed in, where people go, and how long things last. Pure.
import { leadsElsewhere } from '~/lib/site-path';
import type { ReadingPreferences } from './reading-preferences';

export const ROLES = ['admin', 'editor', 'author'] as const;
/** Null is a reader: somebody with an account and no part in the newsroom. What each may do stands in `capabilities.ts`. */
export type Role = (typeof ROLES)[number] | null;

/** Whoever is signed in with this browser. */
export interface Viewer {
  userId: string;
  sessionId: string;
  email: string;
  fullName: string;
  role: Role;
  /** What the request's own token says, and never more than its session: so are `amr` and `confirmedAt`. */
  aal: 'aal1' | 'aal2';
  /** How the person showed who they are, newest first. */
  amr: readonly { method: string; timestamp: number }[];
  /** Whoever came by a provider or a wallet may have none. */
  hasPassword: boolean;
  /** Has an authenticator app. */
  hasCodes: boolean;
  /** Has a passkey. */
  hasPasskeys: boolean;
  /** Has a second factor, which this session has shown if `aal` is aal2. */
  hasFactor: boolean;
  /** Is an admin or editor without a second factor, where the settings require one: the admin is closed to them. */
  lacksFactor: boolean;
  reading: ReadingPreferences;
  /** When this session began, in seconds since 1970. */
  startedAt: number;
  /** When the person last showed who they are in this session, likewise. */
  confirmedAt: number;
}

/** One sign-in, as its owner sees it on the account page. Times are ISO. */
export interface SessionView {
  id: string;
  address: string | null;
  userAgent: string | null;
  createdAt: string;
  lastSeenAt: string;
  isCurrent: boolean;
}

export const ACCESS_SECONDS = 3600;
/** Three ticks of 30 s (specification, section 9). */
export const REFRESH_BEFORE_SECONDS = 90;
/** Two tabs that refresh at once both bring the old token; later it was stolen. */
export const REUSE_GRACE_SECONDS = 10;
export const SESSION_DAYS = 30;
/** After a completed sign-in was used last: as long as its device and its network count as known. */
export const KNOWN_DAYS = 90;
/** A session that is not used for so long ends, unless the site settings name other limits. Staff is who has a role. */
export const MEMBER_IDLE_DAYS = 14;
export const STAFF_IDLE_HOURS = 24;
/** Use is noted with each refresh, about hourly: a shorter limit would end sessions in use. */
export const LEAST_IDLE_HOURS = 2;
export const VERIFY_HOURS = 24;
export const RECOVERY_HOURS = 1;
/** From the opening of a recovery link: as long as its session sets a password without the present one. */
export const NEW_PASSWORD_HOURS = 1;

export const MAGIC_LINK_HOURS = 1;
export const INVITE_HOURS = 7 * 24;
export const EMAIL_CHANGE_HOURS = 24;
/** As long as the old address can undo a change of address. */
export const UNDO_EMAIL_DAYS = 7;
/** Of the six digits beside a link, however long the link lives: they can be guessed. */
export const DIGITS_HOURS = 1;
/** From a link or a provider to the exchange. */
export const CODE_MINUTES = 5;
/** From a confirmation until a sensitive change asks for another. */
export const CONFIRMED_MINUTES = 10;

export const SESSION_MISSING = 'Auth session missing!';

export function isAdmin(viewer: { role: Role }): boolean {
  return viewer.role === 'admin';
}

/** Has a second factor and has not shown it in this session: our own pages let nobody in before. */
export function owesFactor({ hasFactor, aal }: Pick<Viewer, 'hasFactor' | 'aal'>): boolean {
  return hasFactor && aal === 'aal1';
}

/** Where a link of a mail leads whoever owes their second factor. */
export function secondFactorPath(choosesPassword: boolean): string {
  return choosesPassword ? '/auth/second-factor?then=new-password' : '/auth/second-factor';
}

/** Showed who they are a moment ago, so that what protects the account may be changed. */
export function isConfirmed({ confirmedAt }: Pick<Viewer, 'confirmedAt'>, now: Date): boolean {
  const seconds = now.getTime() / 1000 - confirmedAt;
  // What lies ahead of the clock by more than machines differ was said by a clock that was wrong.
  return seconds > -60 && seconds < CONFIRMED_MINUTES * 60;
}

/** A path of this site, or null: nobody is sent elsewhere, and not in a circle. */
export function toGoingTo(text: string | null | undefined): string | null {
  if (!text || text.length > 1_000 || !/^\/(?![/\\])[^\s\\]*$/.test(text) || hasControls(text)) return null;
  const { pathname, origin, search, hash } = new URL(text, 'http://site.invalid');
  if (origin !== 'http://site.invalid' || leadsElsewhere(pathname)) return null;
  return /^\/auth(\/|$)/.test(pathname) ? null : pathname + search + hash;
}

function hasControls(text: string): boolean {
  return [...text].some((letter) => letter < ' ' || letter === '\u007f');
}

/** Where a sign-in leads: where the person was going, else the newsroom for who works there and home for others. */
export function landingPath(viewer: { role: Role }, redirect: string | null | undefined): string {
  return toGoingTo(redirect) ?? (viewer.role === null ? '/' : '/admin');
}

/** `Firefox on Windows`: enough to know one's own devices by. */
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
