import { mkdirSync, writeFileSync } from 'node:fs';
import { startEmbeddedDatabase } from 'dev/embedded-database';
import { runVerb } from 'dev/startup/lifecycle';
import { bundleConfig, constantConfig } from './capnp-config';
import { startGatewayProcess } from './gateway-process';
import { makeMagazines } from './magazines';
import { startWorkerd } from './workerd-server';

await runVerb(
  async (lifecycle) => {
    const sizes = (process.env.SIZES ?? '43').split(',').map(Number);
    mkdirSync('/var/tmp/bench-data', { recursive: true });
    const db = await startEmbeddedDatabase({ dataDir: '/var/tmp/bench-data', onLine: console.log });
    lifecycle.onEnd('db', db.stop);
    console.time('magazines');
    const magazines = await makeMagazines(db.url, sizes, console.log);
    console.timeEnd('magazines');
    const gateway = await startGatewayProcess(db.url);
    lifecycle.onEnd('gateway', gateway.stop);
    mkdirSync('/tmp/bench-hold', { recursive: true });
    const info: Record<string, unknown> = { gateway: gateway.pid, url: gateway.httpUrl };
    for (const m of magazines) {
      const flags = process.env.INSPECT && m.size === sizes[0] ? [`--inspector-addr=127.0.0.1:${process.env.INSPECT}`] : [];
      for (const cache of ['off', 'on']) {
        const w = await startWorkerd(
          '/tmp/bench-hold',
          await bundleConfig({
            ENVIRONMENT: 'test',
            SITE_URL: 'https://magazine.test',
            DATABASE_URL: m.databaseUrl,
            NEON_FETCH_ENDPOINT: gateway.httpUrl,
            PAGE_CACHE: cache,
          }),
          cache === 'off' ? flags : [],
        );
        lifecycle.onEnd('w', w.stop);
        info[`${m.size}-${cache}`] = w;
        info[`${m.size}-db`] = m.databaseUrl;
      }
    }
    const c = await startWorkerd('/tmp/bench-hold', constantConfig());
    lifecycle.onEnd('c', c.stop);
    info.constant = c;
    writeFileSync('/tmp/bench-hold/info.json', JSON.stringify(info, null, 1));
    console.log(JSON.stringify(info));
  },
  { stays: true },
);
