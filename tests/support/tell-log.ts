// What the worker wrote down is told with a test that failed: it is gone with the site, and a failure that comes once in a
// hundred runs cannot be asked again.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach } from 'vitest';
import { openSites, type Site } from './site';

const run = promisify(execFile);

const LINES = 25;
const CHARACTERS = 3_000;
const ANSWER_MS = 5_000;

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const site of openSites) {
    const lines = (await site.logLines().catch(() => [])).filter(isTelling).slice(-LINES);
    const words = lines.map((line) => JSON.stringify(line)).join('\n');
    const silence = await describeSilence(site);
    if (words === '' && silence === '') continue;
    throw new Error(`The worker's last words:\n${words.slice(-CHARACTERS)}\n${silence}`);
  }
});

/** Of a worker that answers nobody any more: whether its threads compute, or what they wait for. */
async function describeSilence(site: Pick<Site, 'get' | 'runtimeWords'>): Promise<string> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const isAnswering = await site.get('/healthz', { signal }).then(
    () => true,
    () => false,
  );
  if (isAnswering) return '';
  const columns = 'pid,tid,stat,time,wchan:24,comm';
  const threads = await run('ps', ['-L', '-o', columns, '--ppid', String(process.pid)]).catch(
    ({ message }: Error) => ({ stdout: message }),
  );
  const said = await site.runtimeWords().catch(() => '');
  return `It does not answer. Its threads:\n${threads.stdout}\nThe runtime's own words:\n${said.slice(-CHARACTERS)}`;
}

/** All but the requests that went well. */
function isTelling({ event, status }: Record<string, unknown>): boolean {
  return event !== 'request' || Number(status) >= 400;
}
