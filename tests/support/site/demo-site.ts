// Starts the demo site once for all end-to-end tests: the built worker with the full seed, its images and the
// page cache.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalFiles, startWorker } from 'dev/miniflare';
import { startNeonGateway } from 'dev/neon-gateway';
import { projectRoot } from 'dev/startup/settings';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { seedDemo } from '../../../db/seed/seed-demo';
import { TEMPLATE, urlOf } from '../database-server';
import { findFreePort } from './free-port';
import { onServer } from './site';

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the running demo site. */
    demoSite: string;
  }
}

const HOST = '127.0.0.1';
const DATABASE = 'demo_magazine';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { databaseServer } = project.getProvidedContext();
  const dataDir = mkdtempSync(join(tmpdir(), 'magazine-demo-'));
  await onServer(databaseServer, `create database ${DATABASE} template ${TEMPLATE}`);
  const databaseUrl = urlOf(databaseServer, DATABASE);
  await seed(databaseUrl, dataDir);
  const gateway = await startNeonGateway({ databaseUrl });
  // Pages contain absolute URLs made from SITE_URL, so the port must be known before the worker starts.
  const port = await findFreePort();
  const origin = `http://${HOST}:${port}`;
  const worker = await startWorker({
    port,
    host: HOST,
    dataDir,
    root: copyBuild(dataDir),
    echo: false,
    vars: {
      ENVIRONMENT: 'test',
      SITE_URL: origin,
      DATABASE_URL: databaseUrl,
      NEON_FETCH_ENDPOINT: gateway.httpUrl,
      PAGE_CACHE: 'on',
    },
  });
  project.provide('demoSite', origin);
  return async () => {
    await worker.dispose();
    await gateway.stop();
    await onServer(databaseServer, `drop database ${DATABASE} with (force)`);
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** Copies the build, so that a later build does not change files during a test. */
function copyBuild(dataDir: string): string {
  const root = join(dataDir, 'product');
  for (const name of ['build/client', 'build/worker', 'wrangler.toml', 'package-lock.json'])
    cpSync(join(projectRoot, name), join(root, name), { recursive: true });
  return root;
}

async function seed(databaseUrl: string, dataDir: string): Promise<void> {
  const files = await openLocalFiles(dataDir);
  try {
    const bucket = await files.miniflare.getR2Bucket('MEDIA');
    await seedDemo({
      databaseUrl,
      putFile: async (key, body, { contentType, cacheControl }) => {
        // Plain bytes: Miniflare accepts neither a Buffer nor a view into a larger buffer.
        await bucket.put(key, Uint8Array.from(body).buffer, {
          httpMetadata: { contentType, ...(cacheControl && { cacheControl }) },
        });
      },
      onProgress: () => {},
    });
  } finally {
    await files.dispose();
  }
  await addAds(databaseUrl);
}

/** Adds a text ad that goes before the demo's, on articles and categories only in Tools. */
async function addAds(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(`
    with ad as (
      insert into ads (name, html_content, link_url, priority)
      values ('Bench and Ledger', '<p>Bench and Ledger: trust accounting for small firms</p>', 'https://sponsor.example/', 10)
      returning id
    )
    insert into ad_placements (ad_id, location, category_id)
    select ad.id, place.location, categories.id
      from ad, (values ('homepage-hero', null), ('homepage-sidebar', null), ('footer', null),
        ('article-sidebar', 'tools'), ('article-bottom', 'tools'), ('category-sidebar', 'tools')) place (location, category)
      left join categories on categories.slug = place.category`);
  await client.end();
}
