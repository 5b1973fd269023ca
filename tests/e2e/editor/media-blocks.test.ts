// Figures, galleries, videos and audio in the editor, and what readers see.
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { cleanHtml } from '~/lib/html/clean-html';
import { findAxeViolations } from '../../support/browser/axe';
import { openAt, openPage } from '../../support/browser/browser';
import { htmlOf, waitForEditor } from '../../support/browser/rich-text';
import { addArticle } from '../../support/factory';
import { drawImage } from '../../support/images';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });

const SRC = '/stock/default-800.webp';
const image = (alt: string, size = '') => `<img src="${SRC}" alt="${alt}"${size} loading="lazy" />`;
const FIGURE = `<figure class="figure-wide">${image('A pier')}<figcaption>The pier <small>Photo: Ann</small></figcaption></figure>`;
const GALLERY = `<figure class="gallery"><figure>${image('One')}<figcaption>First</figcaption></figure><figure>${image('Two')}</figure><figcaption>Both</figcaption></figure>`;
const VIDEO = `<figure><video src="https://files.example/a.mp4" poster="${SRC}" controls="" preload="none"></video><figcaption>A talk</figcaption></figure>`;
const AUDIO =
  '<figure><audio src="https://files.example/a.mp3" controls="" preload="none"></audio><figcaption>Part one</figcaption></figure>';

async function edit(page: Page, content: string): Promise<string> {
  const id = await addArticle(site.db, { content, status: 'draft' });
  await page.goto(`/admin/articles/${id}/edit`);
  await (await waitForEditor(page)).press('Control+End');
  return id;
}

/** Opens the dialog for a new block by "/". */
async function insert(page: Page, typed: string, name: string): Promise<Locator> {
  await page.keyboard.type(`/${typed}`);
  await page.getByRole('option', { name, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

const blockOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const isFocused = (locator: Locator) => locator.evaluate((node) => node === document.activeElement);

const areLoaded = (images: Element[]) =>
  images.every((image) => image instanceof HTMLImageElement && image.naturalWidth > 0);
const toPositions = (images: Element[]) => images.map((image) => getComputedStyle(image).objectPosition);

describe('the dialog', () => {
  it('adds and changes a figure with the mouse; each change is one step for Undo', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '<p>one</p>');
    await page.getByRole('button', { name: 'Insert block' }).click();
    await page.getByRole('combobox', { name: 'Find a block' }).fill('credit');
    await page.getByRole('option', { name: 'Figure' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add figure' });
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.getByText('Enter the URL of an image, or upload one.').waitFor();
    expect(await isFocused(dialog.getByLabel('Image URL'))).toBe(true);
    await dialog.getByLabel('Image URL').fill(SRC);
    await dialog.getByLabel('Alternative text').fill('A pier');
    await dialog.getByLabel('Caption').fill('The pier');
    await dialog.getByLabel('Credit').fill('Photo: Ann');
    await dialog.getByLabel('Width').selectOption('Wide');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => htmlOf(page)).toBe(`<p>one</p>${FIGURE}`);
    expect(cleanHtml(FIGURE)).toBe(FIGURE);
    await page.keyboard.type('two');
    await expect.poll(() => htmlOf(page)).toBe(`<p>one</p>${FIGURE}<p>two</p>`);

    await page.getByRole('button', { name: 'Edit Figure' }).click();
    const edited = page.getByRole('dialog', { name: 'Edit figure' });
    expect(await edited.getByLabel('Credit').inputValue()).toBe('Photo: Ann');
    await edited.getByLabel('Caption').fill('<script>alert(1)</script>');
    await edited.getByRole('button', { name: 'Apply' }).click();
    const changed = FIGURE.replace('The pier', '&lt;script&gt;alert(1)&lt;/script&gt;');
    await expect.poll(() => htmlOf(page)).toBe(`<p>one</p>${changed}<p>two</p>`);
    await expect.poll(() => isFocused(blockOf(page, 'Figure'))).toBe(true);
    await (await waitForEditor(page)).press('Control+z');
    await expect.poll(() => htmlOf(page)).toBe(`<p>one</p>${FIGURE}<p>two</p>`);
    await (await waitForEditor(page)).press('Control+Shift+z');
    await expect.poll(() => htmlOf(page)).toBe(`<p>one</p>${changed}<p>two</p>`);
  });

  it('works with the keyboard alone, and returns the focus when it is canceled', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '');
    await insert(page, 'figu', 'Figure');
    await page.keyboard.type(SRC);
    // Past Upload Image and Choose from Library.
    for (let tabs = 0; tabs < 3; tabs += 1) await page.keyboard.press('Tab');
    await page.keyboard.type('A pier');
    await page.keyboard.press('Tab');
    await page.keyboard.type('The pier');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Photo: Ann');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Wi');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => htmlOf(page)).toBe(FIGURE);
    await page.keyboard.type('after');
    await expect.poll(() => htmlOf(page)).toBe(`${FIGURE}<p>after</p>`);
    await insertCanceled(page);

    const block = blockOf(page, 'Figure');
    await block.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Edit figure' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(block)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Edit figure' }).getByLabel('Alternative text').fill('Boats');
    await page.keyboard.press('Enter');
    await expect.poll(() => htmlOf(page)).toContain('alt="Boats"');
    await expect.poll(() => isFocused(blockOf(page, 'Figure'))).toBe(true);
  });

  async function insertCanceled(page: Page): Promise<void> {
    await page.keyboard.press('Enter');
    await insert(page, 'audio', 'Audio file');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await waitForEditor(page);
    await page.keyboard.type('!');
    await expect.poll(() => htmlOf(page)).toBe(`${FIGURE}<p>after</p><p>!</p>`);
    await page.keyboard.press('Backspace');
  }

  it('fills a gallery by upload and URL, in the order that the keyboard gives it', async () => {
    const page = await openAsAdmin(site, { expected: [/422/] });
    let uploads = 0;
    await page.route('**/admin/media/upload', (route) => {
      uploads += 1;
      if (uploads === 2)
        return route.fulfill({ status: 422, json: { title: 'Upload Error', error: 'It is too large' } });
      return route.fulfill({ json: { url: SRC, alt: `Upload ${uploads}`, width: 800, height: 533 } });
    });
    await edit(page, '<p>one</p>');
    await page.keyboard.press('Enter');
    const dialog = await insert(page, 'gall', 'Gallery');
    await dialog.getByRole('button', { name: 'Apply' }).press('Enter');
    await expect.poll(() => isFocused(dialog.getByLabel('Image URL'))).toBe(true);
    const files = ['a', 'b', 'c'].map((name) => ({
      name: `${name}.png`,
      mimeType: 'image/png',
      buffer: Buffer.from(name),
    }));
    await dialog.locator('input[type=file]').setInputFiles(files);
    await dialog.getByText('b.png: It is too large').waitFor();
    await dialog.getByLabel('Alternative text of image 2').waitFor();
    await dialog.getByLabel('Image URL').fill('javascript:alert(1)');
    await dialog.getByLabel('Image URL').press('Enter');
    await dialog.getByText('Enter the URL of an image.').waitFor();
    await dialog.getByLabel('Image URL').fill(SRC);
    await dialog.getByLabel('Image URL').press('Enter');
    await dialog.getByLabel('Caption of image 3').fill('Third');
    const up = dialog.getByRole('button', { name: 'Move image 3 up' });
    await up.press('Enter');
    const moved = dialog.getByRole('button', { name: 'Move image 2 up' });
    await expect.poll(() => isFocused(moved)).toBe(true);
    await moved.press('Enter');
    await dialog.getByText('Image 2 is now image 1 of 3.').waitFor();
    expect(await dialog.getByLabel('Caption of image 1').inputValue()).toBe('Third');
    await dialog.getByRole('button', { name: 'Remove image 3' }).press('Enter');
    await dialog.getByLabel('Caption of the gallery').fill('All');
    await page.keyboard.press('Enter');
    const size = ' width="800" height="533"';
    const expected = `<figure class="gallery"><figure>${image('')}<figcaption>Third</figcaption></figure><figure>${image('Upload 1', size)}</figure><figcaption>All</figcaption></figure>`;
    await expect.poll(() => htmlOf(page)).toBe(`<p>one</p>${expected}`);
    expect(cleanHtml(expected)).toBe(expected);
    await (await waitForEditor(page)).press('Control+z');
    await expect.poll(() => htmlOf(page)).not.toContain('gallery"');
  });

  it('takes images of the library, and shows small copies of them', async () => {
    const page = await openAsAdmin(site);
    const urls = ['/media/one.png', '/media/two.png'];
    const loaded: string[] = [];
    await page.route('**/media/*.png*', (route) => {
      const { pathname, search } = new URL(route.request().url());
      loaded.push(pathname + search);
      return route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      });
    });
    await page.route('**/admin/media/choices?*', (route) =>
      route.fulfill({
        json: {
          ...{ page: 1, pageCount: 1, total: 2 },
          items: urls.map((url, n) => ({
            ...{ id: `${n}`, url, name: `Image ${n}`, alt: `Pier ${n}`, width: 1600, height: 900 },
          })),
        },
      }),
    );
    await edit(page, '');
    const dialog = await insert(page, 'gall', 'Gallery');
    const open = dialog.getByRole('button', { name: 'Choose from Library' });
    const library = page.getByRole('dialog', { name: 'Choose an image' });
    await open.click();
    await library.waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await library.waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(open)).toBe(true);
    for (const n of [0, 1]) {
      await open.click();
      await library.getByRole('button', { name: `Image ${n}` }).click();
      await dialog.getByLabel(`Alternative text of image ${n + 1}`).waitFor();
    }
    await dialog.getByRole('button', { name: 'Apply' }).click();
    const gallery = `<figure class="gallery">${urls.map((url, n) => `<figure>${image(`Pier ${n}`, ' width="1600" height="900"').replace(SRC, url)}</figure>`).join('')}</figure>`;
    await expect.poll(() => htmlOf(page)).toBe(gallery);
    await blockOf(page, 'Gallery').locator('img').last().waitFor({ state: 'attached' });
    await expect.poll(() => [...new Set(loaded)].filter((url) => url.endsWith('?w=400'))).toHaveLength(2);
    await page.keyboard.press('Enter');
    const figure = await insert(page, 'figu', 'Figure');
    await figure.getByRole('button', { name: 'Choose from Library' }).click();
    await library.getByRole('button', { name: 'Image 0' }).click();
    await expect.poll(() => figure.getByLabel('Image URL').inputValue()).toBe('/media/one.png');
    expect(await figure.getByLabel('Alternative text').inputValue()).toBe('Pier 0');
    await figure.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => loaded).toContain('/media/one.png?w=800');
    const video = await insert(page, 'mp4', 'Video file');
    await video.getByRole('button', { name: 'Choose from Library' }).click();
    await library.getByRole('button', { name: 'Image 1' }).click();
    await expect.poll(() => video.getByLabel('Preview image').inputValue()).toBe('/media/two.png');
    expect(loaded.filter((url) => !url.includes('?w='))).toEqual([]);
  });

  it('chooses the focal point of each image of a gallery, which the editor and the page respect', async () => {
    const page = await openAsAdmin(site, { width: 390 });
    const id = await edit(page, '<p>one</p>');
    await page.keyboard.press('Enter');
    const dialog = await insert(page, 'gall', 'Gallery');
    const buffer = Buffer.from(await drawImage('png', { width: 400, height: 600 }));
    const files = ['a.png', 'b.png'].map((name) => ({ name, mimeType: 'image/png', buffer }));
    await dialog.locator('input[type=file]').setInputFiles(files);
    await dialog.getByText('Focal point of image 2').click();
    const marker = dialog.getByRole('button', { name: /^Focal point: / });
    await marker.focus();
    for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await marker.and(page.getByLabel('Focal point: 40% from the left, 70% from the top')).waitFor();
    await expect.poll(() => dialog.locator('img').evaluateAll(areLoaded)).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Move image 2 up' }).click();
    await marker.waitFor({ state: 'hidden' });
    await dialog.getByRole('button', { name: 'Apply' }).click();
    const positions = ['40% 70%', '50% 50%'];
    await expect
      .poll(() => blockOf(page, 'Gallery').locator('img').evaluateAll(toPositions))
      .toEqual(positions);
    await page.getByRole('button', { name: 'Save Article' }).first().click();
    await page.getByText('Article updated successfully').waitFor();
    const { rows } = await site.db.query(
      `update articles set status = 'published', slug = 'focal-points' where id = $1 returning content`,
      [id],
    );
    expect(rows[0].content.match(/#focus=\d+,\d+/g)).toEqual(['#focus=40,70']);
    const reader = await openPage({ origin: site.url });
    await openAt(reader, '/article/focal-points');
    expect(await reader.locator('.gallery img').evaluateAll(toPositions)).toEqual(positions);
  });

  it('adds videos and audio by https URL, and embeds YouTube instead', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '');
    const dialog = await insert(page, 'mp4', 'Video file');
    await dialog.getByLabel('Video URL').fill('http://files.example/a.mp4');
    await page.keyboard.press('Enter');
    await dialog.getByText('Enter the https URL of a video file').waitFor();
    await dialog.getByLabel('Video URL').fill('https://files.example/a.mp4');
    await dialog.getByLabel('Preview image').fill(SRC);
    await dialog.getByLabel('Caption').fill('A talk');
    await page.keyboard.press('Enter');
    await expect.poll(() => htmlOf(page)).toBe(VIDEO);
    const audio = await insert(page, 'podcast', 'Audio file');
    await audio.getByLabel('Audio URL').fill('https://files.example/a.mp3');
    await audio.getByLabel('Caption').fill('Part one');
    await page.keyboard.press('Enter');
    await expect.poll(() => htmlOf(page)).toBe(VIDEO + AUDIO);
    const other = await insert(page, 'mp4', 'Video file');
    await other.getByLabel('Video URL').fill('https://youtu.be/dQw4w9WgXcQ');
    await other.getByLabel('Caption').fill('A song');
    await other.getByLabel('Credit').fill('Video: Ann');
    await page.keyboard.press('Enter');
    await expect.poll(() => htmlOf(page)).toContain('data-embed="youtube" data-id="dQw4w9WgXcQ"');
    expect(await htmlOf(page)).toContain(
      '</a><figcaption>A song <small>Video: Ann</small></figcaption></figure>',
    );
    for (const html of [VIDEO, AUDIO]) expect(cleanHtml(html)).toBe(html);
  });
});

describe('a figure', () => {
  it('is typed as in Markdown', async () => {
    const page = await openAsAdmin(site);
    await edit(page, '');
    await page.keyboard.type(`![A pier](${SRC} "The pier")`);
    await page.keyboard.press('Enter');
    await page.keyboard.type('![x](javascript:alert(1))');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => htmlOf(page))
      .toBe(
        `<figure>${image('A pier')}<figcaption>The pier</figcaption></figure><p>![x](javascript:alert(1))</p>`,
      );
  });

  it('gets alt text or a caption in its dialog even if a save has replaced its image in the meantime', async () => {
    const page = await openAsAdmin(site);
    const stored = '/stock/default-400.webp';
    const copyImages = () =>
      page.locator('textarea[name=content]').evaluate(
        (text, [from, to]) => {
          text.dispatchEvent(new CustomEvent('images-moved', { detail: new Map([[from, to]]) }));
        },
        [SRC, stored],
      );
    const dialog = page.getByRole('dialog');
    const text = `<p>First.</p><p>${image('')}</p>${FIGURE}`;
    await edit(page, text);
    for (const selector of ['.ql-editor p > img', '.ql-editor figure img']) {
      await page.locator(selector).click();
      await dialog.getByLabel('Alternative text').fill('A boat');
      await copyImages();
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    const boat = image('A boat').replace(SRC, stored);
    const changed = text.replace(image(''), boat).replace(image('A pier'), boat);
    await expect.poll(() => htmlOf(page)).toBe(changed);
    await edit(page, `<p>First.</p><p>${image('A pier')}</p>`);
    await page.locator('.ql-editor p > img').click();
    await dialog.getByLabel('Alternative text').waitFor();
    await copyImages();
    await dialog.getByRole('button', { name: 'Add Caption' }).click();
    const figure = page.getByRole('dialog', { name: 'Add figure' });
    expect(await figure.getByLabel('Image URL').inputValue()).toBe(stored);
  });

  it('replaces an image inside a paragraph and splits the paragraph', async () => {
    const page = await openAsAdmin(site);
    await edit(page, `<p>one ${image('A pier', ' width="8" height="5"')} two</p>`);
    await page.locator('.ql-editor p > img').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add Caption' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add figure' });
    expect(await dialog.getByLabel('Alternative text').inputValue()).toBe('A pier');
    await dialog.getByLabel('Caption').fill('The pier');
    await page.keyboard.press('Enter');
    const figure = `<figure>${image('A pier', ' width="8" height="5"')}<figcaption>The pier</figcaption></figure>`;
    await expect.poll(() => htmlOf(page)).toMatch(new RegExp(`<p>one ?</p>${figure}<p> ?two</p>`));
    await (await waitForEditor(page)).press('Control+z');
    await expect.poll(() => htmlOf(page)).toContain('<p>one <img');
  });
});

const ALL = `<p>First.</p>${FIGURE}${FIGURE.replace('wide', 'full')}${GALLERY}${VIDEO}${AUDIO}`;

describe('every block', () => {
  it('is edited without axe violations, and unchanged when the dialog changes nothing', async () => {
    const page = await openAsAdmin(site);
    await edit(page, ALL);
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1280, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect(await findAxeViolations(page)).toEqual([]);
      for (const name of ['Figure', 'Gallery', 'Video', 'Audio']) {
        await page
          .getByRole('button', { name: `Edit ${name}` })
          .first()
          .click();
        const dialog = page.getByRole('dialog');
        await dialog.waitFor();
        expect(await findAxeViolations(page)).toEqual([]);
        expect(await dialog.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
        await dialog.getByRole('button', { name: 'Apply' }).click();
        await dialog.waitFor({ state: 'detached' });
      }
    }
    expect(await htmlOf(page)).toBe(ALL);
    const plain = await openAsAdmin(site, { javaScript: false });
    await plain.goto(page.url());
    expect(await htmlOf(plain)).toBe(ALL);
  });

  it('is displayed without axe violations; players load nothing, and print shows their addresses', async () => {
    await addArticle(site.db, { content: ALL, status: 'published', slug: 'media' });
    const page = await openPage({ origin: site.url });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1280, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await openAt(page, '/article/media');
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.locator('audio').scrollIntoViewIfNeeded();
    }
    expect(requests.filter((url) => url.includes('files.example'))).toEqual([]);
    const address = page.getByText('https://files.example/a.mp4');
    expect(await address.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await address.isVisible()).toBe(true);
    expect(await page.locator('video').isVisible()).toBe(false);
    await page.getByText('A talk').waitFor();
    const feed = await (await site.get('/feed.xml')).text();
    expect(feed).toContain('Video: <a href="https://files.example/a.mp4"');
    expect(feed).toContain(`poster="http://magazine.test${SRC}"`);
    const plain = await openPage({ origin: site.url, javaScript: false });
    await plain.goto('/article/media');
    expect(await plain.locator('video[controls]').isVisible()).toBe(true);
    expect(await plain.locator('.gallery img').last().isVisible()).toBe(true);
  });
});
