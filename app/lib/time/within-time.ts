// Waiting: for some time, and for promises that may never settle, such as the work of a canceled request.

export const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** The result of `work`, or throws `late()` after `milliseconds`. Does not stop the work itself. */
export async function withinTime<T>(work: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Work of a canceled request never settles, so the next one starts after this timeout. */
const LONGEST_WAIT_MS = 2 * 60_000;

/** Returns a function that runs each piece of work after the previous one has settled or timed out. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const waited = withinTime(
      last,
      LONGEST_WAIT_MS,
      () => new Error('The previous call did not finish in time'),
    );
    const turn = waited.then(work, work);
    last = turn.catch(() => {});
    return turn;
  };
}
