// Nobody waits for ever: work whose request is gone never ends.

/** What `work` gives, or `late()` thrown once `milliseconds` are over. The work itself is not stopped. */
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
