// Work that holds much in memory waits for its turn.
import { withinTime } from './within-time';

/** Work that was begun by a request that is gone never ends; what waits behind it begins after so long. */
const LONGEST_WAIT_MS = 2 * 60_000;

/** Gives a function that begins a piece of work when the one before has ended, however that ended. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const waited = withinTime(last, LONGEST_WAIT_MS, () => new Error('The one before never ended'));
    const turn = waited.then(work, work);
    last = turn.catch(() => {});
    return turn;
  };
}
