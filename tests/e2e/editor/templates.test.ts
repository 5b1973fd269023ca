// Saving an article as a template and starting from it, with and without JavaScript.
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { hydrated, openAt, pathOf } from '../../support/browser/browser';
import { findOverflow } from '../../support/browser/overflow';
import { waitForEditor } from '../../support/browser/rich-text';
import { addArticle, emptyMagazine } from '../../support/factory';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });
const LIST = '/admin/articles/templates';
const title = (page: Page) => page.getByLabel('Title', { exact: true });
const useTemplate = (page: Page) => page.getByRole('button', { name: 'Use Template' });

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('article_templates, article_drafts');
});

async function expectFine(page: Page): Promise<void> {
  expect(await findOverflow(page)).toEqual([]);
  expect(await findAxeViolations(page)).toEqual([]);
}

describe.each([
  { width: 1440, javaScript: true, theme: 'light' },
  { width: 390, javaScript: true, theme: 'dark' },
  { width: 1440, javaScript: false, theme: 'dark' },
  { width: 390, javaScript: false, theme: 'light' },
] as const)('templates at $width px, JavaScript: $javaScript, $theme', ({ width, javaScript, theme }) => {
  it('are saved in the editor, used for a new article, renamed and deleted', async () => {
    const id = await addArticle(site.db, { title: 'Five questions', content: '<p>Who, why, where.</p>' });
    const page = await openAsAdmin(site, { width, javaScript, theme });
    const arrive = async () => javaScript && (await hydrated(page));
    const check = async () => javaScript && (await expectFine(page));
    await page.goto(LIST);
    await arrive();
    await page.getByText('No templates yet').waitFor();
    await check();

    await page.goto(`/admin/articles/${id}/edit`);
    if (javaScript) await waitForEditor(page);
    await page.getByRole('link', { name: 'Save as Template' }).click();
    await page.getByRole('heading', { name: 'Save as Template' }).waitFor();
    await arrive();
    await check();
    const name = page.getByLabel('Name', { exact: true });
    expect(await name.inputValue()).toBe('Five questions');
    await name.fill('Interview');
    await page.getByRole('button', { name: 'Save Template' }).click();
    await page.getByText('Template created successfully').first().waitFor();
    expect(pathOf(page)).toBe(`/admin/articles/${id}/edit`);

    await page.goto('/admin/articles/new');
    if (javaScript) await waitForEditor(page);
    await page.getByLabel('Start from a template').selectOption('Interview');
    await check();
    await useTemplate(page).click();
    await page.waitForURL((url) => url.searchParams.has('template'));
    if (javaScript) await waitForEditor(page);
    expect(await title(page).inputValue()).toBe('Five questions');
    await check();
    await title(page).fill('Five questions for Ann');
    await page.getByRole('button', { name: 'Save Article' }).click();
    await page.getByText('Article created successfully').first().waitFor();
    const { rows } = await site.db.query(
      "select status, content from articles where title = 'Five questions for Ann'",
    );
    expect(rows).toEqual([{ status: 'draft', content: '<p>Who, why, where.</p>' }]);

    await page.goto(LIST);
    await arrive();
    await check();
    await page.getByRole('link', { name: 'Rename Interview' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Questions');
    await page.getByRole('button', { name: 'Rename Template' }).click();
    await page.getByText('Template updated successfully').first().waitFor();
    await page.getByRole('link', { name: 'Delete Questions' }).click();
    await page.getByText('Articles that were started from it stay as they are.').waitFor();
    await check();
    await page.getByRole('button', { name: 'Delete Template' }).click();
    await page.getByText('No templates yet').waitFor();
  });
});

describe('an article from a template', () => {
  it('is not a draft until something is typed, which is then offered again', async () => {
    await site.db.query(
      `insert into article_templates (name, fields) values ('Interview', '{"title": "Five questions", "content": "<p>Who</p>"}')`,
    );
    const page = await openAsAdmin(site);
    await openAt(page, '/admin/articles/new');
    await waitForEditor(page);
    await title(page).fill('Typed before');
    await page.getByLabel('Start from a template').selectOption('Interview');
    const asked = page.waitForEvent('dialog');
    const clicked = useTemplate(page).click({ noWaitAfter: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await clicked;
    expect(await title(page).inputValue()).toBe('Typed before');
    await title(page).fill('');
    await useTemplate(page).click();
    await page.waitForURL((url) => url.searchParams.has('template'));
    await waitForEditor(page);
    // Nothing was typed, so nothing is asked.
    await page.getByRole('link', { name: 'Back to Articles' }).click();
    await page.waitForURL('**/admin/articles');
    await page.goBack();
    await waitForEditor(page);
    expect(await title(page).inputValue()).toBe('Five questions');
    await title(page).fill('Five questions for Ann');
    await page.getByText('Draft saved').first().waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto('/admin/articles/new');
    await page.getByText('Five questions for Ann').first().waitFor();
    await page.getByRole('link', { name: 'Restore' }).click();
    await page.waitForURL((url) => url.searchParams.has('draft'));
    expect(await title(page).inputValue()).toBe('Five questions for Ann');
    expect(await page.locator('textarea[name=content], input[name=content]').first().inputValue()).toContain(
      'Who',
    );
  });
});
