// A sign-in at an identity provider, from the browser's side: a cookie with the PKCE verifier and the page to
// return to, and the redirect after a failure.

import { redirect } from '@remix-run/cloudflare';
import { toSafeRedirect } from '~/features/accounts/account';
import { panelAddress } from '~/features/accounts/sign-in/panels';
import { isDomainError, TooManyError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { addCookies, findCookie, setCookie } from './pending-cookies.server';
import { setNotice } from './session.server';

export interface ProviderFlow {
  verifier: string;
  goingTo: string | null;
}

/** How long the provider's answer is accepted. */
const FLOW_SECONDS = 600;

const COOKIE = 'provider-trip';

export function startProviderFlow(ctx: AppContext, { verifier, goingTo }: ProviderFlow): void {
  const value = `${verifier}.${encodeURIComponent(goingTo ?? '')}`;
  setCookie(ctx, COOKIE, value, { maxAgeSeconds: FLOW_SECONDS });
}

/** Reads the cookie and deletes it. */
export function endProviderFlow(ctx: AppContext, request: Request): ProviderFlow | null {
  setCookie(ctx, COOKIE, '', { maxAgeSeconds: 0 });
  const value = findCookie(ctx, request, COOKIE);
  const found = /^([\w-]{43,128})\.(.*)$/.exec(value ?? '');
  if (!found) return null;
  const [, verifier = '', path = ''] = found;
  return { verifier, goingTo: toSafeRedirect(decode(path)) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Redirects to the sign-in page with a notice. */
export function failSignIn(ctx: AppContext, error: unknown, goingTo: string | null): Response {
  const reason = String(error);
  // Domain errors below 500 are caused by the person or the URL; the rest are our failures or the provider's.
  if (isDomainError(error) && error.status < 500)
    ctx.log.write({ event: 'sign_in_failed', reason: 'provider', detail: reason });
  else ctx.log.write({ event: 'failure', where: 'provider', reason });
  setNotice(ctx, error instanceof TooManyError ? 'provider-throttled' : 'provider-failed');
  return redirect(panelAddress('sign-in', goingTo), { status: 303, headers: addCookies(ctx, new Headers()) });
}
