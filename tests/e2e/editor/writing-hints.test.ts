// The hints below the text of the article editor, with the keyboard alone.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { hydrated, THEMED_VIEWPORTS } from '../../support/browser/browser';
import { findOverflow } from '../../support/browser/overflow';
import { htmlOf, waitForEditor } from '../../support/browser/rich-text';
import { addArticle } from '../../support/factory';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });

const LONG = `Every ${'word '.repeat(29)}end.`;

async function edit(page: Page, content: string): Promise<void> {
  const id = await addArticle(site.db, { content, status: 'draft' });
  await page.goto(`/admin/articles/${id}/edit`);
  await waitForEditor(page);
}

const panel = (page: Page) => page.getByRole('region', { name: 'Writing hints' });
const button = (page: Page, name: string) => panel(page).getByRole('button', { name });
const hints = (page: Page) => panel(page).locator('.hints__item > span').allInnerTexts();
const current = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('rich-match-current') ?? [])].map(String));
const SHORT = 'The article has fewer than 300 words.';

describe.each(THEMED_VIEWPORTS)('writing hints at $width px, $theme', (view) => {
  it('follow what is typed, move to it, and stay off once turned off', async () => {
    const page = await openAsAdmin(site, view);
    await edit(page, `<p>${'Text. '.repeat(40)}</p><p>Start.</p>`);
    await expect.poll(() => hints(page)).toEqual([SHORT]);
    const editor = await waitForEditor(page);
    await editor.press('Control+End');
    await page.keyboard.type(` ${LONG} Next: `);
    await expect.poll(() => hints(page)).toEqual(['1 sentence has more than 30 words.', SHORT]);
    await page.keyboard.press('Control+k');
    await page.getByLabel('Link address').fill('/article/nowhere');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => hints(page))
      .toEqual([
        'A link leads to no published page: /article/nowhere.',
        '1 sentence has more than 30 words.',
        SHORT,
      ]);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await findOverflow(page)).toEqual([]);

    const before = await htmlOf(page);
    await button(page, 'Show Sentence').press('Enter');
    expect(await current(page)).toEqual([LONG]);
    expect(await htmlOf(page)).toBe(before);
    await button(page, 'Show Link').press('Enter');
    expect(await current(page)).toEqual(['/article/nowhere']);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Edit link' }).waitFor();
    await page.keyboard.press('Escape');

    await button(page, 'Show Sentence').press('Enter');
    await page.keyboard.type('My ');
    await expect.poll(() => htmlOf(page)).toContain(`Start. My ${LONG}`);
    expect(await current(page)).toEqual([]);

    await button(page, 'Turn Off Hints').press('Enter');
    expect(await hints(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await page.getByText('Article updated successfully').waitFor();
    await page.reload();
    await hydrated(page);
    await button(page, 'Turn On Hints').waitFor();
    expect(await hints(page)).toEqual([]);
    await button(page, 'Turn On Hints').press('Enter');
    await expect.poll(() => hints(page)).toHaveLength(3);
  });

  it('ask for the alt text of an image', async () => {
    const page = await openAsAdmin(site, view);
    await edit(page, `<p>One.</p><p><img src="/stock/tools-800.webp" alt=""></p>`);
    await button(page, 'Add Alt Text').press('Enter');
    await page.getByRole('dialog', { name: 'Describe image' }).waitFor();
    await page.keyboard.type('A workbench');
    await page.keyboard.press('Enter');
    await expect.poll(() => htmlOf(page)).toContain('alt="A workbench"');
    await expect.poll(() => hints(page)).toEqual([SHORT]);
  });
});

describe('writing hints', () => {
  it('move from one place to the next, starting at the cursor', async () => {
    const page = await openAsAdmin(site);
    const sentences = ['One', 'Two', 'Three'].map((start) => `${start} ${LONG}`);
    await edit(page, `<p>${sentences[0]} ${sentences[1]}</p><h2>Inner</h2><p>${sentences[2]}</p>`);
    await (await waitForEditor(page)).press('Control+Home');
    await page.keyboard.press('ArrowDown');
    for (const name of ['One', 'Two', 'Three', 'One']) {
      await button(page, 'Show Sentence').press('Enter');
      expect((await current(page)).map((text) => text.split(' ')[0])).toEqual([name]);
    }
  });

  it('show how easy the text is to read', async () => {
    const page = await openAsAdmin(site);
    await edit(page, `<p>${'The cat sat on the mat and then it ran to the gate. '.repeat(10)}</p>`);
    await panel(page)
      .getByText(/^Easy to read: reading ease \d+ of 100$/)
      .waitFor();
  });

  it('check links of figures, and addresses that only work on one computer', async () => {
    const page = await openAsAdmin(site);
    await edit(
      page,
      '<p>See <a href="http://localhost:3000/x">this</a>.</p><figure><a href="http://magazine.test/tag/none">' +
        '<img src="/stock/tools-800.webp" alt="Tools"></a><figcaption>Tools</figcaption></figure>',
    );
    await expect
      .poll(() => hints(page))
      .toEqual([
        'A link leads to no published page: http://magazine.test/tag/none.',
        'The address http://localhost:3000/x opens only on your computer.',
        SHORT,
      ]);
    await button(page, 'Show Link').first().press('Enter');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Figure');
  });

  it('check a link again when the page is shown again', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '<p><a href="/article/not-yet">Soon</a></p>');
    const broken = 'A link leads to no published page: /article/not-yet.';
    await expect.poll(() => hints(page)).toEqual([broken, SHORT]);
    await addArticle(site.db, { slug: 'not-yet' });
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => hints(page)).toEqual([SHORT]);
  });

  it('remain without the check of links when it is unavailable', async () => {
    const page = await openAsAdmin(site, { expected: [/ERR_FAILED/] });
    await page.route('**/admin/articles/broken-links', (route) => route.abort());
    await edit(page, '<p><a href="/article/nowhere">Text</a></p>');
    await expect.poll(() => hints(page)).toEqual([SHORT]);
  });

  it('are hidden without scripts, where the checklist names missing alt text', async () => {
    const page = await openAsAdmin(site, { javaScript: false });
    const id = await addArticle(site.db, { content: '<p><img src="/a.png" alt=""></p>', status: 'draft' });
    await page.goto(`/admin/articles/${id}/edit`);
    expect(await page.getByText('An image in the text has no description.').isVisible()).toBe(true);
    expect(await page.getByText('Writing hints').isVisible()).toBe(false);
  });
});
