// Long work beside readers: it takes one processor at most, and that for half of the time.
import { oneAtATime } from '~/lib/one-at-a-time';

const LONGEST_REST_MS = 1000;

/** Does a piece of work as soon as the consumer may. */
export type Pace = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * One piece of work after the other, each followed by a rest as long as it took, in which readers have the processor and
 * the database for themselves. Many short rests: whoever asks in between waits for one piece and not for a whole batch.
 */
export function politely(): Pace {
  const inTurn = oneAtATime();
  return (work) =>
    inTurn(async () => {
      const began = Date.now();
      try {
        return await work();
      } finally {
        // What failed kept them busy just as long.
        const rest = Math.min(Date.now() - began, LONGEST_REST_MS);
        await new Promise((resolve) => setTimeout(resolve, rest));
      }
    });
}
