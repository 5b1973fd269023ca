// Runs memory-intensive work one at a time.
import { withinTime } from './time/within-time';

/** Work of a cancelled request never settles, so the next one starts after this timeout. */
const LONGEST_WAIT_MS = 2 * 60_000;

/** Returns a function that runs each piece of work after the previous one has settled or timed out. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const waited = withinTime(last, LONGEST_WAIT_MS, () => new Error('The one before never ended'));
    const turn = waited.then(work, work);
    last = turn.catch(() => {});
    return turn;
  };
}
