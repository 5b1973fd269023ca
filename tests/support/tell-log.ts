// What the worker wrote down is told with a test that failed: it is gone with the site, and a failure that comes once in a
// hundred runs cannot be asked again.
import { afterEach } from 'vitest';
import { openSites } from './site';

const LINES = 25;
const CHARACTERS = 3_000;

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const site of openSites) {
    const lines = (await site.logLines().catch(() => [])).filter(isTelling).slice(-LINES);
    if (lines.length === 0) continue;
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    throw new Error(`The worker's last words:\n${text.slice(-CHARACTERS)}`);
  }
});

/** All but the requests that went well. */
function isTelling({ event, status }: Record<string, unknown>): boolean {
  return event !== 'request' || Number(status) >= 400;
}
