// Duplicating an article in the editor, with and without JavaScript.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { openAt, pathOf } from '../../support/browser/browser';
import { findOverflow } from '../../support/browser/overflow';
import { waitForEditor } from '../../support/browser/rich-text';
import { addArticle } from '../../support/factory';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest();
const title = (page: Page) => page.getByLabel('Title', { exact: true });
const button = (page: Page) => page.getByRole('button', { name: 'Duplicate' });

describe.each([
  { width: 1440, javaScript: true },
  { width: 1280, javaScript: false },
  { width: 390, javaScript: true },
  { width: 390, javaScript: false },
])('duplicating at $width px, JavaScript: $javaScript', ({ width, javaScript }) => {
  it('opens the copy in the editor', async () => {
    const id = await addArticle(site.db, { title: `Fees ${width} ${javaScript}` });
    const page = await openAsAdmin(site, { width, javaScript });
    await page.goto(`/admin/articles/${id}/edit`);
    if (javaScript) await waitForEditor(page);
    if (javaScript) expect(await findOverflow(page)).toEqual([]);
    await button(page).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.endsWith('/edit') && !url.pathname.includes(id));
    await page.getByText('Article duplicated').first().waitFor();
    expect(await title(page).inputValue()).toBe(`Fees ${width} ${javaScript} (copy)`);
  });
});

describe('duplicating', () => {
  it('asks before unsaved text is left, and creates one copy on a double click', async () => {
    const id = await addArticle(site.db, { title: 'Retainers' });
    const page = await openAsAdmin(site);
    await openAt(page, `/admin/articles/${id}/edit`);
    await waitForEditor(page);
    await title(page).fill('Retainers, unsaved');
    const asked = page.waitForEvent('dialog');
    const clicked = button(page).click({ noWaitAfter: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await clicked;
    expect(pathOf(page)).toBe(`/admin/articles/${id}/edit`);
    await title(page).fill('Retainers');
    await button(page).dblclick();
    await page.getByText('Article duplicated').first().waitFor();
    const { rows } = await site.db.query(`select 1 from articles where title = 'Retainers (copy)'`);
    expect(rows).toHaveLength(1);
  });
});
