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
  // Parts that a phone has not laid out yet have an estimated height, so axe would see them overlap what follows.
  await page.evaluate(() => document.documentElement.removeAttribute('data-fresh'));
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

/**
 * A phone, a tablet and a desktop. Each theme is checked on the phone and on a wider screen: all six views would
 * take half as long again.
 */
const AXE_VIEWS = [
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
  { width: 768, theme: 'light' },
  { width: 1440, theme: 'dark' },
] as const;

/** One of the views in turn, for lists of pages that share their layout. */
export const nthAxeView = (n: number) => AXE_VIEWS.slice(n % AXE_VIEWS.length, (n % AXE_VIEWS.length) + 1);

/** Afterwards the window is as large as before. */
export async function expectNoAxeViolations(
  page: Page,
  what = 'the page',
  views: readonly (typeof AXE_VIEWS)[number][] = AXE_VIEWS,
): Promise<void> {
  const size = page.viewportSize();
  for (const { width, theme } of views) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    expect(await findAxeViolations(page), `${what}, ${width} px, ${theme}`).toEqual([]);
  }
  if (size) await page.setViewportSize(size);
}
