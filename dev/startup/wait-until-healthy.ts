// Waits until /healthz succeeds.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Say } from './progress';
import { Refusal } from './refusal';

const timeoutMilliseconds = 60_000;

export async function waitUntilHealthy(base: URL, say: Say): Promise<void> {
  let answer = 'nothing';
  for (const began = Date.now(); Date.now() - began < timeoutMilliseconds; ) {
    try {
      const response = await fetch(new URL('/healthz', base), { signal: AbortSignal.timeout(10_000) });
      if (response.ok) return;
      answer = `${response.status}: ${(await response.text()).slice(0, 600)}`;
      // A worker that cannot start fails every request, so there is no point in waiting.
      if (response.status === 500 && Date.now() - began > 3000) break;
    } catch (error) {
      answer = error instanceof Error ? String(error.cause ?? error.message) : String(error);
    }
    say('waiting for /healthz');
    await sleep(100);
  }
  throw new Refusal(`The worker is not healthy. /healthz answered: ${answer}`);
}
