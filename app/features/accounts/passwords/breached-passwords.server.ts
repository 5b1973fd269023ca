// Asks a range API (https://haveibeenpwned.com/API/v3#PwnedPasswords) whether a password is known from a breach. It is told five
// of the forty digits of the password's SHA-1 hash, which thousands of passwords share, and never the password.
import type { AppContext } from '~/platform/context';

const PATIENCE_MS = 1_000;
const PREFIX_DIGITS = 5;

type BreachContext = Pick<AppContext, 'config' | 'partners' | 'log'>;

/** False where no API is configured, and when it does not answer in time: nobody is kept from signing up by that. */
export async function isBreached(ctx: BreachContext, password: string): Promise<boolean> {
  const { breachedPasswordsUrl, siteUrl } = ctx.config;
  if (!breachedPasswordsUrl) return false;
  const hash = await sha1(password);
  const address = breachedPasswordsUrl + hash.slice(0, PREFIX_DIGITS);
  try {
    const answer = await ctx.partners.fetch(address, {
      // Padding hides how many hashes there are from whoever watches the size of the answer.
      headers: { 'add-padding': 'true', 'user-agent': `Magazine (+${siteUrl})` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
    return countOf(await answer.text(), hash.slice(PREFIX_DIGITS)) > 0;
  } catch (error) {
    ctx.log.write({ event: 'breach_check_failed', reason: String(error) });
    return false;
  }
}

/** Lines are `SUFFIX:COUNT`; those that only pad count 0. */
function countOf(lines: string, suffix: string): number {
  const line = lines.split(/\r?\n/).find((candidate) => candidate.toUpperCase().startsWith(`${suffix}:`));
  return Number(line?.slice(suffix.length + 1) ?? 0);
}

/** In hex, upper case, as the API writes it. */
async function sha1(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('');
}
