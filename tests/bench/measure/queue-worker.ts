// Starts a worker in Miniflare with the real local queue.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWorker } from 'dev/miniflare';
import { ADS_SECRET } from '../../support/ads';

/** The worker, with its own files and `ADS_SECRET`. `stop` ends it and deletes the files. */
export async function startQueueWorker(databaseUrl: string, gatewayUrl: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'magazine-queue-'));
  const worker = await startWorker({
    port: 0,
    host: '127.0.0.1',
    dataDir,
    echo: false,
    vars: {
      ENVIRONMENT: 'test',
      SITE_URL: 'https://magazine.test',
      AUTH_JWT_SECRET: ADS_SECRET,
      DATABASE_URL: databaseUrl,
      NEON_FETCH_ENDPOINT: gatewayUrl,
    },
  });
  const stop = async () => {
    await worker.dispose();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { worker, stop };
}
