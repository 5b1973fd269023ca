// The Co-authors field of the article editor, with and without scripts.
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { openAt } from '../../support/browser/browser';
import { addArticle, emptyMagazine } from '../../support/factory';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });
beforeEach(() => emptyMagazine(site.db));

const input = (page: Page, place: number) => page.getByLabel(`Co-author ${place}`, { exact: true });
const shownInputs = (page: Page) => page.locator('input[name=coauthors]:visible').count();
const save = (page: Page) => page.getByRole('button', { name: 'Save Article' }).click();
const stored = async () =>
  (await site.db.query('select coauthor_names(id) as names from articles')).rows.map(({ names }) => names);

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('the field %s', (_, javaScript) => {
  it('grows as it is filled in, and saves the names', async () => {
    const id = await addArticle(site.db, { title: 'Fees', coauthors: ['Ann Lee'] });
    const page = await openAsAdmin(site, { javaScript });
    const path = `/admin/articles/${id}/edit`;
    await (javaScript ? openAt(page, path) : page.goto(path));
    expect(await shownInputs(page)).toBe(2);
    await input(page, 2).fill('Bo Hill');
    expect(await shownInputs(page)).toBe(3);
    await input(page, 2).press('Tab');
    expect(await input(page, 3).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('Cy <b>Young</b>');
    await save(page);
    await page.getByText('Article updated successfully').first().waitFor();
    expect(await stored()).toEqual([['Ann Lee', 'Bo Hill', 'Cy <b>Young</b>']]);
    expect(await page.locator('datalist option').count()).toBeGreaterThan(1);
  });

  it('shows the reason at the field when a name is refused', async () => {
    const id = await addArticle(site.db, { title: 'Fees' });
    const page = await openAsAdmin(site, { javaScript, expected: [/status of 422/] });
    const path = `/admin/articles/${id}/edit`;
    await (javaScript ? openAt(page, path) : page.goto(path));
    await save(page);
    await page.getByText('Article updated successfully').first().waitFor();
    await input(page, 1).fill('Dana Whitfield');
    await save(page);
    await page.locator('.coauthors').getByText('The author can’t also be a co-author').waitFor();
    expect(await input(page, 1).inputValue()).toBe('Dana Whitfield');
    // The previous answer would contradict the refusal.
    expect(await page.getByText('Article updated successfully').count()).toBe(0);
    if (javaScript) expect(await findAxeViolations(page)).toEqual([]);
  });
});

it('keeps typed names as an unsaved draft', async () => {
  const id = await addArticle(site.db, { title: 'Fees' });
  const page = await openAsAdmin(site);
  await openAt(page, `/admin/articles/${id}/edit`);
  await input(page, 1).fill('Ann Lee');
  await page.getByText('Draft saved').waitFor();
  const { rows } = await site.db.query("select fields->'coauthors' as names from article_drafts");
  expect(rows).toEqual([{ names: ['Ann Lee'] }]);
});
