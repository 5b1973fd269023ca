// Writes an article with the Tab key alone: every control must be reachable.
import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { openAt } from '../../support/browser/browser';
import { waitForEditor } from '../../support/browser/rich-text';
import { emptyMagazine } from '../../support/factory';
import { drawImage } from '../../support/images';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });
beforeEach(() => emptyMagazine(site.db));

const VIDEO = 'https://youtu.be/dQw4w9WgXcQ';
/** More stops than any of these screens has. */
const MAX_STOPS = 150;

/** Presses Tab (or Shift+Tab) until the element has the focus. @throws with the stops that it passed */
async function walkTo(page: Page, goal: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await goal.first().waitFor();
  const passed: string[] = [];
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press(key);
    if (await goal.first().evaluate((element) => element === document.activeElement)) return;
    passed.push(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80) ?? ''));
  }
  throw new Error(`It is not reached: ${passed.join('\n')}`);
}

const waitForText = (page: Page, text: string) => page.getByText(text).first().waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openTab(page: Page, name: string, width: number): Promise<void> {
  if (width >= 1120) return;
  const tab = page.getByRole('tab', { name });
  const isBefore = await tab.evaluate((element) => {
    const place = element.compareDocumentPosition(document.activeElement ?? document.body);
    return (place & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  });
  const chosen = page.getByRole('tab', { selected: true });
  await walkTo(page, chosen, isBefore ? 'Shift+Tab' : 'Tab');
  // Tabs are one stop; arrow keys move between them.
  for (let steps = 0; steps < 5 && (await tab.getAttribute('aria-selected')) !== 'true'; steps += 1)
    await page.keyboard.press('ArrowRight');
  expect(await tab.getAttribute('aria-selected')).toBe('true');
}

it.each([
  1280, 390,
])('writes, illustrates, schedules and reverts an article and resolves a conflict at %d px', async (width) => {
  const page = await openAsAdmin(site, { width, expected: [/status of 409/] });
  const buffer = Buffer.from(await drawImage('png'));
  page.on('filechooser', (chooser) =>
    chooser.setFiles({ name: 'office.png', mimeType: 'image/png', buffer }),
  );
  await openAt(page, '/admin/articles');
  await walkTo(page, page.getByRole('link', { name: 'New Article' }));
  await page.keyboard.press('Enter');
  const text = await waitForEditor(page);
  const title = page.getByLabel('Title', { exact: true });
  await walkTo(page, title);
  await page.keyboard.type(VIDEO);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await page.keyboard.type('Planned by hand');
  await walkTo(page, text);
  await page.keyboard.type('Watch this.');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+v');
  await page.getByRole('group', { name: 'YouTube video' }).waitFor();

  await openTab(page, 'Settings', width);
  await walkTo(page, page.getByLabel('Author', { exact: true }));
  await page.keyboard.type('Dana Whitfield');
  await walkTo(page, page.getByLabel('Publish at'));
  await page.keyboard.type('01012030');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0930AM');
  expect(await page.getByLabel('Publish at').inputValue()).toBe('2030-01-01T09:30');

  await openTab(page, 'Media', width);
  await walkTo(page, page.getByLabel('Featured Image'), width < 1120 ? 'Tab' : 'Shift+Tab');
  await page.keyboard.press('Enter');
  await waitForText(page, 'Image uploaded successfully');
  await page.keyboard.press('Control+s');
  await waitForText(page, 'Article created successfully');
  await page.waitForURL(/\/edit$/);
  const { rows } = await site.db.query(
    'select id, content, status, publish_at is not null as planned, image_url from articles',
  );
  const [article] = rows;
  expect(article).toMatchObject({ status: 'draft', planned: true });
  expect(article.content).toContain('data-embed="youtube"');
  expect(article.image_url).toMatch(/^\/media\//);

  // Another person saved first.
  await site.db.query(
    "update articles set version = version + 1, title = 'Changed by another' where id = $1",
    [article.id],
  );
  await openTab(page, 'Content', width);
  await waitForEditor(page);
  await walkTo(page, title, width < 1120 ? 'Tab' : 'Shift+Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Changed by me');
  await page.keyboard.press('Control+s');
  await page.getByRole('heading', { name: 'Another editor saved this article' }).waitFor();
  const mine = page.getByRole('group', { name: /Title/ }).getByRole('radio', { checked: true });
  await walkTo(page, mine);
  await page.keyboard.press('ArrowDown');
  expect(
    await page
      .getByRole('radio', { name: /Theirs/ })
      .first()
      .isChecked(),
  ).toBe(true);
  await page.keyboard.press('ArrowUp');
  await walkTo(page, button(page, 'Save Article'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await waitForText(page, 'Article updated successfully');
  expect((await site.db.query('select title from articles')).rows).toEqual([{ title: 'Changed by me' }]);

  await waitForEditor(page);
  await walkTo(page, page.getByRole('link', { name: 'History' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await walkTo(page, page.getByRole('navigation', { name: 'Versions' }).getByRole('link').last());
  await page.keyboard.press('Enter');
  await page.waitForURL(/version=1$/);
  await walkTo(page, button(page, 'Restore This Version'));
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await site.db.query('select title from articles')).rows)
    .toEqual([{ title: 'Planned by hand' }]);
  await waitForText(page, 'Version 1 was restored.');
});
