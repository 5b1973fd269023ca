// Adds the worker's log to the error of a failed test. The log is deleted with the site, and a rare failure
// may not occur again.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach } from 'vitest';
import { openSites, type Site } from './site/site';

const run = promisify(execFile);

const LINES = 25;
const CHARACTERS = 3_000;
const ANSWER_MS = 5_000;

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const site of openSites) {
    const lines = (await site.logLines().catch(() => [])).filter(isRelevant).slice(-LINES);
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    const unresponsive = await describeUnresponsive(site);
    if (text === '' && unresponsive === '') continue;
    throw new Error(`The worker's last log lines:\n${text.slice(-CHARACTERS)}\n${unresponsive}`);
  }
});

/** If the worker does not answer: whether its threads compute, or what they wait for. */
async function describeUnresponsive(site: Pick<Site, 'get' | 'runtimeOutput'>): Promise<string> {
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
  const output = await site.runtimeOutput().catch(() => '');
  return `The worker does not answer. Its threads:\n${threads.stdout}\nThe runtime's output:\n${output.slice(-CHARACTERS)}`;
}

/** Leaves out requests that succeeded. */
function isRelevant({ event, status }: Record<string, unknown>): boolean {
  return event !== 'request' || Number(status) >= 400;
}
