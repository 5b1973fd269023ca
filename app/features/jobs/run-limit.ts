// How long a kind's code may take for one thing.
import { UnavailableError } from '~/lib/errors';
import { withinTime } from '~/lib/within-time';

/** A consumer that hangs would hold up all messages behind its batch. */
const RUN_LIMIT_MS = 5 * 60_000;

/** @throws UnavailableError when it takes longer */
export function withinRunLimit<T>(work: Promise<T>): Promise<T> {
  return withinTime(work, RUN_LIMIT_MS, () => new UnavailableError('It took longer than five minutes.'));
}
