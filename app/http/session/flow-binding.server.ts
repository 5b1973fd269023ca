// Binds a provider flow to the browser that started it (login CSRF protection): another browser that is sent
// to the callback URL is refused.
import type { AppContext } from '~/platform/context';
import { findCookie, setCookie } from './pending-cookies.server';

/** In seconds: how long a provider's answer is accepted. */
const BINDING_SECONDS = 900;

const COOKIE = 'auth-flow';

/** This browser's binding value; null when it started no flow in the last 15 minutes. */
export function readBinding(ctx: AppContext, request: Request): string | null {
  const value = findCookie(ctx, request, COOKIE);
  return value && /^[\w-]{43,128}$/.test(value) ? value : null;
}

/**
 * The browser's binding, or a new one. All flows of a browser share it, so that two tabs do not break each
 * other's flow.
 */
export function bindingFor(ctx: AppContext, request: Request): string {
  return readBinding(ctx, request) ?? ctx.tokens.random();
}

export function keepBinding(ctx: AppContext, binding: string): void {
  setCookie(ctx, COOKIE, binding, { maxAgeSeconds: BINDING_SECONDS });
}

/** Starts a flow with the browser's binding. Sets the cookie only if `start` succeeds. */
export async function bindBrowser<T>(
  ctx: AppContext,
  request: Request,
  start: (binding: string) => Promise<T>,
): Promise<T> {
  const binding = bindingFor(ctx, request);
  const result = await start(binding);
  keepBinding(ctx, binding);
  return result;
}
