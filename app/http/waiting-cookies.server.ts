// Cookies that an answer will set, collected while it is being made.
import type { AppContext } from '~/platform/context';

const waiting = new WeakMap<AppContext, Map<string, string[]>>();

/** Set-Cookie lines under a name of ours. Whoever comes last decides: a sign-out wins over a refresh. */
export function leaveCookies(ctx: AppContext, name: string, lines: string[]): void {
  const cookies = waiting.get(ctx) ?? new Map<string, string[]>();
  waiting.set(ctx, cookies.set(name, lines));
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
