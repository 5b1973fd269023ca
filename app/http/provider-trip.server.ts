// What a browser keeps while its person is at a provider outside: the verifier of the code they come back with, and where
// they were going.
import { toGoingTo } from '~/features/accounts/account';
import { readCookie } from '~/lib/cookies';
import type { AppContext } from '~/platform/context';
import { leaveCookies } from './waiting-cookies.server';

export interface ProviderTrip {
  verifier: string;
  goingTo: string | null;
}

/** As long as the provider's answer is waited for. */
const TRIP_SECONDS = 600;

const isHttps = ({ config }: AppContext) => config.siteUrl.startsWith('https:');
const nameOf = (ctx: AppContext) => (isHttps(ctx) ? '__Host-provider-trip' : 'provider-trip');

function leave(ctx: AppContext, value: string, maxAge: number): void {
  const secure = isHttps(ctx) ? '; Secure' : '';
  // Lax: the way back is a navigation that another site began.
  const line = `${nameOf(ctx)}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  leaveCookies(ctx, 'provider-trip', [line]);
}

export function beginTrip(ctx: AppContext, { verifier, goingTo }: ProviderTrip): void {
  leave(ctx, `${verifier}.${encodeURIComponent(goingTo ?? '')}`, TRIP_SECONDS);
}

/** Read once: whatever comes of it, the browser forgets it. */
export function endTrip(ctx: AppContext, request: Request): ProviderTrip | null {
  leave(ctx, '', 0);
  const kept = readCookie(request.headers.get('cookie'), nameOf(ctx));
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
