import { expect, it } from 'vitest';
import { openPage, visit } from '../support/browser';
import { writeFileSync } from 'node:fs';
it('probe', async () => {
  const page = await openPage();
  for (const [n, p] of [['home','/'],['all','/category/all'],['cat','/category/tools'],['search','/search?q=intake']] as const) {
    await visit(page, p);
    writeFileSync(`/tmp/probe-${n}.yaml`, await page.locator('body').ariaSnapshot());
    writeFileSync(`/tmp/probe-${n}.html`, await page.content());
    await page.screenshot({path:`/tmp/probe-${n}.png`});
  }
  expect(1).toBe(1);
});
