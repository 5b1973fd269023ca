// Redirect targets of emailed links that clients of the authentication API request.
import type { AppContext } from '~/platform/context';

export interface MailLinkTarget {
  /** Null for our own pages. */
  redirectTo: string | null;
  /** `s256:…` or `plain:…`: the link then returns a code instead of a session. */
  codeChallenge: string | null;
}

/** The target of links to our own pages. */
export const OWN_LINK_TARGET: MailLinkTarget = { redirectTo: null, codeChallenge: null };

/** The URL if it is on this site or an allowed origin, else null. Redirects to it may carry tokens. */
export function toAllowedAddress(
  { config }: Pick<AppContext, 'config'>,
  address: string | null | undefined,
): string | null {
  if (!address || address.length > 1_000 || !URL.canParse(address, config.siteUrl)) return null;
  const url = new URL(address, config.siteUrl);
  // A `blob:` URL of our pages has our origin too.
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  const isAllowed = url.origin === config.siteUrl || config.allowedOrigins.includes(url.origin);
  return isAllowed ? url.href : null;
}
