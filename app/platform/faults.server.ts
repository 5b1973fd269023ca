// Fault injection: points at which a test can make the worker die. They do nothing elsewhere.
import type { Faults } from './context';

/** Simulates the end of the isolate. Code must not catch it, release leases or log it. */
export class WorkerDied extends Error {
  override readonly name = 'WorkerDied';
}

export const noFaults: Faults = { reach: async () => {}, isDeath: () => false };

/** @param faultService responds 410 to a request for /POINT/WHERE if the worker should die there */
export function createFaults(faultService: Fetcher): Faults {
  return {
    async reach(point, where) {
      const { status } = await faultService.fetch(`http://faults/${point}/${encodeURIComponent(where)}`);
      if (status === 410) throw new WorkerDied(`Died at ${point} of ${where}`);
    },
    isDeath: (error) => error instanceof WorkerDied,
  };
}
