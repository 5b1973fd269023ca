// Headers that every answer of the worker carries.
import type { Settings } from '~/platform/env.server';

const ALWAYS: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['x-frame-options', 'DENY'],
  ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
  ['cross-origin-opener-policy', 'same-origin'],
];

const HSTS = 'max-age=63072000';

type TransportSettings = Pick<Settings, 'SITE_URL' | 'HSTS_SUBDOMAINS'>;

/**
 * The policy of a page whose own inline scripts and styles have these SHA-256 hashes. Hashes and no nonce: a page in a cache is
 * sent many times, and a 304 that brought another nonce would block the scripts of the body the browser kept.
 */
export function contentSecurityPolicy(
  scriptHashes: readonly string[] = [],
  styleHashes: readonly string[] = [],
): string {
  const sources = (hashes: readonly string[]) => hashes.map((hash) => ` 'sha256-${hash}'`).join('');
  return [
    "default-src 'self'",
    `script-src 'self'${sources(scriptHashes)}`,
    `style-src 'self'${sources(styleHashes)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // Films and posts that an article embeds, once a reader asks for one (app/ui/play-embeds.ts).
    'frame-src https://www.youtube-nocookie.com https://player.vimeo.com https://platform.twitter.com https://www.linkedin.com',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join('; ');
}

const NO_SCRIPTS = contentSecurityPolicy();

/** Sets what is missing; a policy that a page computed for itself stays. */
export function setSecurityHeaders(headers: Headers, settings: TransportSettings): void {
  for (const [name, value] of ALWAYS) {
    // An answer may be stricter about what it tells of its readers.
    if (name !== 'referrer-policy' || headers.get(name) !== 'no-referrer') headers.set(name, value);
  }
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', NO_SCRIPTS);
  if (!settings.SITE_URL.startsWith('https:')) return;
  const subdomains = settings.HSTS_SUBDOMAINS === 'on' ? '; includeSubDomains' : '';
  headers.set('strict-transport-security', HSTS + subdomains);
}
