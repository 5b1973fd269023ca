// Footnotes: in the editor with mouse and keyboard, and for readers.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { cleanHtml } from '~/lib/html/clean-html';
import { findAxeViolations } from '../../support/browser/axe';
import { openAt, openPage } from '../../support/browser/browser';
import { htmlOf, waitForEditor } from '../../support/browser/rich-text';
import { addArticle } from '../../support/factory';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });

const note = (html: string) => `<sup class="footnote"> ${html}</sup>`;

async function edit(page: Page, content: string): Promise<void> {
  const id = await addArticle(site.db, { content, status: 'draft' });
  await page.goto(`/admin/articles/${id}/edit`);
  await (await waitForEditor(page)).press('Control+End');
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

describe('in the editor, a footnote', () => {
  it('is added with "[^", edited and removed by keyboard alone, each in one step for Undo', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '<p>Rates rose</p>');
    await page.keyboard.type('[^');
    const add = dialogOf(page, 'Add footnote');
    await add.waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await add.getByText('Enter the text of the footnote.').waitFor();
    await page.keyboard.type('See [the *report*](example.com).');
    await page.keyboard.press('Enter');
    await add.waitFor({ state: 'detached' });
    const link = '<a href="https://example.com" rel="noopener noreferrer">the <em>report</em></a>';
    const added = `<p>Rates rose${note(`See ${link}.`)}</p>`;
    await expect.poll(() => htmlOf(page)).toBe(added);
    expect(cleanHtml(added)).toBe(added);
    await page.getByRole('img', { name: 'Footnote: See the report.' }).waitFor();

    await page.keyboard.press('Control+Alt+f');
    const change = dialogOf(page, 'Edit footnote');
    const field = change.getByRole('textbox', { name: 'Footnote' });
    await change.waitFor();
    expect(await field.inputValue()).toBe('See [the *report*](https://example.com).');
    await page.keyboard.type('Changed.');
    await page.keyboard.press('Enter');
    await expect.poll(() => htmlOf(page)).toBe(`<p>Rates rose${note('Changed.')}</p>`);
    await page.keyboard.press('Control+z');
    await expect.poll(() => htmlOf(page)).toBe(added);

    await page.keyboard.press('Control+End');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    await change.waitFor();
    await page.keyboard.press('Escape');
    await change.waitFor({ state: 'detached' });
    expect(await htmlOf(page)).toBe(added);

    await page.keyboard.press('Control+End');
    await page.keyboard.press('Backspace');
    await expect.poll(() => htmlOf(page)).toBe('<p>Rates rose</p>');
    await page.keyboard.press('Control+z');
    await expect.poll(() => htmlOf(page)).toBe(added);
  });

  it('leaves no "[^" when its dialog is canceled, and keeps it as text after Escape', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '<p>Rates rose</p>');
    const add = dialogOf(page, 'Add footnote');
    await page.keyboard.type('[^');
    await add.getByRole('button', { name: 'Cancel' }).click();
    await add.waitFor({ state: 'detached' });
    await expect.poll(() => htmlOf(page)).toBe('<p>Rates rose</p>');
    await page.keyboard.press('Control+z');
    await expect.poll(() => htmlOf(page)).toBe('<p>Rates rose[^</p>');
    await page.keyboard.press('Control+Shift+z');
    await page.keyboard.type(' again[^');
    await add.waitFor();
    await page.keyboard.press('Escape');
    await add.waitFor({ state: 'detached' });
    await page.keyboard.type('-]');
    await expect.poll(() => htmlOf(page)).toBe('<p>Rates rose again[^-]</p>');
  });

  it('is added from the menu, edited by click, and renumbered when others are added, moved or removed', async () => {
    const page = await openAsAdmin(site);
    await edit(page, `<p>One.</p><p>Two${note('second')}.</p>`);
    const references = page.locator('.rich-footnote');
    /** The notes in the order of their numbers. */
    const notes = () => references.evaluateAll((all) => all.map((one) => one.getAttribute('title')));
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Insert block' }).click();
    await page.getByRole('option', { name: /^Footnote/ }).click();
    const add = dialogOf(page, 'Add footnote');
    await add.getByRole('textbox', { name: 'Footnote' }).fill('first');
    await add.getByRole('button', { name: 'Apply' }).click();
    const both = `<p>One.${note('first')}</p><p>Two${note('second')}.</p>`;
    await expect.poll(() => htmlOf(page)).toBe(both);
    expect(await notes()).toEqual(['first', 'second']);
    const shots: Buffer[] = [];
    for (const one of await references.all()) shots.push(await one.screenshot());
    expect(shots[0]?.equals(shots[1] ?? Buffer.of())).toBe(false);

    await references.nth(1).click();
    const change = dialogOf(page, 'Edit footnote');
    await change.getByRole('textbox', { name: 'Footnote' }).fill('other');
    await change.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => htmlOf(page)).toBe(both.replace('second', 'other'));
    await references.nth(0).click();
    await change.getByRole('button', { name: 'Remove footnote' }).click();
    await expect.poll(() => htmlOf(page)).toBe(`<p>One.</p><p>Two${note('other')}.</p>`);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('stays byte for byte as it was until its block is edited', async () => {
    const page = await openAsAdmin(site);
    const kept = `<p><strong>a${note('<i>b</i>')}c</strong></p>`;
    await edit(page, `${kept}<p>end</p>`);
    await page.keyboard.type('!');
    await expect.poll(() => htmlOf(page)).toBe(`${kept}<p>end!</p>`);
  });

  it('keeps its formats when its text is edited, and every byte when the dialog changes nothing', async () => {
    const page = await openAsAdmin(site);
    const text = '<b>Bold</b> <em>and <strong>both</strong></em>, H<sub>2</sub>O <br />';
    const kept = `<p>a${note(text)}</p>`;
    await edit(page, kept);
    const dialog = dialogOf(page, 'Edit footnote');
    const field = dialog.getByRole('textbox', { name: 'Footnote' });
    await page.locator('.rich-footnote').click();
    expect(await field.inputValue()).toBe('**Bold** *and **both***, H<sub>2</sub>O \n');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await htmlOf(page)).toBe(kept);
    await page.locator('.rich-footnote').click();
    await field.press('Control+End');
    await page.keyboard.type('[new](example.com)');
    await page.keyboard.press('Enter');
    const link = '<a href="https://example.com" rel="noopener noreferrer">new</a>';
    const edited = `<strong>Bold</strong> <em>and <strong>both</strong></em>, H<sub>2</sub>O <br />${link}`;
    await expect.poll(() => htmlOf(page)).toBe(`<p>a${note(edited)}</p>`);
  });
});

describe('for readers, footnotes', () => {
  const CONTENT = `<p>Rates rose${note('Central bank, <a href="https://example.com/a">report</a>.')} in May${note('Also in June.')}.</p>${'<p>More of it.</p>'.repeat(60)}`;

  it('lead to the note and back by links that need no script, and have no axe violations', async () => {
    await addArticle(site.db, { content: CONTENT, status: 'published', slug: 'notes' });
    for (const [width, colorScheme] of [
      [390, 'light'],
      [390, 'dark'],
      [1280, 'light'],
      [1280, 'dark'],
    ] as const) {
      const page = await openPage({ origin: site.url });
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await openAt(page, '/article/notes');
      await page.getByRole('link', { name: 'Footnote 2', exact: true }).click();
      const list = page.getByRole('region', { name: 'Footnotes' });
      await list.getByText('Also in June.').waitFor();
      expect(new URL(page.url()).hash).toBe('#fn-2');
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.getByRole('link', { name: 'Back to footnote 2 in the text' }).click();
      expect(new URL(page.url()).hash).toBe('#fnref-2');
      await page.close();
    }
    const page = await openPage({ origin: site.url });
    await openAt(page, '/article/notes');
    await page.emulateMedia({ media: 'print' });
    await page.getByText('Also in June.').waitFor();
    expect(await page.locator('.footnote-back').first().isVisible()).toBe(false);
  });
});
