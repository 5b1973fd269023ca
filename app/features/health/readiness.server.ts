// Whether what the product depends on answers.
import type { AppContext } from '~/platform/context';

interface Dependency {
  status: 'ok' | 'unavailable';
  milliseconds: number;
}

export interface Readiness {
  status: 'ok' | 'unavailable';
  dependencies: { database: Dependency; files: Dependency };
}

export async function checkReadiness({ db, files }: Pick<AppContext, 'db' | 'files'>): Promise<Readiness> {
  const [database, fileStore] = await Promise.all([probe(() => db.ping()), probe(() => files.ping())]);
  const isReady = database.status === 'ok' && fileStore.status === 'ok';
  return { status: isReady ? 'ok' : 'unavailable', dependencies: { database, files: fileStore } };
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
