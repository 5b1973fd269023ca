// Where a link in a mail leads, when a client of the authentication API asked for it.
import type { AppContext } from '~/platform/context';

export interface MailTrip {
  /** Null for our own pages. */
  redirectTo: string | null;
  /** `s256:…` or `plain:…`: the link then brings a code, and no session to whoever opens it. */
  codeChallenge: string | null;
}

/** Of our own pages. */
export const OWN_TRIP: MailTrip = { redirectTo: null, codeChallenge: null };

/** An address that people may be sent to with tokens: on this site, or on one that was allowed. Else null. */
export function toAllowedAddress(
  { config }: Pick<AppContext, 'config'>,
  address: string | null | undefined,
): string | null {
  if (!address || address.length > 1_000 || !URL.canParse(address, config.siteUrl)) return null;
  const url = new URL(address, config.siteUrl);
  // A `blob:` of our pages has our origin, and is no page.
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  const isAllowed = url.origin === config.siteUrl || config.allowedOrigins.includes(url.origin);
  return isAllowed ? url.href : null;
}
