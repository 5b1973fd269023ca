// Whether what the product depends on answers.
import { findOldestWork } from '~/features/jobs/jobs.server';
import { UnavailableError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';

interface Dependency {
  status: 'ok' | 'unavailable';
  milliseconds: number;
}

interface QueueDependency extends Dependency {
  /** Of the work that waits longest for its turn; 0 when none waits, null when nobody can tell. */
  oldestSeconds: number | null;
}

export interface Readiness {
  status: 'ok' | 'unavailable';
  dependencies: { database: Dependency; files: Dependency; queue: QueueDependency };
}

/** Much work may make somebody wait long; that nobody works on anything for so long while work waits is an outage. */
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
  // The reason is nothing that a caller of a public address should read.
  await ask().catch(() => {
    status = 'unavailable';
  });
  return { status, milliseconds: Math.round(performance.now() - began) };
}
