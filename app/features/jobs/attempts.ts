// How often and when a failed item is tried again.

/** Then it has failed. wrangler.toml delivers a message as often (max_retries and one). */
export const MAX_ATTEMPTS = 5;
/** Why it failed, where nobody lived to say it. */
export const STOPPED = 'The work on it stopped unexpectedly, again and again.';
/** Cloudflare delays a message by 12 hours at most. */
const LONGEST_DELAY_SECONDS = 12 * 3600;

/**
 * Whole seconds before the next attempt: doubled with each, and spread by half to either side, so that what failed
 * together does not come back together.
 * @param attempt the one that failed, from 1
 * @param random from 0 to 1
 */
export function secondsBeforeRetry(attempt: number, baseSeconds: number, random: number): number {
  const seconds = baseSeconds * 2 ** (attempt - 1) * (0.5 + random);
  return Math.min(Math.round(seconds), LONGEST_DELAY_SECONDS);
}
