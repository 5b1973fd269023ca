// The focal point of an article's image: chosen in the editor, respected where pages crop the image.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { follow, openAt, openPage } from '../../support/browser/browser';
import { addArticle } from '../../support/factory';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });
const IMAGE = '/stock/tools-800.webp';

const urlOf = (page: Page) => page.getByLabel('Image URL', { exact: true });
const markerOf = (page: Page) => page.getByRole('button', { name: /^Focal point/ });

async function openEditor(page: Page, id: string): Promise<void> {
  await openAt(page, `/admin/articles/${id}/edit`);
  const tab = page.getByRole('tab', { name: 'SEO & Media' });
  if (await tab.isVisible()) await tab.click();
  await markerOf(page).waitFor();
}

describe('the focal point', () => {
  it('is chosen by a click or with the arrow keys, saved, and kept visible by cards, hero and search', async () => {
    const id = await addArticle(site.db, { slug: 'cropped', imageUrl: IMAGE, category: 'tools' });
    const page = await openAsAdmin(site);
    await openEditor(page, id);
    const preview = page.getByRole('img', { name: 'Preview' });
    const box = await preview.boundingBox();
    await preview.click({ position: { x: (box?.width ?? 0) * 0.21, y: (box?.height ?? 0) * 0.88 } });
    expect(await urlOf(page).inputValue()).toBe(`${IMAGE}#focus=20,90`);
    await markerOf(page).focus();
    for (const key of ['ArrowRight', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
    expect(await urlOf(page).inputValue()).toBe(`${IMAGE}#focus=30,70`);
    expect(await markerOf(page).getAttribute('aria-label')).toBe(
      'Focal point: 30% from the left, 70% from the top',
    );
    await page.getByRole('button', { name: 'Save Article' }).click();
    await page.getByText('Article updated successfully').waitFor();
    const { rows } = await site.db.query('select image_url from articles where id = $1', [id]);
    expect(rows).toEqual([{ image_url: `${IMAGE}#focus=30,70` }]);

    const reader = await openPage({ origin: site.url, width: 390 });
    for (const path of ['/', '/category/tools']) {
      await openAt(reader, path);
      const image = reader.getByRole('main').locator('img[src*="tools-800"]').first();
      expect(await image.evaluate((element) => getComputedStyle(element).objectPosition), path).toBe(
        '30% 70%',
      );
      expect(await image.evaluate((element: HTMLImageElement) => element.currentSrc)).not.toContain('focus');
    }

    await openEditor(page, id);
    await preview.click({ button: 'right', position: { x: 4, y: 4 } });
    expect(await urlOf(page).inputValue()).toBe(`${IMAGE}#focus=30,70`);
    await page.getByRole('button', { name: 'Center', exact: true }).click();
    expect(await urlOf(page).inputValue()).toBe(IMAGE);
    expect(await markerOf(page).evaluate((marker) => marker === document.activeElement)).toBe(true);
  });

  it.each([
    { width: 390, theme: 'light' },
    { width: 1280, theme: 'dark' },
  ] as const)('has no axe violations at $width px, $theme', async ({ width, theme }) => {
    const id = await addArticle(site.db, { imageUrl: `${IMAGE}#focus=30,70` });
    const page = await openAsAdmin(site, { width, theme, reducedMotion: true });
    await openEditor(page, id);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('can be written without JavaScript', async () => {
    const id = await addArticle(site.db, { slug: 'plain', imageUrl: IMAGE });
    const page = await openAsAdmin(site, { javaScript: false });
    await page.goto(`/admin/articles/${id}/edit`);
    expect(await markerOf(page).isVisible()).toBe(false);
    expect(await page.getByText('To set the focal point, add #focus=30,70 to the URL').isVisible()).toBe(
      true,
    );
    await urlOf(page).fill(`${IMAGE}#focus=0,100`);
    await follow(page.getByRole('button', { name: 'Save Article' }).first());
    const { rows } = await site.db.query('select image_url from articles where id = $1', [id]);
    expect(rows).toEqual([{ image_url: `${IMAGE}#focus=0,100` }]);
  });
});
