// What a browser keeps while its person is at a provider outside: the verifier of the code they come back with, and where
// they were going.
import { toGoingTo } from '~/features/accounts/account';
import type { AppContext } from '~/platform/context';
import { findCookie, leaveCookie } from './waiting-cookies.server';

export interface ProviderTrip {
  verifier: string;
  goingTo: string | null;
}

/** As long as the provider's answer is waited for. */
const TRIP_SECONDS = 600;

const COOKIE = 'provider-trip';

export function beginTrip(ctx: AppContext, { verifier, goingTo }: ProviderTrip): void {
  const value = `${verifier}.${encodeURIComponent(goingTo ?? '')}`;
  leaveCookie(ctx, COOKIE, value, { maxAgeSeconds: TRIP_SECONDS });
}

/** Read once: whatever comes of it, the browser forgets it. */
export function endTrip(ctx: AppContext, request: Request): ProviderTrip | null {
  leaveCookie(ctx, COOKIE, '', { maxAgeSeconds: 0 });
  const kept = findCookie(ctx, request, COOKIE);
  const found = /^([\w-]{43,128})\.(.*)$/.exec(kept ?? '');
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
