import { expect } from 'vitest';
import { mkdirSync } from 'node:fs';
import { openAt } from '../../support/browser/browser';
import { emptyMagazine } from '../../support/factory';
import { openView } from '../../support/readership';
import { addReadingLog, countReadingNow, READING_TABLES } from '../../support/reading-log';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';
const { it, site } = adminSiteTest();
it('shots', async () => {
  mkdirSync('/tmp/s/d-exp/shots', { recursive: true });
  await emptyMagazine(site.db); await site.empty(READING_TABLES);
  const js = await openAsAdmin(site, { reducedMotion: true, expected: [/422/] });
  const plain = await openAsAdmin(site, { javaScript: false });
  const shoot = async (name: string, path: string, widths = [390, 768, 1440], page = js, open = false) => {
    await (page === js ? openAt(page, path) : page.goto(path));
    if (open) await page.locator('main details').evaluateAll((all) => { for (const d of all) d.setAttribute('open', ''); });
    for (const width of widths) for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 }); await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `/tmp/s/d-exp/shots/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  };
  await shoot('empty', '/admin/readership', [390, 1440]);
  await shoot('bad', '/admin/readership?from=2026-03-02&to=abc', [390, 1440]);
  await shoot('settings', '/admin/readership/settings', [390, 1440]);
  for (const address of ['10.9.0.1', '10.9.0.2', '10.9.0.3']) await openView(site, '/', { address });
  await countReadingNow(site);
  await shoot('oneday', '/admin/readership', [390, 1440]);
  await addReadingLog(site);
  await shoot('full', '/admin/readership?range=90');
  await shoot('today', '/admin/readership?range=today&by=views', [390, 1440]);
  await shoot('open', '/admin/readership?range=7', [390, 1440], js, true);
  await shoot('plain', '/admin/readership', [390, 1440], plain);
  expect(1).toBe(1);
}, 300_000);
