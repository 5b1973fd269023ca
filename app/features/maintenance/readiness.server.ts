// Readiness check: pings the database and the file store, and detects a stuck queue.
import { findOldestWork } from '~/features/jobs/jobs.server';
import { UnavailableError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';

interface Dependency {
  status: 'ok' | 'unavailable';
  milliseconds: number;
}

interface QueueDependency extends Dependency {
  /** Age of the oldest waiting job item; 0 if none waits, null if unknown. */
  oldestSeconds: number | null;
}

export interface Readiness {
  status: 'ok' | 'unavailable';
  dependencies: { database: Dependency; files: Dependency; queue: QueueDependency };
}

/**
 * A long backlog alone is normal. It is an outage when items wait and no item has been touched for this long.
 */
const STUCK_SECONDS = 15 * 60;

export async function checkReadiness({ db, files }: Pick<AppContext, 'db' | 'files'>): Promise<Readiness> {
  let oldestSeconds: number | null = null;
  const [database, fileStore, queue] = await Promise.all([
    probe(() => db.ping()),
    probe(() => files.ping()),
    probe(async () => {
      const oldest = await findOldestWork({ db });
      oldestSeconds = oldest.waitingSeconds;
      if (Math.min(oldest.waitingSeconds, oldest.idleSeconds) > STUCK_SECONDS)
        throw new UnavailableError('Stuck');
    }),
  ]);
  const all = { database, files: fileStore, queue: { ...queue, oldestSeconds } };
  const isReady = Object.values(all).every(({ status }) => status === 'ok');
  return { status: isReady ? 'ok' : 'unavailable', dependencies: all };
}

async function probe(ask: () => Promise<void>): Promise<Dependency> {
  const began = performance.now();
  let status: Dependency['status'] = 'ok';
  // The reason is withheld: this endpoint is public.
  await ask().catch(() => {
    status = 'unavailable';
  });
  return { status, milliseconds: Math.round(performance.now() - began) };
}
