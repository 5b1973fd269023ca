import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { bundleConfig } from './capnp-config';
import { load } from './load';
const info = JSON.parse(readFileSync('/tmp/bench-hold/info.json', 'utf8'));
const require = createRequire(import.meta.url);
const path = process.argv[2] ?? '/';
const files = process.argv.slice(3);
const cpu = (pid) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' '); return (Number(f[11]) + Number(f[12])) * 10; };
const servers = [];
for (const f of files) {
  const home = mkdtempSync('/tmp/exp/w-');
  copyFileSync(f, `${home}/bundle.js`);
  for (const s of ['stubs.js', 'cache.js']) copyFileSync(`/work/main/tests/bench/workers/${s}`, `${home}/${s}`);
  writeFileSync(`${home}/c.capnp`, await bundleConfig({ ENVIRONMENT: 'test', SITE_URL: 'https://magazine.test', DATABASE_URL: info['43-db'], NEON_FETCH_ENDPOINT: info.url, PAGE_CACHE: 'on' }));
  const child = spawn(require('workerd').default, ['serve', '--experimental', '--control-fd=3', `${home}/c.capnp`], { cwd: home, stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
  const port = await new Promise((d) => child.stdio[3].on('data', (c) => { const m = /"port":\s*(\d+)/.exec(String(c)); if (m) d(Number(m[1])); }));
  servers.push({ f, child, port, pid: child.pid, p: path, cpu: 0, n: 0, ms: 0 });
}
const r0 = await load({ port: servers[0].port, paths: [path], concurrency: 1, requests: 3, milliseconds: 5000 });
const size = r0.bytes / r0.latencies.length;
servers.push({ f: 'constant', port: info.constant.port, pid: info.constant.pid, p: `/?bytes=${size}`, cpu: 0, n: 0, ms: 0 });
for (let round = 0; round < 20; round++) for (const s of round % 2 ? servers : [...servers].reverse()) {
  const c = cpu(s.pid); const r = await load({ port: s.port, paths: [s.p], concurrency: 8, milliseconds: 300 });
  if (round < 4) continue;
  s.cpu += cpu(s.pid) - c; s.n += r.latencies.length; s.ms += r.milliseconds;
}
const k = servers.at(-1); const kr = k.n / k.ms;
for (const s of servers) { console.log(s.f, 'cpu/req', (s.cpu / s.n).toFixed(4), 'rps', (s.n / s.ms * 1000).toFixed(0), 'ratio', (s.n / s.ms / kr).toFixed(2)); s.child?.kill(); }
process.exit(0);
