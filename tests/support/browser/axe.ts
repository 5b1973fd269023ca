// Runs axe on a page with its default rules.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitForAnimations } from './browser';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns one line per element and rule; empty if there are no violations. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await waitForAnimations(page);
  // Through the debugger, because the page's Content-Security-Policy blocks injected scripts.
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

/** Checks the page on a phone and a desktop, in both themes. */
export async function expectNoAxeViolations(page: Page, what: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      expect(await findAxeViolations(page), `${what}, ${width} px, ${theme}`).toEqual([]);
    }
  }
}
