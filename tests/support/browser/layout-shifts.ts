// Records layout shifts on a page.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface Shift {
  value: number;
  what: string[];
}

/** Call before navigation, so that shifts from the first paint on are recorded. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    const observer = new PerformanceObserver((list) => keep(list.getEntries()));
    const keep = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        const what = entry.sources.map(({ node, previousRect, currentRect }) => {
          const { width, height, x, y } = currentRect;
          // Chromium forgets a node that was removed.
          const name = node ? `${node.nodeName} ${node.className ?? node.nodeValue}` : 'removed node';
          return `${name} (${width} × ${height}) from ${previousRect.x}, ${previousRect.y} to ${x}, ${y}`;
        });
        if (!entry.hadRecentInput) shifts.push({ value: entry.value, what });
      }
    };
    observer.observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, {
      readShifts: () => {
        keep(observer.takeRecords());
        return shifts;
      },
    });
  });
}

/** `most` is a layout shift score. Up to 0.1 is rated good in Core Web Vitals. */
export async function expectNoLayoutShifts(page: Page, most = 0.001): Promise<void> {
  const shifts = await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    return (window as unknown as { readShifts(): Shift[] }).readShifts();
  });
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThan(most);
}
