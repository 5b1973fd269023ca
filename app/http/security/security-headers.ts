// Security headers for every response.

import { TooManyError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import type { WorkerSettings } from '~/platform/env.server';

const ALWAYS: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['x-frame-options', 'DENY'],
  ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
  ['cross-origin-opener-policy', 'same-origin'],
];

const HSTS = 'max-age=63072000';

type TransportSettings = Pick<WorkerSettings, 'SITE_URL' | 'HSTS_SUBDOMAINS'>;

/**
 * The content security policy for a page with inline scripts and styles of these SHA-256 hashes. Hashes
 * rather than nonces: a cached page is sent many times, and a 304 with another nonce would block the scripts
 * in the browser's stored body.
 * @param formTargets origins to which its forms may redirect, besides our own
 */
export function contentSecurityPolicy(
  scriptHashes: readonly string[] = [],
  styleHashes: readonly string[] = [],
  formTargets: Iterable<string> = [],
): string {
  const sources = (hashes: readonly string[]) => hashes.map((hash) => ` 'sha256-${hash}'`).join('');
  return [
    "default-src 'self'",
    `script-src 'self'${sources(scriptHashes)}`,
    `style-src 'self'${sources(styleHashes)}`,
    "img-src 'self' data:",
    // Video and audio files, loaded when a reader starts them.
    "media-src 'self' https:",
    "font-src 'self'",
    "connect-src 'self'",
    // Videos and posts in articles, loaded when a reader clicks (app/ui/play-embeds.ts).
    'frame-src https://www.youtube-nocookie.com https://player.vimeo.com https://platform.twitter.com https://www.linkedin.com',
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join('; ');
}

const NO_SCRIPTS = contentSecurityPolicy();

/** Adds missing headers. Keeps a content security policy that the page set. */
export function setSecurityHeaders(headers: Headers, settings: TransportSettings): void {
  for (const [name, value] of ALWAYS) {
    // A response may set the stricter `no-referrer`.
    if (name !== 'referrer-policy' || headers.get(name) !== 'no-referrer') headers.set(name, value);
  }
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', NO_SCRIPTS);
  if (!settings.SITE_URL.startsWith('https:')) return;
  const subdomains = settings.HSTS_SUBDOMAINS === 'on' ? '; includeSubDomains' : '';
  headers.set('strict-transport-security', HSTS + subdomains);
}

const retryAfter = new WeakMap<AppContext, number>();

/**
 * Sets Retry-After on the page that shows a rate limit error. Remix drops headers of a page's data unless its
 * route exports `headers`.
 */
export function noteRetryAfter(ctx: AppContext, error: unknown): void {
  if (error instanceof TooManyError) retryAfter.set(ctx, error.retryAfterSeconds);
}

export function setRetryAfter(ctx: AppContext, headers: Headers): void {
  const seconds = retryAfter.get(ctx);
  if (seconds !== undefined) headers.set('retry-after', String(seconds));
}

/** Retry-After for a rate limit error; otherwise no headers. */
export function failureHeaders(error: unknown): Headers {
  const headers = new Headers();
  if (error instanceof TooManyError) headers.set('retry-after', String(error.retryAfterSeconds));
  return headers;
}
