// The rich-text editor: reading, writing, pasting and displaying content.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from 'dev/startup/settings';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { cleanHtml } from '~/lib/html/clean-html';
import { readDemoArticles, readDemoPages } from '../../../db/seed/demo-texts';
import { findAxeViolations } from '../../support/browser/axe';
import { openAt, openPage } from '../../support/browser/browser';
import { htmlOf, paste, waitForEditor } from '../../support/browser/rich-text';
import { addArticle } from '../../support/factory';
import { gate } from '../../support/gate';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });

/** Opens a draft with this content in the editor. */
async function edit(page: Page, content: string, slug?: string): Promise<string> {
  const id = await addArticle(site.db, {
    content,
    status: slug ? 'published' : 'draft',
    ...(slug && { slug }),
  });
  await page.goto(`/admin/articles/${id}/edit`);
  await waitForEditor(page);
  return id;
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Article' }).click();
  await page.getByRole('status').getByText('Article updated successfully').waitFor();
}

const storedContent = async (id: string): Promise<string> =>
  (await site.db.query('select content from articles where id = $1', [id])).rows[0].content;

const IMPORTED = [
  '<table><caption>Rates</caption><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
  '<figure><img src="/favicon.svg" alt="A &quot;mark&quot;" width="10" height="10" loading="lazy" /><figcaption>Cap</figcaption></figure>',
  '<hr />',
  '<ul>\n<li>one<ul>\n<li>two<ol>\n<li>three</li>\n</ol></li>\n</ul></li>\n<li><p>four</p></li>\n</ul>',
  '<ol start="7"><li>seven</li></ol>',
  '<pre><code class="language-ts">const a = 1 &lt; 2;\n\n\tb();\n</code></pre>',
  '<dl><dt>Term</dt><dd>Meaning</dd></dl>',
  '<p>H<sub>2</sub>O, x<sup>2</sup>, <mark>marked</mark>, <kbd>Ctrl</kbd>, <del>gone</del>, <i>old</i> <b>tags</b>, <abbr title="World">W</abbr></p>',
  '<p class="ql-align-center">one<br />two</p>',
  '<blockquote><p>one</p><ul><li>within</li></ul></blockquote>',
  '<div><p>in a box</p></div>',
  '<p><a href="/x" title="Titled">link</a> and  two  spaces \u00a0 hard</p>',
  '<h5>Small heading</h5>',
];

describe('unchanged content', () => {
  it('is saved as it was: every demo text, and all but the edited paragraph', async () => {
    const texts = [...readDemoArticles(), ...readDemoPages()].map(({ content }) => content);
    const page = await openAsAdmin(site);
    for (let start = 0; start < texts.length; start += 12) {
      const content = `<p>Opening.</p>\n${texts.slice(start, start + 12).join('\n')}`;
      await edit(page, content);
      expect(await htmlOf(page)).toBe(content);
      await page.locator('.ql-editor > p').first().click();
      await page.keyboard.press('End');
      await page.keyboard.type('!');
      await expect.poll(() => htmlOf(page)).toBe(content.replace('<p>Opening.</p>\n', '<p>Opening.!</p>'));
      await page.keyboard.press('Backspace');
      expect(await htmlOf(page)).toBe(content);
    }
  });

  it('is stored as it was for every kind of content', async () => {
    const content = IMPORTED.join('\n');
    expect(cleanHtml(content)).toBe(content);
    const page = await openAsAdmin(site);
    const id = await edit(page, content);
    await page.getByLabel('Author', { exact: true }).fill('Another Author');
    await save(page);
    expect(await storedContent(id)).toBe(content);
  });
});

describe('writing', () => {
  it('creates headings, bold text, lists, links and code that the page displays', async () => {
    const page = await openAsAdmin(site);
    const id = await edit(page, '<p>x</p>', 'written');
    const editor = await waitForEditor(page);
    await editor.press('Control+a');
    await page.keyboard.type('Heading');
    await page.getByLabel('Text style').selectOption('2');
    await editor.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Some ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('bold');
    await page.keyboard.press('Control+b');
    await page.keyboard.type(' words');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('below');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Bullet list' }).click();
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+]');
    await page.keyboard.type('deeper');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Code block' }).click();
    await page.keyboard.type('if (a < b) {');
    await page.keyboard.press('Enter');
    await page.keyboard.type('go();');
    const html =
      '<h2>Heading</h2><p>Some <strong>bold</strong> words<br />below</p>' +
      '<ul><li>one<ul><li>deeper</li></ul></li></ul><pre><code>if (a &lt; b) {\ngo();</code></pre>';
    await expect.poll(() => htmlOf(page)).toBe(html);
    await save(page);
    expect(await storedContent(id)).toBe(html);
    await page.goto('/article/written');
    expect(await page.locator('.article__body pre code').innerText()).toBe('if (a < b) {\ngo();');
    expect(await page.locator('.article__body ul ul li').innerText()).toBe('deeper');
  });

  it('links the selection, rejects invalid URLs, and removes a link', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '<p>words</p>');
    const editor = await waitForEditor(page);
    await editor.press('Control+a');
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add link' });
    const address = dialog.getByLabel('Link address');
    await address.fill('javascript:alert(1)');
    await address.press('Enter');
    await dialog.getByText('Enter an http, https, mailto or tel link').waitFor();
    await address.fill('example.org/page');
    await address.press('Enter');
    const linked = '<p><a href="https://example.org/page" rel="noopener noreferrer">words</a></p>';
    await expect.poll(() => htmlOf(page)).toBe(linked);
    await expect.poll(() => editor.evaluate((element) => element === document.activeElement)).toBe(true);
    await editor.press('Control+k');
    await page.getByRole('button', { name: 'Remove link' }).click();
    await expect.poll(() => htmlOf(page)).toBe('<p>words</p>');
  });

  it('moves and deletes blocks that it cannot edit, by keyboard too', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '<p>one</p><p>two</p><hr /><p>three</p>');
    await page.getByRole('button', { name: 'Move Divider up' }).press('Enter');
    await expect.poll(() => htmlOf(page)).toBe('<p>one</p><hr /><p>two</p><p>three</p>');
    await page.getByRole('button', { name: 'Move Divider down' }).press('Enter');
    await expect.poll(() => htmlOf(page)).toBe('<p>one</p><p>two</p><hr /><p>three</p>');
    await page.getByRole('button', { name: 'Remove Divider' }).click();
    await expect.poll(() => htmlOf(page)).toBe('<p>one</p><p>two</p><p>three</p>');
  });

  it('lets the keyboard in and out, and has no axe violations', async () => {
    const page = await openAsAdmin(site);
    await edit(page, `<p>words</p>${IMPORTED.filter((html) => !html.startsWith('<h5')).join('')}`);
    await page.getByLabel('Title', { exact: true }).focus();
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    expect(await focused()).toBe('Text style');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('Bold');
    await page.keyboard.press('End');
    expect(await focused()).toBe('Remove formatting');
    await page.keyboard.press('Tab');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.classList.contains('ql-editor')))
      .toBe(true);
    await page.keyboard.press('Tab');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.classList.contains('ql-editor')))
      .toBe(false);
    for (const [width, theme] of [
      [390, 'dark'],
      [1440, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: theme });
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
});

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{color:red}</style></head><body>
<!--StartFragment--><h2 style='mso-margin-top-alt:auto'>Fees<o:p></o:p></h2>
<p class=MsoNormal style='line-height:107%'><b style='mso-bidi-font-weight:normal'><span style='font-family:Calibri'>Bold</span></b><span lang=EN-US> words<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span></span><![endif]>first</p>
<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span>nested</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>last</p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<table class=MsoTableGrid border=1 style='border-collapse:collapse'><tr><td width=100 style='width:75pt'><p class=MsoNormal>Cell</p></td></tr></table><!--EndFragment--></body></html>`;

const GOOGLE = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:700">Bold</span><span style="font-weight:400"> and </span><span style="font-style:italic">slanted</span></p>
<ul style="margin-top:0"><li dir="ltr" style="list-style-type:disc" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400">one</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr"><span>two</span></p></li></ul></ul><br />
<p dir="ltr" style="text-align:center"><a href="https://example.org/" style="text-decoration:none"><span style="text-decoration:underline">link</span></a></p></b>`;

describe('pasting', () => {
  it.each([
    [
      'Word',
      WORD,
      '<h2>Fees</h2><p><strong>Bold</strong> words</p><ul><li>first<ol><li>nested</li></ol></li><li>last</li></ul>' +
        '<table><tbody><tr><td>Cell</td></tr></tbody></table>',
    ],
    [
      'Google Docs',
      GOOGLE,
      '<p><strong>Bold</strong> and <em>slanted</em></p><ul><li>one<ul><li>two</li></ul></li></ul>' +
        '<p class="ql-align-center"><a href="https://example.org/" rel="noopener noreferrer">link</a></p>',
    ],
    [
      'a web page with more than text',
      '<div onclick="alert(1)"><script>alert(1)</script><p style="color:red">one</p><img src=/favicon.svg onload=alert(1)></div>two',
      '<p>one</p><p><img src="/favicon.svg" alt="" loading="lazy" /></p><p>two</p>',
    ],
  ])('from %s keeps text and structure', async (_, html, expected) => {
    const page = await openAsAdmin(site);
    await edit(page, '');
    await paste(await waitForEditor(page), { html, text: 'text' });
    await expect.poll(() => htmlOf(page)).toBe(expected);
    expect(cleanHtml(expected)).toBe(expected);
  });

  it.each([
    ['plain text', { text: ' https://example.org/a?b=1\n' }, 'https://example.org/a?b=1'],
    [
      "a browser's text and HTML",
      {
        text: 'https://example.org/a',
        html: '<a href="https://example.org/a">https://example.org/a</a>',
      },
      'https://example.org/a',
    ],
    ['the URL of a video', { text: 'https://youtu.be/dQw4w9WgXcQ' }, 'https://youtu.be/dQw4w9WgXcQ'],
  ])('a URL onto selected words links them, from %s, and Undo removes the link', async (_, pasted, href) => {
    const page = await openAsAdmin(site);
    const before = '<p>Our <strong>fee</strong> study</p><p>next</p>';
    await edit(page, before);
    const editor = await waitForEditor(page);
    // Selects the end of the line too.
    await editor.locator('p').first().click({ clickCount: 3 });
    await paste(editor, pasted);
    const linked = `<p><a href="${href}" rel="noopener noreferrer">Our <strong>fee</strong> study</a></p><p>next</p>`;
    await expect.poll(() => htmlOf(page)).toBe(linked);
    expect((await page.evaluate(() => String(getSelection()))).trim()).toBe('Our fee study');
    await page.keyboard.press('Control+z');
    await expect.poll(() => htmlOf(page)).toBe(before);
  });

  it('a URL onto several lines, or a word that could be a domain, replaces the selection', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '<p>one</p><p>two</p>');
    const editor = await waitForEditor(page);
    await editor.press('Control+a');
    await paste(editor, { text: 'https://example.org/a' });
    await expect.poll(() => htmlOf(page)).toBe('<p>https://example.org/a</p>');
    await editor.press('Control+a');
    await paste(editor, { text: 'Node.js' });
    await expect.poll(() => htmlOf(page)).toBe('<p>Node.js</p>');
  });

  it("embeds a video's URL, which readers load on request", async () => {
    const page = await openAsAdmin(site);
    const id = await edit(page, '', 'with-a-film');
    await paste(await waitForEditor(page), { text: 'https://youtu.be/dQw4w9WgXcQ?si=x' });
    await page.getByRole('group', { name: 'YouTube video' }).waitFor();
    await save(page);
    expect(await storedContent(id)).toContain(
      '<figure data-embed="youtube" data-id="dQw4w9WgXcQ"><a href="https://www.youtube.com/',
    );
    const reader = await openPage({
      origin: site.url,
      expected: [/another origin: https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ/],
    });
    await reader.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ body: 'Film' }));
    const player = reader.waitForResponse(/play-embeds/);
    await openAt(reader, '/article/with-a-film');
    await (await player).finished();
    expect(await reader.locator('iframe').count()).toBe(0);
    await reader.getByRole('link', { name: 'Watch on YouTube' }).click();
    await reader.frameLocator('iframe[title="Watch on YouTube"]').getByText('Film').waitFor();
  });
});

describe('pasted images', () => {
  it('are inserted once they are stored, and get alt text with a click', async () => {
    const page = await openAsAdmin(site);
    await page.route('**/admin/media/upload', (route) =>
      route.fulfill({ status: 201, json: { url: '/favicon.svg', width: 32, height: 32, alt: '' } }),
    );
    await edit(page, '<p>words</p>');
    const editor = await waitForEditor(page);
    await editor.press('Control+End');
    await paste(editor, { images: ['chart.png'] });
    const image = (alt: string) =>
      `<p>words<img src="/favicon.svg" alt="${alt}" width="32" height="32" loading="lazy" /></p>`;
    await expect.poll(() => htmlOf(page)).toBe(image(''));
    await editor.locator('img').click();
    await page.getByLabel('Alternative text').fill('Leads by month');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => htmlOf(page)).toBe(image('Leads by month'));
  });

  it('that are embedded in HTML are stored in their place, and the first becomes the featured image', async () => {
    const page = await openAsAdmin(site);
    const id = await edit(page, '<p></p>');
    const editor = await waitForEditor(page);
    const data = `data:image/png;base64,${readFileSync(join(projectRoot, 'public/icon-192.png'), 'base64')}`;
    await paste(editor, { html: `<p>before <img src="${data}"> between</p><p>after</p>` });
    const src = await editor.locator('img').getAttribute('src');
    expect(src).toMatch(/^\/media\/article-images\//);
    await page.keyboard.type(' the end');
    await expect
      .poll(() => htmlOf(page))
      .toMatch(/^<p>before <img src="[^"]+"[^>]*> between<\/p><p>after the end<\/p>$/);
    await save(page);
    const featured = async () =>
      (await site.db.query('select image_url from articles where id = $1', [id])).rows[0].image_url;
    expect(await featured()).toBe(src);

    // In blocks that cannot be edited, too.
    await editor.press('Control+End');
    await page.keyboard.press('Enter');
    await paste(editor, { html: `<figure><img src="${data}"><figcaption>Our icon</figcaption></figure>` });
    await expect.poll(() => editor.locator('img').count()).toBe(2);
    await expect.poll(() => htmlOf(page)).toMatch(/<p><img src="\/media\/[^>]+><\/p><p>Our icon<\/p>$/);

    // Without a featured image on purpose.
    await page.getByRole('button', { name: 'Remove Image' }).click();
    await save(page);
    expect(await featured()).toBeNull();
  });

  it('of the wrong type or over 5MB are refused by the image button without an upload', async () => {
    const page = await openAsAdmin(site);
    let uploads = 0;
    page.on('request', (request) => {
      if (request.url().includes('/admin/media/upload')) uploads += 1;
    });
    await edit(page, '<p>words</p>');
    await waitForEditor(page);
    const picker = page.getByLabel('Choose images');
    for (const [file, title, message] of [
      [{ name: 'notes.txt', mimeType: 'text/plain' }, 'Invalid File', 'Please select an image file'],
      [
        { name: 'large.png', mimeType: 'image/png' },
        'File Too Large',
        'Please select an image smaller than 5MB',
      ],
    ] as const) {
      await picker.setInputFiles({ ...file, buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
      const toast = page.locator('.toast', { hasText: message });
      await toast.getByText(title, { exact: true }).waitFor();
      const failure = page.locator('p').filter({ hasText: `${title}: ${message} ${file.name}` });
      await failure.waitFor();
      // The same file would be refused again.
      expect(await failure.getByRole('button', { name: 'Try Again' }).count()).toBe(0);
      await failure.getByRole('button', { name: 'Dismiss' }).click();
    }
    expect([uploads, await htmlOf(page)]).toEqual([0, '<p>words</p>']);
  });

  it('that cannot be stored are reported, lose no text, and can be retried', async () => {
    const page = await openAsAdmin(site, { expected: [/status of 500/] });
    let answers = 0;
    await page.route('**/admin/media/upload', (route) => {
      answers += 1;
      return answers === 1
        ? route.fulfill({ status: 500, json: { title: 'Upload Error', error: 'Failed to upload image' } })
        : route.fulfill({ status: 201, json: { url: '/favicon.svg', width: null, height: null, alt: '' } });
    });
    await edit(page, '<p>words</p>');
    const editor = await waitForEditor(page);
    await editor.press('Control+End');
    await paste(editor, { images: ['chart.png'] });
    await page.getByRole('alert').filter({ hasText: 'Failed to upload image' }).waitFor();
    const failure = page.locator('p').filter({ hasText: 'Upload Error: Failed to upload image chart.png' });
    await failure.waitFor();
    expect(await htmlOf(page)).toBe('<p>words</p>');
    await failure.getByRole('button', { name: 'Try Again' }).click();
    await expect.poll(() => htmlOf(page)).toContain('<img src="/favicon.svg"');
    expect(await failure.count()).toBe(0);
  });

  it.each([
    { status: 201, restored: '<img src="/favicon.svg"' },
    { status: 500, restored: '' },
  ])('whose placeholder is restored by Undo after answer $status do not upload forever', async ({
    status,
    restored,
  }) => {
    const page = await openAsAdmin(site, { expected: status === 500 ? [/status of 500/] : [] });
    const [held, release] = gate();
    let uploads = 0;
    await page.route('**/admin/media/upload', async (route) => {
      uploads += 1;
      const answer =
        uploads === 1 ? { status, url: '/favicon.svg' } : { status: 201, url: '/stock/tools-800.webp' };
      await held;
      await route.fulfill({ status: answer.status, json: { url: answer.url } });
    });
    const id = await edit(page, '<p>words</p>');
    const editor = await waitForEditor(page);
    await editor.press('Control+End');
    await paste(editor, { images: ['deleted.png'] });
    const deleted = page.getByText('Uploading deleted.png');
    await deleted.waitFor();
    await page.keyboard.press('Backspace');
    await deleted.waitFor({ state: 'detached' });
    await paste(editor, { images: ['kept.png'] });
    await page.getByText('Uploading kept.png').waitFor();
    release();
    await expect.poll(() => htmlOf(page)).toMatch(/^<p>words<img src="\/stock\/[^>]+><\/p>$/);
    if (status === 500) await page.getByText('Upload Error: Failed to upload image').waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(() => htmlOf(page)).toContain(restored);
    expect(await page.getByRole('progressbar').count()).toBe(0);
    const html = await htmlOf(page);
    await page.keyboard.press('Control+Shift+z');
    await page.keyboard.press('Control+z');
    expect(await htmlOf(page)).toBe(html);
    await save(page);
    expect(await storedContent(id)).toBe(html);
  });
});
