// Looks passwords up in a breach range API (https://haveibeenpwned.com/API/v3#PwnedPasswords). It receives
// the first five of the forty hex digits of the SHA-1 hash, which many passwords share, and never the
// password.
import { toHex } from '~/lib/bytes';
import type { AppContext } from '~/platform/context';

const TIMEOUT_MS = 1_000;
const PREFIX_DIGITS = 5;

type BreachContext = Pick<AppContext, 'config' | 'trustedFetch' | 'log'>;

/** False if no API is configured or it does not answer in time, so that an outage does not block sign-ups. */
export async function isBreached(ctx: BreachContext, password: string): Promise<boolean> {
  const { breachedPasswordsUrl, siteUrl } = ctx.config;
  if (!breachedPasswordsUrl) return false;
  const hash = await sha1(password);
  const address = breachedPasswordsUrl + hash.slice(0, PREFIX_DIGITS);
  try {
    const answer = await ctx.trustedFetch.fetch(address, {
      // Padding hides the number of matches from an observer of the response size.
      headers: { 'add-padding': 'true', 'user-agent': `Magazine (+${siteUrl})` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
    return countOf(await answer.text(), hash.slice(PREFIX_DIGITS)) > 0;
  } catch (error) {
    ctx.log.write({ event: 'breach_check_failed', reason: String(error) });
    return false;
  }
}

/** Lines are `SUFFIX:COUNT`. Padding lines have a count of 0. */
function countOf(lines: string, suffix: string): number {
  const line = lines.split(/\r?\n/).find((candidate) => candidate.toUpperCase().startsWith(`${suffix}:`));
  return Number(line?.slice(suffix.length + 1) ?? 0);
}

/** Uppercase hex, as in the API. */
async function sha1(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text)));
  return toHex(digest).toUpperCase();
}
