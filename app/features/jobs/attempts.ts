// Retry limits and delays for failed job items.

/** Attempts before an item fails. `claimItem` counts them. */
export const MAX_ATTEMPTS = 5;
/** Deliveries of a message before it is a dead letter. Keep equal to `max_retries` + 1 in wrangler.toml. */
export const MAX_DELIVERIES = 5;
/** Failure reason for an item whose consumer died on every attempt. */
export const STOPPED = 'The worker stopped unexpectedly on every attempt.';
/** Maximum delay of a message in Cloudflare Queues: 12 hours. */
const MAX_DELAY_SECONDS = 12 * 3600;

/**
 * Returns the delay before the next attempt in whole seconds. It doubles with each attempt, with ±50% jitter
 * so that items that failed together do not retry together.
 * @param attempt number of the failed attempt, from 1
 * @param random from 0 to 1
 * @param asked minimum delay that a provider asked for, in seconds
 */
export function secondsBeforeRetry(attempt: number, baseSeconds: number, random: number, asked = 0): number {
  const seconds = baseSeconds * 2 ** (attempt - 1) * (0.5 + random);
  return Math.min(Math.max(Math.round(seconds), asked), MAX_DELAY_SECONDS);
}
