// Find and replace, links by "[[", outline and word goal in the article editor, with the keyboard alone.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { hydrated, THEMED_VIEWPORTS } from '../../support/browser/browser';
import { findOverflow } from '../../support/browser/overflow';
import { htmlOf, waitForEditor } from '../../support/browser/rich-text';
import { addAccount, addArticle } from '../../support/factory';
import { adminSiteTest, openAsAdmin, signInAs } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });

async function edit(page: Page, content: string): Promise<string> {
  const id = await addArticle(site.db, { content, status: 'draft' });
  await page.goto(`/admin/articles/${id}/edit`);
  await (await waitForEditor(page)).press('Control+Home');
  return id;
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

const bar = (page: Page) => page.getByRole('search', { name: 'Find and replace' });
const count = (page: Page) => bar(page).getByRole('status');
/** The marked texts; the second name marks the current match. */
const marked = (page: Page, name = 'rich-match') =>
  page.evaluate((key) => [...(CSS.highlights.get(key) ?? [])].map(String), name);
const isFocused = (page: Page, name: string) =>
  page.evaluate((label) => document.activeElement?.getAttribute('aria-label') === label, name);

const TEXT =
  '<p>The tax is a <strong>Tax</strong> on taxes.</p>' +
  '<div class="callout callout-tip"><p>Pay the tax early.</p></div>' +
  '<table><tbody><tr><td>Tax</td><td>20 %</td></tr></tbody></table>';

describe.each(THEMED_VIEWPORTS)('find and replace at $width px, $theme', (view) => {
  it('counts, moves, marks without changing the text, and returns to it', async () => {
    const page = await openAsAdmin(site, view);
    await edit(page, TEXT);
    await press(page, 'Control+f');
    await bar(page).waitFor();
    expect(await isFocused(page, 'Find')).toBe(true);
    await page.keyboard.type('tax');
    await expect.poll(() => count(page).innerText()).toBe('1 of 5');
    expect(await marked(page)).toEqual(['tax', 'Tax', 'tax', 'tax', 'Tax']);
    expect(await htmlOf(page)).toBe(TEXT);
    await press(page, 'Enter', 'Enter');
    await expect.poll(() => count(page).innerText()).toBe('3 of 5');
    await press(page, 'Shift+Enter');
    await expect.poll(() => marked(page, 'rich-match-current')).toEqual(['Tax']);
    await press(page, 'Shift+Enter', 'Shift+Enter');
    await expect.poll(() => count(page).innerText()).toBe('5 of 5');
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await findOverflow(page)).toEqual([]);
    await bar(page).getByRole('button', { name: 'Match case' }).press('Enter');
    await expect.poll(() => marked(page)).toEqual(['tax', 'tax', 'tax']);
    await bar(page).getByRole('button', { name: 'Whole words' }).press('Enter');
    await expect.poll(() => count(page).innerText()).toBe('1 of 2');
    await press(page, 'Escape');
    await bar(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => String(document.getSelection()))).toBe('tax');
    expect(await marked(page)).toEqual([]);
    await page.keyboard.type('fee');
    await expect.poll(() => htmlOf(page)).toContain('The fee is a <strong>Tax</strong>');
  });
});

describe('find and replace', () => {
  it('keeps characters that are typed as soon as the bar opens', async () => {
    const page = await openAsAdmin(site);
    await edit(page, TEXT);
    // The next frame is late, as on a busy machine.
    await page.evaluate(() => {
      const nextFrame = window.requestAnimationFrame.bind(window);
      window.requestAnimationFrame = (draw) => window.setTimeout(() => nextFrame(draw), 500);
    });
    await press(page, 'Control+f');
    await expect.poll(() => isFocused(page, 'Find')).toBe(true);
    await page.keyboard.type('ta');
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    await page.keyboard.type('x');
    expect(await bar(page).getByLabel('Find', { exact: true }).inputValue()).toBe('tax');
  });

  it('replaces one, then all as one step for Undo, and keeps formats', async () => {
    const page = await openAsAdmin(site);
    await edit(page, TEXT);
    await press(page, 'Control+h');
    await bar(page).waitFor();
    await page.keyboard.type('tax');
    await bar(page).getByLabel('Replace with').focus();
    await page.keyboard.type('levy');
    await press(page, 'Enter');
    const one = TEXT.replace('The tax', 'The levy');
    await expect.poll(() => htmlOf(page)).toBe(one);
    await expect.poll(() => count(page).innerText()).toBe('Replaced 1. 1 of 4');
    await bar(page).getByRole('button', { name: 'Replace All' }).press('Enter');
    const all = TEXT.replace(/tax/gi, 'levy');
    await expect.poll(() => htmlOf(page)).toBe(all);
    await expect.poll(() => count(page).innerText()).toBe('Replaced 4. No matches');
    await press(page, 'Escape', 'Control+z');
    await expect.poll(() => htmlOf(page)).toBe(one);
    await press(page, 'Control+z');
    await expect.poll(() => htmlOf(page)).toBe(TEXT);
    await press(page, 'Control+Shift+z', 'Control+Shift+z');
    await expect.poll(() => htmlOf(page)).toBe(all);
  });

  it('starts with the selection, leaves blocks out and says so, and finds the new text', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '<p>tax</p><dl><dt>Tax</dt><dd>A tax.</dd></dl>');
    await press(page, 'Shift+End', 'Control+f');
    await bar(page).waitFor();
    expect(await bar(page).getByLabel('Find', { exact: true }).inputValue()).toBe('tax');
    await expect.poll(() => count(page).innerText()).toBe('1 of 1 and 2 in blocks you can’t edit as text');
    await bar(page).getByLabel('Find', { exact: true }).fill('zzz');
    await expect.poll(() => count(page).innerText()).toBe('No matches');
    await press(page, 'Enter', 'Shift+Enter');
    await (await waitForEditor(page)).press('Control+Home');
    await page.keyboard.type('zzz');
    await expect.poll(() => count(page).innerText()).toBe('1 of 1');
    expect(await htmlOf(page)).toBe('<p>zzztax</p><dl><dt>Tax</dt><dd>A tax.</dd></dl>');
  });

  it('leaves the second Ctrl+F, and Ctrl+F outside of the text, to the browser', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '<p>tax</p>');
    await page.evaluate(() => {
      const prevented: boolean[] = [];
      Object.assign(window, { prevented });
      addEventListener('keydown', (event) => event.key === 'f' && prevented.push(event.defaultPrevented));
    });
    await press(page, 'Control+f');
    await bar(page).waitFor();
    await press(page, 'Control+f');
    await page.getByLabel('Title', { exact: true }).press('Control+f');
    expect(await page.evaluate(() => (window as { prevented?: boolean[] }).prevented)).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('links by "[["', () => {
  beforeAll(async () => {
    await addArticle(site.db, { title: 'Retainers explained', slug: 'retainers-explained' });
    await addArticle(site.db, { title: 'Retainers: a draft', status: 'draft' });
    await addAccount(site.db, { email: 'writer@example.com', role: 'author' });
  });
  const list = (page: Page) => page.getByRole('listbox', { name: 'Articles' });
  const active = (page: Page) =>
    page.evaluate(() => {
      const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
      return document.getElementById(id)?.firstChild?.textContent ?? '';
    });

  it.each(
    THEMED_VIEWPORTS,
  )('inserts the title as a link with the keyboard at $width px, $theme', async (view) => {
    const page = await openAsAdmin(site, view);
    await edit(page, '<p>See .</p>');
    await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await page.keyboard.type('[[');
    await page.getByText('Type the title of an article.').waitFor();
    await page.keyboard.type('retainers');
    await list(page).waitFor();
    await expect.poll(() => list(page).getByRole('option').count()).toBe(2);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await findOverflow(page)).toEqual([]);
    for (let steps = 0; steps < 2 && (await active(page)) !== 'Retainers explained'; steps += 1)
      await press(page, 'ArrowDown');
    await press(page, 'Enter');
    const linked = '<p>See <a href="/article/retainers-explained">Retainers explained</a>.</p>';
    await expect.poll(() => htmlOf(page)).toBe(linked);
    await page.keyboard.type(' today');
    await expect.poll(() => htmlOf(page)).toBe(linked.replace('</a>', '</a> today'));
    await waitForEditor(page);
    for (let steps = 0; steps < 8 && !(await htmlOf(page)).includes('[['); steps += 1)
      await press(page, 'Control+z');
    expect(await htmlOf(page)).toBe('<p>See [[retainers.</p>');
  });

  it('does not use the articles that were found before the last character', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '<p></p>');
    await page.keyboard.type('[[retainers');
    await list(page).waitFor();
    // Enter right after a character, before the browser has done anything else.
    await page.evaluate(async () => {
      document.execCommand('insertText', false, 'x');
      await Promise.resolve();
      const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(key);
    });
    await page.getByText('Searching...').waitFor();
    expect(await htmlOf(page)).toBe('<p>[[retainersx</p>');
  });

  it('leaves the typed text with Escape and without a match', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '<p></p>');
    await page.keyboard.type('[[zzqq');
    await page.getByText('No articles match “zzqq”.').waitFor();
    expect(await page.getByRole('combobox', { name: 'Content' }).getAttribute('aria-expanded')).toBe('false');
    await press(page, 'Escape');
    await page.getByText('No articles match “zzqq”.').waitFor({ state: 'detached' });
    await waitForEditor(page);
    await page.keyboard.type('x');
    await expect.poll(() => htmlOf(page)).toBe('<p>[[zzqqx</p>');
  });

  it('says that the search is unavailable', async () => {
    const page = await openAsAdmin(site, { expected: [/ERR_FAILED/] });
    await edit(page, '<p></p>');
    await page.route('**/admin/articles/choices?*', (route) => route.abort());
    await page.keyboard.type('[[retainers');
    await page.getByText('Articles can’t be searched right now.').waitFor();
  });

  it('offers authors published articles and their own drafts', async () => {
    const page = await openAsAdmin(site);
    await signInAs(site, page.context(), 'writer@example.com');
    await page.goto('/admin/articles/new');
    await (await waitForEditor(page)).focus();
    await page.keyboard.type('[[retainers');
    await list(page).waitFor();
    expect(await list(page).getByRole('option').allInnerTexts()).toEqual(['Retainers explained']);
  });
});

describe('the outline', () => {
  const HEADINGS =
    `<h2>First</h2>${'<p>Text.</p>'.repeat(30)}<h3>Inner</h3><p>Text.</p><h2>Second</h2>` +
    `${'<p>Text.</p>'.repeat(30)}<h4>Deep</h4><p>end</p>`;

  it.each(
    THEMED_VIEWPORTS,
  )('jumps to headings, marks the current one and follows the text at $width px, $theme', async (view) => {
    const page = await openAsAdmin(site, view);
    await edit(page, HEADINGS);
    const summary = page.locator('.outline__summary');
    await summary.focus();
    await press(page, 'Enter');
    const outline = page.getByRole('navigation', { name: 'Outline' });
    await outline.waitFor();
    const names = () => outline.getByRole('button').allInnerTexts();
    expect(await names()).toEqual(['First', 'Inner', 'Second', 'Deep\nSkips a level.']);
    const violations = await findAxeViolations(page);
    // The level that the text skips on purpose.
    expect(violations.filter((violation) => !violation.startsWith('heading-order: h4'))).toEqual([]);
    expect(await findOverflow(page)).toEqual([]);
    await outline.getByRole('button', { name: 'Second' }).press('Enter');
    await expect.poll(() => outline.locator('[aria-current]').innerText()).toBe('Second');
    const heading = page.locator('.ql-editor h2', { hasText: 'Second' });
    const top = await heading.evaluate((element) => element.getBoundingClientRect().top);
    const tools = await page
      .locator('.rich-toolbar')
      .evaluate((element) => element.getBoundingClientRect().bottom);
    expect(top).toBeGreaterThanOrEqual(tools);
    await page.keyboard.type('My ');
    await expect.poll(names).toEqual(['First', 'Inner', 'My Second', 'Deep\nSkips a level.']);
    expect(await page.locator('.outline').evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(
      await page.locator('.outline').evaluate((element) => element.clientWidth),
    );
  });

  it('says how to add a heading', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '<p>Text.</p>');
    await page.locator('.outline__summary').press('Enter');
    await page.getByText('No headings yet.').waitFor();
    await (await waitForEditor(page)).press('Control+Home');
    await page.keyboard.type('## ');
    await page.getByRole('button', { name: 'Text.' }).waitFor();
  });
});

describe('the word goal', () => {
  it.each(
    THEMED_VIEWPORTS,
  )('is set, reached and remembered with the keyboard at $width px, $theme', async (view) => {
    const page = await openAsAdmin(site, view);
    await edit(page, '<p>one two</p>');
    await page.getByRole('button', { name: 'Set Word Goal' }).press('Enter');
    await page.keyboard.type('none');
    expect(await page.getByText('Enter a number from 1 to 100,000.').isVisible()).toBe(true);
    await press(page, 'Enter', 'Control+a');
    await page.keyboard.type('4');
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await findOverflow(page)).toEqual([]);
    await press(page, 'Enter');
    await page.getByText('2 of 4 words').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Change Word Goal');
    await page.reload();
    await hydrated(page);
    await page.getByText('2 of 4 words').waitFor();
    await (await waitForEditor(page)).press('Control+End');
    await page.keyboard.type(' three four');
    await page.getByText('4 of 4 words').waitFor();
    await page.getByText('Word goal reached').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('does not delay a save, whether it is reached or not', async () => {
    const page = await openAsAdmin(site);
    const id = await edit(page, '<p>one two</p>');
    await page.getByRole('button', { name: 'Set Word Goal' }).press('Enter');
    await page.keyboard.type('4');
    await press(page, 'Enter');
    const content = async () =>
      (await site.db.query('select content from articles where id = $1', [id])).rows[0].content;
    const editor = await waitForEditor(page);
    for (const [word, goal] of [
      ['three', '3 of 4 words'],
      ['four', '4 of 4 words'],
    ] as const) {
      await editor.press('Control+End');
      await page.keyboard.type(` ${word}`);
      await page.getByText(goal).waitFor();
      await page.getByRole('button', { name: 'Save Article' }).click();
      await expect.poll(content).toContain(word);
      await page.getByText('Saved just now').waitFor();
    }
    await page.getByRole('link', { name: 'Back to Articles' }).click();
    await page.waitForURL('**/admin/articles');
  });
});
