import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { bundleConfig } from './capnp-config';
import { load } from './load';

const info = JSON.parse(readFileSync('/tmp/bench-hold/info.json', 'utf8'));
const require = createRequire(import.meta.url);
const path = process.argv[2] ?? '/';
const files = process.argv.slice(3);
const cpu = (pid) => {
  const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
  return (Number(f[11]) + Number(f[12])) * 10;
};
const servers = [];
for (const f of files) {
  const home = mkdtempSync('/tmp/exp/w-');
  copyFileSync(f, `${home}/bundle.js`);
  for (const s of ['stubs.js', 'cache.js'])
    copyFileSync(`/work/main/tests/bench/workers/${s}`, `${home}/${s}`);
  writeFileSync(
    `${home}/c.capnp`,
    await bundleConfig({
      ENVIRONMENT: 'test',
      SITE_URL: 'https://magazine.test',
      DATABASE_URL: info[process.env.DB ?? '43-db'],
      NEON_FETCH_ENDPOINT: info.url,
      PAGE_CACHE: 'off',
    }),
  );
  const child = spawn(
    require('workerd').default,
    ['serve', '--experimental', '--control-fd=3', `${home}/c.capnp`],
    { cwd: home, stdio: ['ignore', 'ignore', 'inherit', 'pipe'] },
  );
  const port = await new Promise((d) =>
    child.stdio[3].on('data', (c) => {
      const m = /"port":\s*(\d+)/.exec(String(c));
      if (m) d(Number(m[1]));
    }),
  );
  servers.push({ f, child, port, cpu: 0, n: 0, ms: 0, lat: [] });
}
for (const s of servers)
  await load({ port: s.port, paths: [path], concurrency: 4, milliseconds: 20000, requests: 500 });
for (let round = 0; round < Number(process.env.ROUNDS ?? 8); round++)
  for (const s of servers) {
    const c = cpu(s.child.pid);
    const r = await load({ port: s.port, paths: [path], concurrency: 8, milliseconds: 1000 });
    s.cpu += cpu(s.child.pid) - c;
    s.n += r.latencies.length;
    s.ms += r.milliseconds;
    s.bytes = r.bytes / r.latencies.length;
  }
for (const s of servers) {
  console.log(
    s.f,
    'cpu/req',
    (s.cpu / s.n).toFixed(2),
    'rps',
    ((s.n / s.ms) * 1000).toFixed(0),
    'bytes',
    s.bytes,
  );
  s.child.kill();
}
process.exit(0);
