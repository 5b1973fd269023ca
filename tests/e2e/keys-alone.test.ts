// One article from nothing to its second version with the Tab key alone: every control is reached by walking, none by asking.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openAsAdmin, startAdminSite } from '../support/admin-site';
import { visit } from '../support/browser';
import { emptyMagazine } from '../support/factory';
import { drawPicture } from '../support/pictures';
import { editorOf } from '../support/rich-text';
import type { Site } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startAdminSite({ pageCache: 'off' });
});
beforeEach(() => emptyMagazine(site.db));
afterAll(() => site.stop());

const FILM = 'https://youtu.be/dQw4w9WgXcQ';
/** More stops than any of these screens has. */
const FAR = 150;

/** Presses Tab (or Shift+Tab) until the focus is there. @throws with all that was passed */
async function walkTo(page: Page, goal: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await goal.first().waitFor();
  const passed: string[] = [];
  for (let stops = 0; stops < FAR; stops += 1) {
    await page.keyboard.press(key);
    if (await goal.first().evaluate((element) => element === document.activeElement)) return;
    passed.push(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80) ?? ''));
  }
  throw new Error(`It is not reached: ${passed.join('\n')}`);
}

const said = (page: Page, words: string) => page.getByText(words).first().waitFor();
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
  // Tabs are one stop; arrows go from one to the next.
  for (let steps = 0; steps < 5 && (await tab.getAttribute('aria-selected')) !== 'true'; steps += 1)
    await page.keyboard.press('ArrowRight');
  expect(await tab.getAttribute('aria-selected')).toBe('true');
}

it.each([
  1280, 390,
])('an article is written, illustrated, planned, contested and brought back at %d pixels', async (width) => {
  const page = await openAsAdmin(site, { width, expected: [/status of 409/] });
  const buffer = Buffer.from(await drawPicture('png'));
  page.on('filechooser', (chooser) => chooser.setFiles({ name: 'desk.png', mimeType: 'image/png', buffer }));
  await visit(page, '/admin/articles');
  await walkTo(page, page.getByRole('link', { name: 'New Article' }));
  await page.keyboard.press('Enter');
  const text = await editorOf(page);
  const title = page.getByLabel('Title', { exact: true });
  await walkTo(page, title);
  await page.keyboard.type(FILM);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await page.keyboard.type('Planned by hand');
  await walkTo(page, text);
  await page.keyboard.type('Watch this.');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+v');
  await page.getByRole('group', { name: 'YouTube film' }).waitFor();

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
  await said(page, 'Image uploaded successfully');
  await page.keyboard.press('Control+s');
  await said(page, 'Article created successfully');
  await page.waitForURL(/\/edit$/);
  const { rows } = await site.db.query(
    'select id, content, status, publish_at is not null as planned, image_url from articles',
  );
  const [article] = rows;
  expect(article).toMatchObject({ status: 'draft', planned: true });
  expect(article.content).toContain('data-embed="youtube"');
  expect(article.image_url).toMatch(/^\/media\//);

  // Somebody else was faster.
  await site.db.query(
    "update articles set version = version + 1, title = 'Changed by another' where id = $1",
    [article.id],
  );
  await openTab(page, 'Content', width);
  await editorOf(page);
  await walkTo(page, title, width < 1120 ? 'Tab' : 'Shift+Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Changed by me');
  await page.keyboard.press('Control+s');
  await page.getByRole('heading', { name: 'Somebody else saved this article' }).waitFor();
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
  await said(page, 'Article updated successfully');
  expect((await site.db.query('select title from articles')).rows).toEqual([{ title: 'Changed by me' }]);

  await editorOf(page);
  await walkTo(page, page.getByRole('link', { name: 'History' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await walkTo(page, page.getByRole('navigation', { name: 'Versions' }).getByRole('link').last());
  await page.keyboard.press('Enter');
  await page.waitForURL(/version=1$/);
  await walkTo(page, button(page, 'Restore this version'));
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await site.db.query('select title from articles')).rows)
    .toEqual([{ title: 'Planned by hand' }]);
  await said(page, 'Version 1 is back.');
});
