import { readFileSync, writeFileSync } from 'node:fs';
import WebSocket from 'ws';
import { load } from './load';

const info = JSON.parse(readFileSync('/tmp/bench-hold/info.json', 'utf8'));
const target = process.argv[2] ?? '43-off';
const path = process.argv[3] ?? '/';
const insp = process.argv[4] ?? '9231';
const n = Number(process.argv[5] ?? 1500);
const { port, pid } = info[target];
const list = await (await fetch(`http://127.0.0.1:${insp}/json`)).json();
const ws = new WebSocket(
  list.find((t) => t.id === 'main')?.webSocketDebuggerUrl ?? list[0].webSocketDebuggerUrl,
);
await new Promise((d) => ws.once('open', d));
let id = 0;
const waiting = new Map();
ws.on('message', (m) => {
  const d = JSON.parse(m.toString());
  if (d.id) {
    waiting.get(d.id)(d);
  }
});
const call = (method, params = {}) =>
  new Promise((d) => {
    waiting.set(++id, d);
    ws.send(JSON.stringify({ id, method, params }));
  });
const cpu = () => {
  const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
  return (Number(f[11]) + Number(f[12])) * 10;
};
await load({ port, paths: [path], concurrency: 4, milliseconds: 60000, requests: 600 });
const c0 = cpu();
const r = await load({ port, paths: [path], concurrency: 4, milliseconds: 60000, requests: n });
console.log(
  'unprofiled: cpu/req',
  (cpu() - c0) / n,
  'rps',
  (n / r.milliseconds) * 1000,
  'p50',
  r.latencies.sort((a, b) => a - b)[(n / 2) | 0],
  'bytes',
  r.bytes / n,
  'trips',
  r.roundTrips / n,
);
await call('Profiler.enable');
await call('Profiler.setSamplingInterval', { interval: 500 });
await call('Profiler.start');
await load({ port, paths: [path], concurrency: 4, milliseconds: 60000, requests: n });
const { result } = await call('Profiler.stop');
writeFileSync(process.argv[6] ?? '/tmp/home.cpuprofile', JSON.stringify(result.profile));
process.exit(0);
