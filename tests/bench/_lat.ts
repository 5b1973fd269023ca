import { readFileSync } from 'node:fs';
import { load } from './load';
const info = JSON.parse(readFileSync('/tmp/bench-hold/info.json', 'utf8'));
const a = '/article/a-document-assembly-stack-for-under-200-a-month';
for (const p of ['/', a, '/category/digital-marketing', '/category/all', '/category/all?page=2', '/tag/automation', '/author/morgan-lee', ...['client', 'intake', 'bankruptcy', 'malpractice', 'guardianship', 'deposition', 'xylophone', 'trust+account', 'ai', 'xq', 'zo'].map((q) => `/search?q=${q}`)]) {
  const out = [];
  const L = { 1000: [], 100000: [] };
  try {
  for (let i = 0; i < 8; i++) for (const s of [1000, 100000]) { const r = await load({ port: info[`${s}-off`].port, paths: [p], concurrency: 1, milliseconds: 20000, requests: 25 }); if (i > 1) L[s].push(...r.latencies); }
  const p50 = (x) => x.sort((m, n) => m - n)[x.length >> 1];
  console.log(p, p50(L[1000]).toFixed(1), p50(L[100000]).toFixed(1), (p50(L[100000]) / p50(L[1000])).toFixed(2)); } catch (e) { console.log(p, e.message); }
}
process.exit(0);
