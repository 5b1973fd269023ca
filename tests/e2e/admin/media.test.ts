// Images in the admin: the library and the article editor's field, with and without JavaScript.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { follow, hydrated, type PageOptions } from '../../support/browser/browser';
import { gate } from '../../support/gate';
import { drawImage } from '../../support/images';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });

const LIBRARY = '/admin/media';
const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') };

async function image(name: string) {
  return {
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(await drawImage('png', { width: 320, height: 200 })),
  };
}

async function open(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await openAsAdmin(site, options);
  await page.goto(path);
  if (options.javaScript !== false) await hydrated(page);
  return page;
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const toastOf = (page: Page, words: string) => page.locator('.toast').filter({ hasText: words });

async function dropImage(page: Page): Promise<void> {
  const dropped = (await image('dropped.png')).buffer.toString('base64');
  await page
    .locator('.drop-zone')
    .first()
    .evaluate((zone, base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }));
      for (const kind of ['dragover', 'drop'])
        zone.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
    }, dropped);
}

describe('media library', () => {
  it('uploads chosen and dropped files, reports rejected ones, and shows the images', async () => {
    const page = await open(LIBRARY);
    await page.getByText('No images yet').waitFor();
    await page.getByLabel('Upload images').setInputFiles([await image('chosen.png'), text]);
    await toastOf(page, 'Please select an image file (notes.txt)').waitFor();
    await page.locator('.field__error', { hasText: 'Please select an image file (notes.txt)' }).waitFor();
    await toastOf(page, 'Image uploaded successfully').waitFor();
    await rowOf(page, 'chosen.png').waitFor();
    await dropImage(page);
    await rowOf(page, 'dropped.png').waitFor();
    const large = {
      ...text,
      name: 'large.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
    };
    await page.getByLabel('Upload images').setInputFiles([large]);
    await toastOf(page, 'Please select an image smaller than 5MB').waitFor();
    const refusal = page.locator('.media-upload .field__error');
    await expect
      .poll(() => refusal.textContent())
      .toBe('File Too Large: Please select an image smaller than 5MB');
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByLabel('Upload images').setInputFiles([await image('next.png')]);
    await refusal.waitFor({ state: 'detached' });
    await rowOf(page, 'next.png').waitFor();
  });

  it('reports an upload that fails', async () => {
    const page = await open(LIBRARY, { expected: [/ERR_FAILED/] });
    await page.route('**/admin/media/upload', (route) => route.abort('failed'));
    await page.getByLabel('Upload images').setInputFiles([await image('lost.png')]);
    await toastOf(page, 'Failed to upload image').getByText('Upload Error', { exact: true }).waitFor();
    expect(await rowOf(page, 'lost.png').count()).toBe(0);
  });

  it('edits and deletes by keyboard', async () => {
    const page = await open(LIBRARY);
    await page.getByLabel('Upload images').setInputFiles([await image('short-lived.png')]);
    const row = rowOf(page, 'short-lived.png');
    await row.getByRole('link', { name: 'Edit' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Image description').fill('Two halves');
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Save Image' }).press('Enter');
    await toastOf(page, 'Image updated successfully').waitFor();
    await row.getByText('Two halves').waitFor();
    await row.getByRole('link', { name: 'Delete' }).press('Enter');
    await page.getByText('Are you sure you want to delete this image?').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete Image' }).press('Enter');
    await toastOf(page, 'Image deleted successfully').waitFor();
    await row.waitFor({ state: 'detached' });
  });

  it('works without JavaScript', async () => {
    const page = await open(LIBRARY, { javaScript: false });
    await page.getByLabel('Upload images').setInputFiles([await image('plain.png')]);
    await follow(page.getByRole('button', { name: 'Upload', exact: true }));
    await page.getByText('Image uploaded successfully').waitFor();
    await follow(rowOf(page, 'plain.png').getByRole('link', { name: 'Delete' }));
    await follow(page.getByRole('button', { name: 'Delete Image' }));
    await page.getByText('Image deleted successfully').waitFor();
    expect(await rowOf(page, 'plain.png').count()).toBe(0);
  });
});

describe('article image', () => {
  const NEW = '/admin/articles/new';
  const imageOf = async (title: string) => {
    const { rows } = await site.db.query('select image_url from articles where title = $1', [title]);
    return rows[0]?.image_url;
  };
  const fill = async (page: Page, title: string) => {
    await page.getByLabel('Title', { exact: true }).fill(title);
    await page.getByLabel('Author', { exact: true }).fill('Dana Whitfield');
  };

  it('is uploaded immediately, shown, removed, and chosen from the library', async () => {
    const page = await open(NEW);
    await page.getByLabel('Featured Image').setInputFiles([await image('hero.png')]);
    await toastOf(page, 'Image uploaded successfully').getByText('Success', { exact: true }).waitFor();
    const address = page.getByLabel('Image URL', { exact: true });
    const uploaded = await address.inputValue();
    expect(uploaded).toMatch(/^\/media\/article-images\/articles\/\d{13}\.png$/);
    await page.getByRole('img', { name: 'Preview' }).waitFor();
    await page.getByRole('button', { name: 'Remove Image' }).click();
    expect(await address.inputValue()).toBe('');
    await dropImage(page);
    await expect.poll(() => address.inputValue()).toMatch(/^\/media\/article-images\/articles\/\d{13}\.png$/);
    expect(await address.inputValue()).not.toBe(uploaded);
    await page.getByRole('button', { name: 'Remove Image' }).click();
    await page.getByRole('button', { name: 'Choose from Library' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'hero.png' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'hero.png' }).click();
    expect(await address.inputValue()).toBe(uploaded);
    await fill(page, 'With an image');
    await page.getByRole('button', { name: 'Save Article' }).click();
    await toastOf(page, 'Article created successfully').waitFor();
    expect(await imageOf('With an image')).toBe(uploaded);
  });

  it('that cannot be stored holds back the waiting save', async () => {
    const page = await open(NEW, { expected: [/status of 500/] });
    const [held, release] = gate();
    await page.route('**/admin/media/upload', async (route) => {
      await held;
      await route.fulfill({ status: 500, json: {} });
    });
    await fill(page, 'Without its image');
    await page.getByLabel('Status').selectOption('published');
    const field = page.getByLabel('Featured Image');
    await field.setInputFiles([await image('lost.png')]);
    await page.getByRole('button', { name: 'Save Article' }).click();
    await page.getByRole('button', { name: 'Uploading images...' }).waitFor();
    release();
    await toastOf(page, 'Failed to upload image').waitFor();
    await page.getByRole('button', { name: 'Save Article' }).waitFor();
    const failure = page.getByText('Upload Error: Failed to upload image');
    await failure.waitFor();
    expect(await field.getAttribute('aria-describedby')).toBe(await failure.getAttribute('id'));
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await imageOf('Without its image')).toBeUndefined();

    // The next choice.
    await page.getByLabel('Image URL', { exact: true }).fill('/stock/tools-800.webp');
    await failure.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save Article' }).click();
    await toastOf(page, 'Article created successfully').waitFor();
    expect(await imageOf('Without its image')).toBe('/stock/tools-800.webp');
  });

  it('shows why a file was refused until the next choice', async () => {
    const page = await open(NEW, { expected: [/status of 422/] });
    const field = page.getByLabel('Featured Image');
    const address = page.getByLabel('Image URL', { exact: true });
    await fill(page, 'With a refused file');
    await address.fill('ftp://example.com/hero.png');
    await field.setInputFiles([text]);
    const refusal = page.locator('.field__error', { hasText: 'Invalid File: Please select an image file' });
    await refusal.waitFor();
    // Only the toast announces it.
    expect(await page.getByRole('alert').filter({ hasText: 'Please select an image file' }).count()).toBe(1);
    expect(await field.getAttribute('aria-describedby')).toBe(await refusal.getAttribute('id'));
    await toastOf(page, 'Invalid File').getByRole('button', { name: 'Dismiss' }).click();
    await toastOf(page, 'Invalid File').waitFor({ state: 'detached' });
    // A save that is refused because of another field moves the focus there.
    await page.getByRole('button', { name: 'Save Article' }).click();
    await expect.poll(() => address.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await refusal.isVisible()).toBe(true);
    await field.setInputFiles([await image('accepted.png')]);
    await refusal.waitFor({ state: 'detached' });
    await toastOf(page, 'Image uploaded successfully').waitFor();
  });

  it('is uploaded with the form without JavaScript', async () => {
    const page = await open(NEW, { javaScript: false });
    await fill(page, 'With a file');
    await page.getByLabel('Featured Image').setInputFiles([await image('plain-hero.png')]);
    await follow(page.getByRole('button', { name: 'Save Article' }));
    await page.getByText('Article created successfully').waitFor();
    expect(await imageOf('With a file')).toMatch(/^\/media\/article-images\/articles\/\d{13}\.png$/);
  });
});
