// When the cron triggers fire on a machine of our own.

const MINUTE_MS = 60_000;
/** The one trigger of wrangler.toml. */
export const CRON = '* * * * *';
/** What the first one of a start is called instead: Miniflare's queue is empty then (app/jobs/cron.ts). */
const START = '@start';
/** What somebody worked on when the last run ended is given up half a minute later. */
const SECOND_LOOK_MS = 35_000;

/** Fires at once, for what was missed, soon again, and then at every full minute. Returns what stops it. */
export function startClock(fire: (cron: string) => Promise<boolean>): () => void {
  let timer: NodeJS.Timeout;
  // A trigger that fails says so in the worker's log; one that finds the worker stopping is the last.
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
