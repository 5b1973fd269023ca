// `npm run lighthouse [-- URL]`: medians of three runs of Lighthouse's mobile preset on the home page and an
// article. Without a URL it starts the demo site in a new folder.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildIfNeeded } from 'dev/build/run';
import { type Lifecycle, runScript } from 'dev/startup/lifecycle';
import { Progress, type Say } from 'dev/startup/progress';
import { projectRoot } from 'dev/startup/settings';
import { waitUntilHealthy } from 'dev/startup/wait-until-healthy';
import { findChromium } from '../support/browser/chromium';
import { findFreePort } from '../support/site/free-port';
import { median } from './measure/median';
import { formatTable } from './measure/table';

const LIGHTHOUSE = 'lighthouse@12.8.2';
const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const CHROME_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];

const head = ['page', ...CATEGORIES, 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'kB total'];

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>;
  runtimeError?: { message: string };
}

await runScript(async (lifecycle) => {
  const progress = new Progress();
  const chrome = findChromium();
  const given = process.argv[2];
  const base = given ? new URL(given) : await progress.step('Magazine', (say) => startDemo(lifecycle, say));
  const article = await findArticle(base);
  const rows: string[][] = [];
  const failed = new Set<string>();
  for (const path of ['/', article]) {
    const reports: Report[] = [];
    await progress.step('Lighthouse', async (say) => {
      say(`${path}, a run that fills the caches`);
      await visit(new URL(path, base), chrome, lifecycle);
      for (let run = 1; run <= RUNS; run += 1) {
        say(`${path}, run ${run} of ${RUNS}`);
        reports.push(await visit(new URL(path, base), chrome, lifecycle));
      }
    });
    rows.push(toRow(path, reports));
    for (const report of reports) for (const title of listFailures(report)) failed.add(`${path}: ${title}`);
  }
  process.stdout.write(`\n${LIGHTHOUSE}, mobile preset, medians of ${RUNS} runs, ${base.origin}\n`);
  process.stdout.write(`${formatTable(head, rows)}\n${[...failed].join('\n')}\n`);
});

/** Starts the demo site as `npm start` does, with scripts as small as in production. */
async function startDemo(lifecycle: Lifecycle, say: Say): Promise<URL> {
  await buildIfNeeded({
    onLine: say,
    onChild: (compiler) => void lifecycle.onEnd('The build', () => compiler.kill()),
  });
  const dataDir = mkdtempSync(join(tmpdir(), 'magazine-lighthouse-'));
  lifecycle.onEnd('The data', () => rmSync(dataDir, { recursive: true, force: true }));
  const port = await findFreePort();
  const { npm_lifecycle_event: _, ...env } = process.env;
  const child = spawn(process.execPath, ['dev/bootstrap.mjs', 'start'], {
    cwd: projectRoot,
    env: { ...env, DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  lifecycle.onEnd('The magazine', async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The demo magazine did not start; run `npm start` for the reason.');
  });
  const base = new URL(`http://localhost:${port}/`);
  await Promise.race([waitUntilReady(base), ended]);
  ended.catch(() => {}); // rejects when the process is stopped
  return base;
}

/** Waits for up to five timeouts, because a first start creates the database and the images. */
async function waitUntilReady(base: URL): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await waitUntilHealthy(base, () => {});
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

/** The first article that the home page links to. */
async function findArticle(base: URL): Promise<string> {
  const html = await (await fetch(base)).text();
  const found = /href="(\/article\/[^"#?]+)"/.exec(html);
  if (!found?.[1]) throw new Error(`${base.href} has no link to an article`);
  return found[1];
}

async function visit(url: URL, chrome: string, lifecycle: Lifecycle): Promise<Report> {
  const running = promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url.href,
      '--quiet',
      '--output=json',
      '--output-path=stdout',
      `--only-categories=${CATEGORIES.join(',')}`,
      `--chrome-flags=${CHROME_FLAGS.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: chrome, CI: '1' }, maxBuffer: 64 * 1024 * 1024 },
  );
  const cancelEnd = lifecycle.onEnd('Lighthouse', () => running.child.kill());
  const { stdout } = await running;
  cancelEnd();
  const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Report;
  if (report.runtimeError) throw new Error(report.runtimeError.message);
  return report;
}

function toRow(path: string, reports: Report[]): string[] {
  const score = (name: string) =>
    median(reports.map(({ categories }) => (categories[name]?.score ?? 0) * 100));
  const audit = (name: string) =>
    median(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN));
  return [
    path,
    ...CATEGORIES.map((name) => score(name).toFixed(0)),
    audit('first-contentful-paint').toFixed(0),
    audit('largest-contentful-paint').toFixed(0),
    audit('total-blocking-time').toFixed(0),
    audit('cumulative-layout-shift').toFixed(3),
    (audit('total-byte-weight') / 1024).toFixed(0),
  ];
}

/** Audits that lower a score. */
function listFailures({ categories, audits }: Report): string[] {
  return CATEGORIES.flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${name}: ${audits[id]?.title} (${id})`),
  );
}
