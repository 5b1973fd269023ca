// The admin article list, with and without JavaScript.
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { follow, openAt, pathOf } from '../../support/browser/browser';
import { addArticle, addCategory, emptyMagazine } from '../../support/factory';
import { gate } from '../../support/gate';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const LIST = '/admin/articles';
const { it, site } = adminSiteTest();

beforeEach(async () => {
  await emptyMagazine(site.db);
  await addCategory(site.db, 'tools');
  // The first one is the newest.
  for (const [index, title] of ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm'].entries())
    await addArticle(site.db, { title, age: index + 1, status: title === 'Elm' ? 'draft' : 'published' });
});

const rows = (page: Page): Locator => page.locator('tbody tr');
const rowOf = (page: Page, title: string): Locator => rows(page).filter({ hasText: title });
const titles = async (page: Page) =>
  (await page.locator('.articles__name').allInnerTexts()).map((title) => title.trim());
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

async function expectTitles(page: Page, expected: string[]): Promise<void> {
  await expect.poll(() => titles(page)).toEqual(expected);
}

describe('with JavaScript', () => {
  it('replaces an image that fails to load with a placeholder', async () => {
    await addArticle(site.db, { title: 'Fir', imageUrl: '/media/article-images/articles/gone.webp' });
    const page = await openAsAdmin(site, { expected: [/status of 404/] });
    await openAt(page, LIST);
    const image = rowOf(page, 'Fir').locator('img');
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.currentSrc)).toContain('/stock/');
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  });

  it('filters while typing and choosing, and updates the URL without adding history entries', async () => {
    const page = await openAsAdmin(site);
    await openAt(page, LIST);
    const before = await page.evaluate(() => history.length);
    await page.getByLabel('Search', { exact: true }).pressSequentially('dogw');
    await expect.poll(() => pathOf(page)).toBe(`${LIST}?search=dogw`);
    await expectTitles(page, ['Dogwood']);
    await page.getByLabel('Status').selectOption('Draft');
    await page.getByText('No articles found').waitFor();
    expect(await page.getByText('Try adjusting your filters').isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Clear Filters' }).click();
    await expectTitles(page, ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm']);
    await expect.poll(() => page.getByLabel('Search', { exact: true }).inputValue()).toBe('');
    await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('all');
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
    const title = page.getByRole('columnheader', { name: 'Title' });
    for (const order of ['ascending', 'descending']) {
      await title.getByRole('link').click();
      await expect.poll(() => title.getAttribute('aria-sort')).toBe(order);
    }
    await expectTitles(page, ['Elm', 'Dogwood', 'Cedar', 'Birch', 'Alder']);
  });

  it('also searches for text typed when a search has just begun', async () => {
    const page = await openAsAdmin(site);
    await openAt(page, LIST);
    // Types it when the request starts, which is before React renders that a navigation began.
    await page.evaluate(() => {
      const { fetch } = window;
      window.fetch = (...request) => {
        if (!new Request(...request).url.includes('/admin/articles.data')) return fetch(...request);
        window.fetch = fetch;
        const field = document.querySelector<HTMLInputElement>('input[name="search"]');
        if (field) field.value = 'dogw';
        field?.dispatchEvent(new Event('input', { bubbles: true }));
        return fetch(...request);
      };
    });
    await page.getByLabel('Search', { exact: true }).fill('dog');
    await expect.poll(() => pathOf(page)).toBe(`${LIST}?search=dogw`);
    await expectTitles(page, ['Dogwood']);
  });

  it('searches after a save that was still running, without canceling it', async () => {
    const page = await openAsAdmin(site);
    await openAt(page, LIST);
    await rowOf(page, 'Birch').getByRole('link', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Article deleted successfully').hover();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const [held, release] = gate();
    await page.route('**/admin/articles.data*', async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.fallback();
    });
    const saving = page.waitForRequest((request) => request.method() === 'POST');
    await button(page, 'Undo').click();
    await saving;
    await page.getByLabel('Search', { exact: true }).fill('bir');
    await page.clock.runFor(1000);
    release();
    await page.clock.resume();
    await page.getByText('Article restored successfully').waitFor();
    await expect.poll(() => pathOf(page)).toBe(`${LIST}?search=bir`);
    await expectTitles(page, ['Birch']);
  });

  it('opens another screen although a search was typed just before', async () => {
    const page = await openAsAdmin(site);
    await openAt(page, LIST);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    // Slow enough that the search comes due before React has rendered that a navigation began.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 20 });
    const [answered, answer] = gate();
    await page.route('**/admin/categories.data*', async (route) => {
      await answered;
      await route.continue();
    });
    await page.getByLabel('Search', { exact: true }).fill('dogw');
    const asked = page.waitForRequest('**/admin/categories.data*');
    await page.getByRole('link', { name: 'Categories', exact: true }).click();
    await asked;
    await page.clock.runFor(1000);
    await page.clock.resume();
    answer();
    await page.getByRole('heading', { level: 1, name: 'Categories' }).waitFor();
    expect(pathOf(page)).toBe('/admin/categories');
  });

  it('selects rows one by one, in ranges and all together, and sets their category', async () => {
    const page = await openAsAdmin(site);
    await openAt(page, LIST);
    const all = page.getByLabel('Select all on this page');
    expect(await button(page, 'Assign Category').isVisible()).toBe(false);
    await page.getByLabel('Select Birch').check();
    await page.getByLabel('Select Dogwood').click({ modifiers: ['Shift'] });
    await page.getByText('3 selected').waitFor();
    expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
    await all.check();
    await page.getByText('5 selected').waitFor();
    await button(page, 'Clear Selection').click();
    await expect.poll(() => button(page, 'Assign Category').isVisible()).toBe(false);
    await page.getByLabel('Select Alder').check();
    await page.getByLabel('Select Elm').check();
    await button(page, 'Assign Category').click();
    const dialog = page.getByRole('dialog', { name: 'Assign Category' });
    await dialog.waitFor();
    await dialog.getByLabel('Category').selectOption('Tools');
    await dialog.getByRole('button', { name: 'Assign Category' }).click();
    await page.getByRole('status').getByText('Updated 2 articles', { exact: true }).waitFor();
    await expect.poll(() => rowOf(page, 'Elm').innerText()).toContain('Tools');
    expect(await rowOf(page, 'Birch').innerText()).toContain('No Category');
    await expect.poll(() => page.getByLabel('Select Elm').isChecked()).toBe(false);
    expect(pathOf(page)).toBe(LIST);
  });

  it('confirms before deleting a row, moves it to the Trash, and restores it with Undo', async () => {
    const page = await openAsAdmin(site);
    await openAt(page, LIST);
    await page.getByLabel('Select Cedar').check();
    await rowOf(page, 'Birch').getByRole('link', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Are you sure you want to delete this article?').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await rowOf(page, 'Birch').getByRole('link', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    // The toast stays while the mouse is over it.
    await page.getByText('Article deleted successfully').hover();
    await expectTitles(page, ['Alder', 'Cedar', 'Dogwood', 'Elm']);
    // Other rows stay selected.
    expect(await page.getByLabel('Select Cedar').isChecked()).toBe(true);
    // A second click must not replace the first request and report that nothing was found.
    let posts = 0;
    const [held, release] = gate();
    await page.route('**/admin/articles.data*', async (route) => {
      if (route.request().method() === 'POST') {
        posts += 1;
        await held;
      }
      await route.fallback();
    });
    const undo = button(page, 'Undo');
    await undo.click();
    await undo.click();
    release();
    await page.getByText('Article restored successfully').waitFor();
    await expectTitles(page, ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm']);
    expect([posts, await undo.count()]).toEqual([1, 0]);
  });

  it('archives, deletes, restores and permanently deletes many articles', async () => {
    const page = await openAsAdmin(site);
    await openAt(page, LIST);
    for (const title of ['Alder', 'Birch']) await page.getByLabel(`Select ${title}`).check();
    await button(page, 'Archive').click();
    await expect.poll(() => rowOf(page, 'Birch').innerText()).toContain('Archived');
    await expect.poll(() => page.getByLabel('Select Birch').isChecked()).toBe(false);
    for (const title of ['Alder', 'Birch']) await page.getByLabel(`Select ${title}`).check();
    await button(page, 'Delete').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Are you sure you want to delete these 2 articles?').waitFor();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expectTitles(page, ['Cedar', 'Dogwood', 'Elm']);
    await page.getByRole('link', { name: 'Trash 2' }).click();
    await page.getByRole('heading', { name: 'Trash' }).waitFor();
    await rowOf(page, 'Alder').getByRole('button', { name: 'Restore' }).click();
    await expectTitles(page, ['Birch']);
    await page.getByLabel('Select Birch').check();
    await button(page, 'Delete Permanently').click();
    await dialog.getByRole('button', { name: 'Delete Permanently' }).click();
    await page.getByText('The Trash is empty').waitFor();
    await page.getByRole('link', { name: 'Articles 4' }).click();
    await expect.poll(() => rowOf(page, 'Alder').innerText()).toContain('Archived');
  });

  it('turns pages, changes their size, and starts a filter at the first page', async () => {
    // The usual texts contain numbers, which the search would find.
    const texts = { summary: 'Trees.', content: '<p>Trees.</p>' };
    for (let i = 1; i <= 25; i += 1)
      await addArticle(site.db, { ...texts, title: `Pine ${i}`, age: 100 + i });
    const page = await openAsAdmin(site);
    await openAt(page, LIST);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect.poll(() => pathOf(page)).toBe(`${LIST}?page=2`);
    await page.getByLabel('Per page').selectOption('25');
    await expect.poll(async () => (await titles(page)).length).toBe(25);
    expect(pathOf(page)).toBe(`${LIST}?pageSize=25`);
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect.poll(async () => (await titles(page)).length).toBe(5);
    await page.getByLabel('Search', { exact: true }).fill('Pine 7');
    await expectTitles(page, ['Pine 7']);
    expect(pathOf(page)).toBe(`${LIST}?search=Pine+7&pageSize=25`);
    expect(await page.getByLabel('Per page').count()).toBe(0);
  });

  it('reports a failure and keeps the selection', async () => {
    const page = await openAsAdmin(site, { expected: [/status of 404/] });
    await openAt(page, LIST);
    await page.getByLabel('Select Alder').check();
    await site.db.query('update articles set deleted_at = now()');
    await button(page, 'Publish').click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('Failed to update articles');
  });
});

describe('without JavaScript', () => {
  it('does everything with forms and links', async () => {
    const page = await openAsAdmin(site, { javaScript: false });
    await page.goto(LIST);
    await page.getByLabel('Search', { exact: true }).fill('e');
    await page.getByLabel('Status').selectOption('Published');
    await follow(button(page, 'Apply'));
    expect(await titles(page)).toEqual(['Alder', 'Birch', 'Cedar', 'Dogwood']);
    await page.getByLabel('Select Alder').check();
    await page.getByLabel('Select Cedar').check();
    await follow(button(page, 'Assign Category'));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Category').selectOption('Tools');
    await follow(dialog.getByRole('button', { name: 'Assign Category' }));
    expect(await page.getByText('Updated 2 articles', { exact: true }).isVisible()).toBe(true);
    expect(await rowOf(page, 'Cedar').innerText()).toContain('Tools');
    expect(pathOf(page)).toBe(`${LIST}?search=e&status=published`);
    await follow(rowOf(page, 'Birch').getByRole('link', { name: 'Delete' }));
    expect(await page.getByText('Are you sure you want to delete this article?').isVisible()).toBe(true);
    await follow(dialog.getByRole('button', { name: 'Delete', exact: true }));
    expect(await titles(page)).toEqual(['Alder', 'Cedar', 'Dogwood']);
    await follow(button(page, 'Undo'));
    expect(await page.getByText('Article restored successfully').isVisible()).toBe(true);
    expect(await titles(page)).toEqual(['Alder', 'Birch', 'Cedar', 'Dogwood']);
    await page.getByLabel('Select Dogwood').check();
    await follow(button(page, 'Archive'));
    expect(await page.getByText('Updated 1 articles', { exact: true }).isVisible()).toBe(true);
    expect(await titles(page)).toEqual(['Alder', 'Birch', 'Cedar']);
    await page.getByLabel('Select Alder').check();
    await follow(button(page, 'Delete'));
    await follow(dialog.getByRole('button', { name: 'Delete', exact: true }));
    await follow(page.getByRole('link', { name: 'Trash 1' }));
    await follow(rowOf(page, 'Alder').getByRole('button', { name: 'Restore' }));
    expect(await page.getByText('The Trash is empty').isVisible()).toBe(true);
  });

  it('asks for a selection when a button is clicked without one', async () => {
    const page = await openAsAdmin(site, { javaScript: false, expected: [/status of 422/] });
    await page.goto(LIST);
    await follow(button(page, 'Delete'));
    expect(await page.getByText('Select at least one article.').isVisible()).toBe(true);
    await follow(button(page, 'Publish'));
    expect(await page.getByText('Failed to update articles.').isVisible()).toBe(true);
  });
});

it('shows the headings of the list in their bar on a medium screen', async () => {
  const page = await openAsAdmin(site, { width: 1024 });
  await openAt(page, LIST);
  const bar = await page.locator('.articles thead').boundingBox();
  const heading = await page.getByRole('columnheader', { name: 'Title' }).boundingBox();
  if (!bar || !heading) throw new Error('The headings are not shown');
  expect(heading.y).toBeGreaterThanOrEqual(bar.y);
  expect(heading.y + heading.height).toBeLessThanOrEqual(bar.y + bar.height + 1);
});

describe('accessibility', () => {
  it.each([
    { width: 1440, theme: 'light' },
    { width: 768, theme: 'dark' },
    { width: 390, theme: 'light' },
  ] as const)('has no axe violations at $width px, $theme', async ({ width, theme }) => {
    const deleted = await addArticle(site.db, { title: 'Fir', deleted: true });
    await addArticle(site.db, { title: 'Gum', isFeatured: true, isPopular: true, category: 'tools' });
    const page = await openAsAdmin(site, { width, theme });
    for (const path of [
      LIST,
      `${LIST}?search=zebra`,
      `${LIST}?view=trash`,
      `${LIST}?view=trash&erase=${deleted}`,
    ]) {
      await openAt(page, path);
      expect(await findAxeViolations(page), path).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
    await openAt(page, `${LIST}?sort=title`);
    await page.getByLabel('Select Gum').check();
    await page.getByText('1 selected').waitFor();
    expect(await findAxeViolations(page), 'with a selection').toEqual([]);
    await button(page, 'Assign Category').click();
    await page.getByRole('dialog').waitFor();
    expect(await findAxeViolations(page), 'with a dialog').toEqual([]);
  });
});
