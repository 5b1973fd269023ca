// A cookie for the time a browser spends at an identity provider: the PKCE verifier and the page to return
// to.
import { toGoingTo } from '~/features/accounts/account';
import type { AppContext } from '~/platform/context';
import { findCookie, setCookie } from './pending-cookies.server';

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
  return { verifier, goingTo: toGoingTo(decode(path)) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
