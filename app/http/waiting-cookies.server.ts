// Cookies that an answer will set, collected while it is being made.
import { type CookieOptions, cookieName, formatCookie, readCookie } from '~/lib/cookies';
import type { AppContext } from '~/platform/context';

const waiting = new WeakMap<AppContext, Map<string, string[]>>();

/** Set-Cookie lines under a name of ours. Whoever comes last decides: a sign-out wins over a refresh. */
export function leaveCookies(ctx: AppContext, name: string, lines: string[]): void {
  const cookies = waiting.get(ctx) ?? new Map<string, string[]>();
  waiting.set(ctx, cookies.set(name, lines));
}

/** `leaveCookies` for one cookie of ours. An age of 0 makes the browser forget it. */
export function leaveCookie(
  ctx: AppContext,
  name: string,
  value: string,
  options: Omit<CookieOptions, 'isHttps'>,
): void {
  const { isHttps } = ctx.config;
  leaveCookies(ctx, name, [formatCookie(name, value, { ...options, isHttps })]);
}

/** The cookie that `leaveCookie` left in this browser; null for none. */
export function findCookie(ctx: AppContext, request: Request, name: string): string | null {
  return readCookie(request.headers.get('cookie'), cookieName(name, ctx.config.isHttps));
}

export function hasCookies(ctx: AppContext, name: string): boolean {
  return waiting.get(ctx)?.has(name) ?? false;
}

/** Moves the waiting cookies into an answer's headers. */
export function addCookies(ctx: AppContext, headers: Headers): Headers {
  for (const lines of waiting.get(ctx)?.values() ?? []) {
    for (const line of lines) headers.append('set-cookie', line);
  }
  waiting.delete(ctx);
  return headers;
}
