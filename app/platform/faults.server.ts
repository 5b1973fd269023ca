// Points at which a test may have the worker die. Elsewhere they are nothing.
import type { Faults } from './context';

/** Stands for the end of the isolate: nobody may catch it, give back what it held or say what happened. */
export class WorkerDied extends Error {
  override readonly name = 'WorkerDied';
}

export const noFaults: Faults = { reach: async () => {}, isDeath: () => false };

/** @param judge answers 410 to a request for /POINT/WHERE when the worker is to die there */
export function createFaults(judge: Fetcher): Faults {
  return {
    async reach(point, where) {
      const { status } = await judge.fetch(`http://faults/${point}/${encodeURIComponent(where)}`);
      if (status === 410) throw new WorkerDied(`Died at ${point} of ${where}`);
    },
    isDeath: (error) => error instanceof WorkerDied,
  };
}
