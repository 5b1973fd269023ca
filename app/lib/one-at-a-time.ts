// Work that holds much in memory waits for its turn.

/** Gives a function that begins a piece of work when the one before has ended, however that ended. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => {});
    return turn;
  };
}
