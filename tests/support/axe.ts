// What axe finds on a page, with every rule it runs by default.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { atRest } from './browser';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** One line for each element and rule; empty when all is well. */
export async function findBarriers(page: Page): Promise<string[]> {
  await atRest(page);
  // By the debugger's door: the page's own policy lets no script of ours in.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: SOURCE });
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: "axe.run(document, { resultTypes: ['violations'] }).then(JSON.stringify)",
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  if (exceptionDetails) throw new Error(`axe failed: ${exceptionDetails.exception?.description}`);
  const { violations } = JSON.parse(result.value) as AxeResults;
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) =>
        `${id}: ${node.target.join(' ')} (${node.failureSummary?.split('\n').slice(1).join('; ').trim()})`,
    ),
  );
}
