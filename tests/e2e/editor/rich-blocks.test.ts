// Blocks in the rich-text editor: the menu, shortcuts, boxes, and what readers see.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { cleanHtml } from '~/lib/html/clean-html';
import { findAxeViolations } from '../../support/browser/axe';
import { openAt, openPage } from '../../support/browser/browser';
import { htmlOf, waitForEditor } from '../../support/browser/rich-text';
import { addArticle } from '../../support/factory';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });

async function edit(page: Page, content: string): Promise<void> {
  const id = await addArticle(site.db, { content, status: 'draft' });
  await page.goto(`/admin/articles/${id}/edit`);
  await (await waitForEditor(page)).press('Control+End');
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Text that is typed slowly takes several steps of Undo. */
async function pressUntil(page: Page, key: string, html: string): Promise<void> {
  for (let steps = 0; steps < 20 && (await htmlOf(page)) !== html; steps += 1) await press(page, key);
  expect(await htmlOf(page)).toBe(html);
}

/** Types each line, with Enter between lines. */
async function type(page: Page, ...lines: string[]): Promise<void> {
  for (const [index, line] of lines.entries()) {
    if (index > 0) await page.keyboard.press('Enter');
    await page.keyboard.type(line);
  }
}

describe('the menu of blocks', () => {
  it('has dialogs that also open with a block’s name in brackets and Enter or Space', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '<p>one</p>');
    await press(page, 'Enter');
    for (const [typed, title] of [
      ['[button]', 'Add button'],
      ['[Embed]', 'Add video or post'],
      ['[gallery]', 'Add gallery'],
      ['[video]', 'Add video'],
      ['[audio]', 'Add audio'],
    ] as const) {
      for (const key of ['Enter', 'Space']) {
        await page.keyboard.type(typed);
        await press(page, key);
        await page.getByRole('dialog', { name: title }).waitFor();
        await press(page, 'Escape');
        await page.getByRole('dialog', { name: title }).waitFor({ state: 'detached' });
      }
    }
    expect(await htmlOf(page)).toBe('<p>one</p>');
    // Space inserts only what is complete: a table can have more cells.
    await page.keyboard.type('--- | A | B | and [gallery] here');
    await expect.poll(() => htmlOf(page)).toBe('<p>one</p><hr /><p>| A | B | and [gallery] here</p>');
    await press(page, 'Control+End', 'Enter');
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.type('[image]');
    await press(page, 'Enter');
    await chooser;
    await page.keyboard.type('[unknown]');
    await press(page, 'Enter');
    await expect.poll(() => htmlOf(page)).toContain('<p>[unknown]</p>');
  });

  it('opens with "/", filters, and inserts by keyboard; Undo restores the typed text', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '<p>one</p>');
    await press(page, 'Enter');
    await page.keyboard.type('/');
    const menu = page.getByRole('listbox', { name: 'Blocks' });
    await menu.waitFor();
    const box = page.getByRole('combobox', { name: 'Content' });
    expect(await box.getAttribute('aria-expanded')).toBe('true');
    const active = () =>
      page.evaluate(() => {
        const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
        return document.getElementById(id)?.firstChild?.textContent ?? '';
      });
    expect(await active()).toBe('Paragraph');
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.type('note');
    await expect.poll(active).toBe('Note');
    await press(page, 'ArrowDown');
    expect(await active()).toBe('Footnote');
    for (let n = 0; n < 4; n += 1) await press(page, 'Backspace');
    await page.keyboard.type('callou');
    // An arrow key right after the last character, before the browser has done anything else.
    await page.evaluate(async () => {
      document.execCommand('insertText', false, 't');
      await Promise.resolve();
      const key = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(key);
      await new Promise((resolve) => setTimeout(resolve));
    });
    await expect.poll(active).toBe('Tip');
    await press(page, 'ArrowDown');
    expect(await active()).toBe('Warning');
    await press(page, 'ArrowUp');
    expect(await active()).toBe('Tip');
    await press(page, 'Enter');
    await menu.waitFor({ state: 'detached' });
    await page.keyboard.type('Measure first.');
    const tip = '<p>one</p><div class="callout callout-tip"><p>Measure first.</p></div>';
    await expect.poll(() => htmlOf(page)).toBe(tip);
    expect(cleanHtml(tip)).toBe(tip);
    await waitForEditor(page);
    await pressUntil(page, 'Control+z', '<p>one</p>');
    await press(page, 'Control+z');
    await expect.poll(() => htmlOf(page)).toBe('<p>one</p><p>/callout</p>');
    await pressUntil(page, 'Control+Shift+z', tip);
  });

  it('closes with Escape, says when nothing matches, and ignores other slashes', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '<p>and</p>');
    await page.keyboard.type('/or');
    await press(page, 'Enter');
    await page.keyboard.type('/zzz');
    await page.getByText('No blocks match “zzz”.').waitFor();
    const box = page.getByRole('combobox', { name: 'Content', exact: true });
    expect(await box.getAttribute('aria-expanded')).toBe('false');
    expect(await box.getAttribute('aria-controls')).toBeNull();
    await press(page, 'Enter');
    await page.getByText('No blocks match “zzz”.').waitFor({ state: 'detached' });
    await page.keyboard.type('/');
    await page.getByRole('listbox', { name: 'Blocks' }).waitFor();
    await press(page, 'Escape');
    await page.getByRole('listbox', { name: 'Blocks' }).waitFor({ state: 'detached' });
    await waitForEditor(page);
    await page.keyboard.type('path');
    await expect.poll(() => htmlOf(page)).toBe('<p>and/or</p><p>/zzz</p><p>/path</p>');
  });

  it('opens with the button, and inserts a divider and a button link', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '<p>one</p>');
    await page.getByRole('button', { name: 'Insert block' }).click();
    const field = page.getByRole('combobox', { name: 'Find a block' });
    await field.fill('zzz');
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('false');
    expect(await field.getAttribute('aria-controls')).toBeNull();
    await field.fill('divi');
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('true');
    await field.press('Enter');
    await expect.poll(() => htmlOf(page)).toBe('<p>one</p><hr />');
    await page.keyboard.type('two');
    await page.getByRole('button', { name: 'Insert block' }).press('Enter');
    await field.fill('button');
    await page.getByRole('option', { name: 'Button' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add button' });
    await dialog.getByLabel('Button text').fill('Get the guide');
    await dialog.getByLabel('Link address').fill('javascript:alert(1)');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.getByText('Enter an http, https, mailto or tel link').waitFor();
    await dialog.getByLabel('Link address').fill('/guide');
    await dialog.getByLabel('Link address').press('Enter');
    await page.keyboard.type('three');
    await expect
      .poll(() => htmlOf(page))
      .toBe(
        '<p>one</p><hr /><p>two</p><p class="button-link"><a href="/guide">Get the guide</a></p><p>three</p>',
      );
  });
});

describe('shortcuts', () => {
  it.each([
    [['## Title', 'text'], '<h2>Title</h2><p>text</p>'],
    [['> said', '', 'after'], '<blockquote><p>said</p></blockquote><p>after</p>'],
    [['>> said', '', 'after'], '<blockquote class="pull-quote"><p>said</p></blockquote><p>after</p>'],
    [['``` a = 1'], '<pre><code>a = 1</code></pre>'],
    [['---', 'after'], '<hr /><p>after</p>'],
    [
      ['[!warning] Hot', '- a', 'b', '', 'still', '', 'after'],
      '<div class="callout callout-warning"><p>Hot</p><ul><li>a</li><li>b</li></ul><p>still</p></div><p>after</p>',
    ],
    [
      ['? How long?', 'A week.', 'Or two.', '', '? Why?', 'Because.'],
      '<details><summary>How long?</summary><p>A week.</p><p>Or two.</p></details><details><summary>Why?</summary><p>Because.</p></details>',
    ],
    [
      ['| Plan | Price |', 'Basic'],
      '<table><thead><tr><th scope="col">Plan</th><th scope="col">Price</th></tr></thead><tbody><tr><td>Basic</td><td></td></tr><tr><td></td><td></td></tr></tbody></table>',
    ],
  ])('of %j become blocks', async (lines, html) => {
    const page = await openAsAdmin(site);
    await edit(page, '');
    await type(page, ...(lines[0]?.startsWith('|') ? [lines[0], ''] : lines));
    if (lines[0]?.startsWith('|')) await page.keyboard.type(lines[1] ?? '');
    await expect.poll(() => htmlOf(page)).toBe(html);
    expect(cleanHtml(html)).toBe(html);
  });
});

const EVERY_BLOCK = [
  '<p>First.</p>',
  ...['note', 'tip', 'warning', 'disclaimer'].map(
    (kind) => `<div class="callout callout-${kind}"><p>A ${kind}.</p><ul><li>one</li></ul></div>`,
  ),
  '<blockquote class="pull-quote"><p>Said well.</p></blockquote>',
  '<hr />',
  '<p class="button-link"><a href="/guide">Get the guide</a></p>',
  '<details><summary>How long?</summary><p>A week.</p></details>',
  '<details><summary>How much?</summary><p>Nothing.</p></details>',
  '<table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td class="ql-align-right">1</td></tr></tbody></table>',
].join('');

describe('every block', () => {
  it('is edited without axe violations', async () => {
    const page = await openAsAdmin(site);
    await edit(page, EVERY_BLOCK);
    expect(await htmlOf(page)).toBe(EVERY_BLOCK);
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1440, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });

  it('is displayed without axe violations, prints its answers, and lists questions for search engines', async () => {
    await addArticle(site.db, { content: EVERY_BLOCK, status: 'published', slug: 'blocks' });
    const page = await openPage({ origin: site.url });
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1440, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await openAt(page, '/article/blocks');
      await page.getByRole('note', { name: 'Warning' }).getByText('A warning.').waitFor();
      expect(await page.getByText('A week.').isVisible()).toBe(false);
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await page.getByText('How long?').click();
    await page.getByText('A week.').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.getByText('Nothing.').waitFor();
    const data = await page.locator('script[type="application/ld+json"]').allTextContents();
    const faq = data.map((text) => JSON.parse(text)).find((one) => one['@type'] === 'FAQPage');
    expect(faq.mainEntity).toMatchObject([
      { name: 'How long?', acceptedAnswer: { text: 'A week.' } },
      { name: 'How much?', acceptedAnswer: { text: 'Nothing.' } },
    ]);
    const feed = await (await site.get('/feed.xml')).text();
    expect(feed).toContain('<strong>Warning</strong></p><p>A warning.</p>');
  });

  it('prints wide tables and long code lines in full', async () => {
    const row = `<tr>${'<td>Disbursements</td>'.repeat(12)}</tr>`;
    const code = `<pre><code>${'const name = value; '.repeat(20)}${'x'.repeat(200)}</code></pre>`;
    await addArticle(site.db, { content: `<table>${row}</table>${code}`, slug: 'wide' });
    const page = await openPage({ origin: site.url, width: 640 });
    await page.goto('/article/wide');
    const findCut = () =>
      page.locator('.article__body :is(.table-scroll, pre)').evaluateAll((boxes) =>
        boxes.flatMap((box) => {
          const isVisible = getComputedStyle(box).overflowX === 'visible';
          return box.scrollWidth > box.clientWidth || !isVisible ? [box.tagName] : [];
        }),
      );
    expect(await findCut()).toEqual(['DIV', 'PRE']);
    await page.emulateMedia({ media: 'print' });
    expect(await findCut()).toEqual([]);
  });
});
