// Runs background work one piece at a time, each followed by a pause as long as it took, at most a second.

import { UnavailableError } from '~/lib/errors';
import { oneAtATime, pause, withinTime } from '~/lib/time/within-time';

/** A hanging consumer would block all messages behind its batch. */
const RUN_LIMIT_MS = 5 * 60_000;

/** @throws UnavailableError when the work takes longer than five minutes */
export function withinRunLimit<T>(work: Promise<T>): Promise<T> {
  return withinTime(work, RUN_LIMIT_MS, () => new UnavailableError('It took longer than five minutes.'));
}

const MAX_REST_MS = 1000;

/** Runs a piece of work when the pace allows it. */
export type Pace = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs one piece of work at a time, each followed by a pause of the same length, up to one second, that
 * leaves CPU and database to page requests. Short pauses limit a request's wait to one piece instead of a
 * whole batch.
 */
export function throttled(): Pace {
  const inTurn = oneAtATime();
  return (work) =>
    inTurn(async () => {
      const began = Date.now();
      try {
        return await work();
      } finally {
        // Failed work used the same resources, so it pauses too.
        const rest = Math.min(Date.now() - began, MAX_REST_MS);
        await pause(rest);
      }
    });
}
