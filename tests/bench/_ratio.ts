import { readFileSync } from 'node:fs';
import { load } from './load';
const info = JSON.parse(readFileSync('/tmp/bench-hold/info.json', 'utf8'));
const path = process.argv[2] ?? '/';
const a = info['43-on'], c = info.constant;
const cpu = (pid) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' '); return (Number(f[11]) + Number(f[12])) * 10; };
let r = await load({ port: a.port, paths: [path], concurrency: 1, milliseconds: 500 });
const size = Math.round(r.bytes / r.latencies.length);
const S = [{ s: a, p: path, n: 0, ms: 0, cpu: 0 }, { s: c, p: `/?bytes=${size}`, n: 0, ms: 0, cpu: 0 }];
for (let i = 0; i < 16; i++) for (const x of i % 2 ? S : [...S].reverse()) { const c0 = cpu(x.s.pid); const r = await load({ port: x.s.port, paths: [x.p], concurrency: 8, milliseconds: 400 }); if (i > 3) { x.n += r.latencies.length; x.ms += r.milliseconds; x.cpu += cpu(x.s.pid) - c0; } }
for (const x of S) console.log(x.p, (x.n / x.ms * 1000).toFixed(0), 'rps', (x.cpu / x.n).toFixed(3), 'ms cpu');
console.log('ratio', ((S[0].n / S[0].ms) / (S[1].n / S[1].ms)).toFixed(3), 'cpu ratio', (S[1].cpu / S[1].n / (S[0].cpu / S[0].n)).toFixed(2));
process.exit(0);
