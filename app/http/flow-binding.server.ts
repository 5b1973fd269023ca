// The browser that goes away to a provider outside is the one that has to come back: what it began is answered to nobody who
// was merely sent to the end of it.
import type { AppContext } from '~/platform/context';
import { findCookie, leaveCookie } from './waiting-cookies.server';

/** As long as the provider's answer is waited for. */
const BINDING_SECONDS = 900;

const COOKIE = 'auth-flow';

/** What this browser keeps; null for one that began nothing lately. */
export function readBinding(ctx: AppContext, request: Request): string | null {
  const kept = findCookie(ctx, request, COOKIE);
  return kept && /^[\w-]{43,128}$/.test(kept) ? kept : null;
}

/** What this browser keeps, or is about to: the same for all that it has under way, so that two tabs do not shut each other out. */
export function bindingFor(ctx: AppContext, request: Request): string {
  return readBinding(ctx, request) ?? ctx.tokens.random();
}

export function keepBinding(ctx: AppContext, binding: string): void {
  leaveCookie(ctx, COOKIE, binding, { maxAgeSeconds: BINDING_SECONDS });
}

/** Leaves with what this browser keeps. A departure that fails leaves nothing behind. */
export async function bindBrowser<T>(
  ctx: AppContext,
  request: Request,
  leave: (binding: string) => Promise<T>,
): Promise<T> {
  const binding = bindingFor(ctx, request);
  const left = await leave(binding);
  keepBinding(ctx, binding);
  return left;
}
