// Schedules the cron triggers of a local start.

const MINUTE_MS = 60_000;
/** The cron expression in wrangler.toml. */
export const CRON = '* * * * *';
/** Name of the first trigger after a start, when Miniflare's queue is empty (app/jobs/cron.ts). */
const START = '@start';
/** Items that were in progress when the last run ended are released after half a minute. */
const SECOND_LOOK_MS = 35_000;

/**
 * Fires immediately to catch up on missed triggers, again after the leases of the last run have ended, then every full
 * minute.
 * @returns a function that stops it
 */
export function startClock(fire: (cron: string) => Promise<boolean>): () => void {
  let timer: NodeJS.Timeout;
  // The worker logs a failed trigger. One that finds the worker stopping is the last.
  const tick = (cron: string) => void fire(cron).catch(() => false);
  const untilNextMinute = () => MINUTE_MS - (Date.now() % MINUTE_MS);
  const everyMinute = () => {
    tick(CRON);
    timer = setTimeout(everyMinute, untilNextMinute());
  };
  tick(START);
  const secondLook = setTimeout(() => tick(CRON), SECOND_LOOK_MS);
  timer = setTimeout(everyMinute, untilNextMinute());
  return () => {
    clearTimeout(timer);
    clearTimeout(secondLook);
  };
}
