// Collects the cookies that a response will set.
import { type CookieOptions, cookieName, formatCookie, readCookie } from '~/lib/cookies';
import type { AppContext } from '~/platform/context';

const pending = new WeakMap<AppContext, Map<string, string[]>>();

/** Sets the Set-Cookie lines for a name. The last call for a name wins: a sign-out replaces a refresh. */
export function setCookies(ctx: AppContext, name: string, lines: string[]): void {
  const cookies = pending.get(ctx) ?? new Map<string, string[]>();
  pending.set(ctx, cookies.set(name, lines));
}

/** `setCookies` for one cookie. A `maxAgeSeconds` of 0 deletes it. */
export function setCookie(
  ctx: AppContext,
  name: string,
  value: string,
  options: Omit<CookieOptions, 'isHttps'>,
): void {
  const { isHttps } = ctx.config;
  setCookies(ctx, name, [formatCookie(name, value, { ...options, isHttps })]);
}

/** The value of a cookie that `setCookie` set earlier; null for none. */
export function findCookie(ctx: AppContext, request: Request, name: string): string | null {
  return readCookie(request.headers.get('cookie'), cookieName(name, ctx.config.isHttps));
}

export function hasCookies(ctx: AppContext, name: string): boolean {
  return pending.get(ctx)?.has(name) ?? false;
}

/** Moves the pending cookies into a response's headers. */
export function addCookies(ctx: AppContext, headers: Headers): Headers {
  for (const lines of pending.get(ctx)?.values() ?? []) {
    for (const line of lines) headers.append('set-cookie', line);
  }
  pending.delete(ctx);
  return headers;
}
