// Tables in the rich-text editor: writing, rows and columns, pasting from spreadsheets.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { cleanHtml } from '~/lib/html/clean-html';
import { findAxeViolations } from '../../support/browser/axe';
import { htmlOf, paste, waitForEditor } from '../../support/browser/rich-text';
import { addArticle } from '../../support/factory';
import { randomArticle } from '../../support/random-articles';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });

async function edit(page: Page, content: string): Promise<void> {
  const id = await addArticle(site.db, { content, status: 'draft' });
  await page.goto(`/admin/articles/${id}/edit`);
  await (await waitForEditor(page)).press('Control+End');
}

/** A table of rows of cells, the first row as the header. */
function table([head = [], ...rows]: string[][]): string {
  const line = (cells: string[], tag: string, scope = '') =>
    `<tr>${cells.map((cell) => `<${tag}${scope}>${cell}</${tag}>`).join('')}</tr>`;
  const body = rows.map((cells) => line(cells, 'td')).join('');
  return `<table><thead>${line(head, 'th', ' scope="col"')}</thead><tbody>${body}</tbody></table>`;
}

describe('tables', () => {
  it('are created, filled, left and entered again by keyboard', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '<p>one</p>');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/table');
    await page.getByRole('option', { name: 'Table' }).waitFor();
    await page.keyboard.press('Enter');
    for (const text of ['A', 'B', 'C', 'a', 'b', 'c', 'd', 'e', 'f']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('after');
    const filled = table([
      ['A', 'B', 'C'],
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ]);
    await expect.poll(() => htmlOf(page)).toBe(`<p>one</p>${filled}<p>after</p>`);
    expect(cleanHtml(filled)).toBe(filled);
    await page.keyboard.press('ArrowUp');
    const tools = page.getByRole('toolbar', { name: 'Table tools (Alt+F10)' });
    await tools.waitFor();
    expect(await tools.getByRole('button').count()).toBe(12);
    expect(await tools.locator('button:not([tabindex="-1"])').allTextContents()).toEqual(['Add row above']);
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('below');
    await expect.poll(() => htmlOf(page)).toContain('<br />below</td>');
  });

  it('gain and lose rows, columns and headers, each undone in one step', async () => {
    const page = await openAsAdmin(site);
    const before = table([
      ['A', 'B'],
      ['a', 'b'],
    ]);
    await edit(page, `<p>one</p>${before}<p>two</p>`);
    const whole = (inside: string) => `<p>one</p>${inside}<p>two</p>`;
    const cell = page.locator('td[data-row]', { hasText: /^a$/ });
    const headers = (change: (html: string) => string) => change(before);
    for (const [tool, after] of [
      [
        'Add row above',
        table([
          ['A', 'B'],
          ['', ''],
          ['a', 'b'],
        ]),
      ],
      [
        'Add row below',
        table([
          ['A', 'B'],
          ['a', 'b'],
          ['', ''],
        ]),
      ],
      ['Delete row', '<table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead></table>'],
      [
        'Add column left',
        table([
          ['', 'A', 'B'],
          ['', 'a', 'b'],
        ]),
      ],
      [
        'Add column right',
        table([
          ['A', '', 'B'],
          ['a', '', 'b'],
        ]),
      ],
      ['Delete column', table([['B'], ['b']])],
      ['Header column', headers((html) => html.replace('<td>a</td>', '<th scope="row">a</th>'))],
      [
        'Header row',
        '<table><tbody><tr><td>A</td><td>B</td></tr><tr><td>a</td><td>b</td></tr></tbody></table>',
      ],
      [
        'Align right',
        headers((html) =>
          html
            .replace('<th scope="col">A', '<th scope="col" class="ql-align-right">A')
            .replace('<td>a', '<td class="ql-align-right">a'),
        ),
      ],
      ['Delete table', ''],
    ] as const) {
      await cell.click();
      await page.getByRole('button', { name: tool, exact: true }).click();
      await expect.poll(() => htmlOf(page), { message: tool }).toBe(whole(after));
      expect(cleanHtml(after), tool).toBe(after);
      await (await waitForEditor(page)).press('Control+z');
      await expect.poll(() => htmlOf(page), { message: `${tool} undone` }).toBe(whole(before));
    }
    await cell.click();
    await page.keyboard.press('Alt+F10');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Add row above');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Add row below');
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.type('new');
    await expect
      .poll(() => htmlOf(page))
      .toBe(
        whole(
          table([
            ['A', 'B'],
            ['a', 'b'],
            ['new', ''],
          ]),
        ),
      );
    await page.getByRole('button', { name: 'Bullet list' }).click();
    await expect.poll(() => htmlOf(page)).toContain('<td>new</td>');
  });

  it('stay whole when their text is deleted', async () => {
    const page = await openAsAdmin(site);
    await edit(
      page,
      `<p>one</p>${table([
        ['A', 'B'],
        ['a', 'b'],
      ])}<p>two</p>`,
    );
    await page.locator('td[data-row]', { hasText: /^b$/ }).click();
    await page.keyboard.press('End');
    for (const key of ['Backspace', 'Backspace', 'Delete']) await page.keyboard.press(key);
    await expect
      .poll(() => htmlOf(page))
      .toBe(
        `<p>one</p>${table([
          ['A', 'B'],
          ['a', ''],
        ])}<p>two</p>`,
      );
  });
});

const SHEETS = `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css">td {border: 1px solid #cccccc;}</style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" border="1" style="table-layout:fixed" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px;font-weight:bold;">Plan</td><td style="font-weight:bold;text-align:right;">Price</td></tr><tr style="height:21px;"><td style="padding:2px">Basic</td><td style="text-align:right;" data-sheets-numberformat="{}">$9</td></tr><tr><td style="font-style:italic">Team</td><td></td></tr></tbody></table>`;
const EXCEL = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {font-weight:700; text-align:center;} --></style></head><body><table border=0 cellpadding=0 width=128><!--StartFragment--><col width=64 style='width:48pt'><tr height=20><td height=20 class=xl65 width=64>Plan</td><td class=xl65>Price</td></tr><tr height=20><td height=20>Basic</td><td align=right>9</td></tr><!--EndFragment--></table></body></html>`;
const WORD = `<table class=MsoTableGrid border=1><tr><td width=100><p class=MsoNormal><b>Plan<o:p></o:p></b></p></td><td><p class=MsoNormal><b>Price</b></p></td></tr><tr><td><p class=MsoNormal>Basic</p><p class=MsoNormal>monthly</p></td><td><p class=MsoNormal align=right style='text-align:right'>9<o:p></o:p></p></td></tr></table>`;

describe('pasted tables', () => {
  it.each([
    [
      'Google Sheets',
      SHEETS,
      '<table><thead><tr><th scope="col">Plan</th><th scope="col" class="ql-align-right">Price</th></tr></thead><tbody><tr><td>Basic</td><td class="ql-align-right">$9</td></tr><tr><td>Team</td><td></td></tr></tbody></table>',
    ],
    [
      'Excel',
      EXCEL,
      '<table><thead><tr><th scope="col" class="ql-align-center">Plan</th><th scope="col" class="ql-align-center">Price</th></tr></thead><tbody><tr><td>Basic</td><td class="ql-align-right">9</td></tr></tbody></table>',
    ],
    [
      'Word',
      WORD,
      '<table><thead><tr><th scope="col">Plan</th><th scope="col">Price</th></tr></thead><tbody><tr><td>Basic<br />monthly</td><td class="ql-align-right">9</td></tr></tbody></table>',
    ],
  ])('from %s are edited as tables', async (_, html, expected) => {
    const page = await openAsAdmin(site);
    await edit(page, '');
    await paste(await waitForEditor(page), { html, text: 'text' });
    await expect.poll(() => htmlOf(page)).toBe(expected);
    expect(cleanHtml(expected)).toBe(expected);
    await page.locator('td[data-row]', { hasText: 'Basic' }).click();
    await page.getByRole('toolbar', { name: /^Table/ }).waitFor();
  });

  it('as HTML do not merge with the table before the cursor', async () => {
    const page = await openAsAdmin(site);
    const before = table([['A'], ['a']]);
    await edit(page, before);
    await page.locator('td[data-row]', { hasText: /^a$/ }).click();
    // Leaves the table: the cursor is in a new paragraph directly after it.
    await page.keyboard.press('Enter');
    await paste(await waitForEditor(page), { html: table([['B'], ['b']]), text: 'B' });
    await expect
      .poll(() => htmlOf(page))
      .toMatch(/^<table>.*<td>a<\/td><\/tr><\/tbody><\/table>.*<table>.*<td>b<\/td>/);
  });

  it('as HTML do not take the text before the cursor into a cell', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '<p>Fees</p>');
    await page.getByText('Fees', { exact: true }).click();
    await page.keyboard.press('End');
    await paste(await waitForEditor(page), { html: table([['B'], ['b']]), text: 'B' });
    await expect.poll(() => htmlOf(page)).toMatch(/^<p>Fees<\/p><table>.*<td>b<\/td>/);
  });

  it('as plain text become tables, and what is pasted into a cell stays in it', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '');
    const editor = await waitForEditor(page);
    await paste(editor, { text: 'Plan\tPrice\nBasic\t9\n' });
    const pasted = table([
      ['Plan', 'Price'],
      ['Basic', '9'],
    ]);
    await expect.poll(() => htmlOf(page)).toBe(pasted);
    await page.locator('td[data-row]', { hasText: '9' }).click();
    await page.keyboard.press('End');
    await paste(editor, {
      html: '<h2>up</h2><ul><li><b>to</b></li></ul><script>alert(1)</script><img src=/favicon.svg onload=alert(1)>',
      text: 'x',
    });
    await expect
      .poll(() => htmlOf(page))
      .toBe(
        pasted.replace(
          '>9<',
          '>9up<br /><strong>to</strong><br /><img src="/favicon.svg" alt="" loading="lazy" /><',
        ),
      );
  });
});

describe('tables', () => {
  it('stay whole when the URL of a video is pasted or linked in a cell', async () => {
    const page = await openAsAdmin(site);
    const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
    const one = (first: string, second: string) =>
      `<p>one</p>${table([
        ['A', 'B'],
        [first, second],
      ])}<p>two</p>`;
    await edit(page, one('', 'b'));
    const cell = page.locator('td[data-row]').nth(2);
    await cell.click();
    await paste(await waitForEditor(page), { text: video });
    await expect.poll(() => htmlOf(page)).toBe(one(video, 'b'));
    await page.keyboard.press('Control+z');
    await expect.poll(() => htmlOf(page)).toBe(one('', 'b'));
    await cell.click();
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    await page.getByLabel('Link address').fill(video);
    await page.keyboard.press('Enter');
    const link = `<a href="${video}" rel="noopener noreferrer">${video}</a>`;
    await expect.poll(() => htmlOf(page)).toBe(one(link, 'b'));
  });
});

describe('1,000 random articles', () => {
  it('pass through the editor unchanged when another paragraph is edited', async () => {
    const page = await openAsAdmin(site);
    const articles = Array.from({ length: 1000 }, (_, seed) => cleanHtml(randomArticle(seed)));
    for (let start = 0; start < articles.length; start += 125) {
      const content = `<p>Opening.</p>${articles.slice(start, start + 125).join('<h2>Next</h2>')}`;
      const id = await addArticle(site.db, { content, status: 'draft' });
      await page.goto(`/admin/articles/${id}/edit`);
      await waitForEditor(page);
      expect(await htmlOf(page)).toBe(content);
      await page.locator('.ql-editor > p').first().click();
      await page.keyboard.press('Home');
      await page.keyboard.type('An ');
      await expect.poll(() => htmlOf(page)).toBe(content.replace('Opening.', 'An Opening.'));
    }
  }, 600_000);
});
