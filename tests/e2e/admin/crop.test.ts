// Cropping and rotating an image in the media library, as people do it.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { openAt, pathOf } from '../../support/browser/browser';
import { addArticle } from '../../support/factory';
import { drawAnimation, drawImage, pixelAt } from '../../support/images';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });

async function openCrop(page: Page, name: string) {
  const buffer = Buffer.from(await drawImage('png', { width: 320, height: 200 }));
  await openAt(page, '/admin/media');
  await page.getByLabel('Upload images').setInputFiles([{ name, mimeType: 'image/png', buffer }]);
  const row = page.getByRole('row').filter({ hasText: name });
  await row.waitFor();
  const { rows } = await site.db.query('select key from media where name = $1', [name]);
  const id = await addArticle(site.db, { title: `Shows ${name}`, imageUrl: `/media/${rows[0].key}` });
  await site.db.query(`update media set alt = 'A drawing' where name = $1`, [name]);
  await openAt(page, '/admin/media');
  await row.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('link', { name: 'Crop and Rotate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crop and Rotate' });
  await dialog.getByText('Result: 320 × 200 pixels').waitFor();
  return { dialog, id };
}

it('rotates and crops an image with the keyboard, and puts it in place of the original', async () => {
  const page = await openAsAdmin(site, { width: 1440 });
  const { dialog, id } = await openCrop(page, 'keys.png');
  await dialog.getByRole('button', { name: 'Crop area' }).and(page.locator(':focus')).waitFor();
  await dialog.getByRole('button', { name: 'Rotate Right' }).click();
  await dialog.getByText('Result: 200 × 320 pixels').waitFor();
  await dialog.getByRole('button', { name: 'Crop area' }).focus();
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('ArrowDown');
  await dialog.getByRole('button', { name: '200 × 317 pixels, 0 from the left, 3 from the top' }).waitFor();
  await dialog.getByLabel('Width').fill('120');
  await dialog.getByLabel('Width').press('Enter');
  await dialog.getByText('Result: 120 × 317 pixels').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save as New Image' }).click();
  await dialog.getByText('The original stays there unchanged. It is used in 1 place.').waitFor();
  const { rows } = await site.db.query(`select * from media where name = 'keys-cropped.png'`);
  expect(rows[0]).toMatchObject({ width: 120, height: 317, alt: 'A drawing', content_type: 'image/png' });
  const stored = await page.request.get(new URL(`/media/${rows[0].key}`, page.url()).href);
  const file = new Uint8Array(await stored.body());
  // The upper half of the original is red and the lower half blue, so the left of the rotated one is blue.
  expect(await pixelAt(file, 10, 100)).toEqual([0x20, 0x40, 0xc0]);
  expect(await pixelAt(file, 115, 100)).toEqual([0xc0, 0x00, 0x20]);
  await dialog.getByRole('button', { name: 'Replace Original' }).click();
  await page.locator('.toast').filter({ hasText: 'File replaced in 1 place' }).waitFor();
  const article = await site.db.query('select image_url from articles where id = $1', [id]);
  expect(article.rows[0].image_url).toBe(`/media/${rows[0].key}`);
});

it('crops with the pointer on a phone, and keeps the crop when the upload fails', async () => {
  const page = await openAsAdmin(site, { width: 390, expected: [/503/] });
  const { dialog } = await openCrop(page, 'pointer.png');
  await dialog.getByLabel('Aspect ratio').selectOption('1:1');
  await dialog.getByText('Result: 200 × 200 pixels').waitFor();
  const box = dialog.getByRole('button', { name: 'Crop area' });
  await box.scrollIntoViewIfNeeded();
  const at = await box.boundingBox();
  if (!at) throw new Error('The crop area is not shown');
  await page.mouse.move(at.x + 3, at.y + 3);
  await page.mouse.down();
  await page.mouse.move(at.x + 3 + at.width / 2, at.y + 3 + at.height / 2);
  await page.mouse.up();
  await dialog.getByText(/Result: (99|100|101) × (99|100|101) pixels/).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.route('**/admin/media/upload', (route) => route.fulfill({ status: 503, json: {} }), {
    times: 1,
  });
  const save = dialog.getByRole('button', { name: 'Save as New Image' });
  await save.click();
  await dialog.getByRole('alert').filter({ hasText: 'Your crop is still here. Try again.' }).waitFor();
  await dialog.getByText(/Result: (99|100|101) × /).waitFor();
  await save.click();
  await dialog.getByText('Saved as a new file in the library.').waitFor();
});

it('asks before Escape discards a crop, and closes without asking if there is none', async () => {
  const page = await openAsAdmin(site);
  const { dialog } = await openCrop(page, 'asks.png');
  const questions: string[] = [];
  page.on('dialog', (question) => {
    questions.push(question.message());
    return question.dismiss();
  });
  await dialog.getByRole('button', { name: 'Rotate Right' }).click();
  await dialog.getByText('Result: 200 × 320 pixels').waitFor();
  for (let presses = 1; presses <= 3; presses += 1) {
    await page.keyboard.press('Escape');
    await expect.poll(() => questions).toEqual(Array(presses).fill('Discard the changes to the image?'));
  }
  await dialog.getByRole('button', { name: 'Rotate Left' }).click();
  await dialog.getByText('Result: 320 × 200 pixels').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(pathOf(page)).toBe('/admin/media');
});

it('does not crop an animated WebP, which would lose its other frames', async () => {
  const page = await openAsAdmin(site);
  const buffer = Buffer.from(await drawAnimation('webp'));
  await openAt(page, '/admin/media');
  await page
    .getByLabel('Upload images')
    .setInputFiles([{ name: 'moves.webp', mimeType: 'image/webp', buffer }]);
  await page.getByRole('row').filter({ hasText: 'moves.webp' }).getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('link', { name: 'Crop and Rotate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crop and Rotate' });
  await dialog.getByRole('alert').filter({ hasText: 'Animated images can’t be cropped here' }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Save as New Image' }).count()).toBe(0);
});

it('crops the image of an article in the editor, and keeps the typed text if the dialog cannot be loaded', async () => {
  const page = await openAsAdmin(site, { width: 1440, expected: [/crop-dialog/] });
  const buffer = Buffer.from(await drawImage('png', { width: 320, height: 200 }));
  const id = await addArticle(site.db, { title: 'With an image', imageUrl: '' });
  await openAt(page, `/admin/articles/${id}/edit`);
  const address = page.getByLabel('Image URL', { exact: true }).first();
  await page
    .getByLabel('Featured Image')
    .setInputFiles([{ name: 'hero.png', mimeType: 'image/png', buffer }]);
  await expect.poll(() => address.inputValue()).toContain('/media/');
  const before = await address.inputValue();
  const description = page.getByLabel('Image description').first();
  await description.fill('A drawing');
  const open = page.getByRole('button', { name: 'Crop and Rotate' });

  await page.route('**/crop-dialog-*.js', (route) => route.abort('connectionfailed'), { times: 1 });
  await open.click();
  await page.locator('.toast').filter({ hasText: 'load the dialog. Try again.' }).waitFor();
  expect(await description.inputValue()).toBe('A drawing');

  await address.fill(`${before}#focus=10,20`);
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Crop and Rotate' });
  await dialog.getByRole('button', { name: 'Rotate Right' }).click();
  await dialog.getByText('Result: 200 × 320 pixels').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Save as New Image' }).click();
  await dialog.waitFor({ state: 'detached' });
  await open.and(page.locator(':focus')).waitFor();
  const cropped = await address.inputValue();
  expect(cropped).toMatch(/^\/media\/.*\.png$/);
  expect(cropped).not.toBe(before);
  const { rows } = await site.db.query('select width, height, alt from media where key = $1', [
    cropped.slice('/media/'.length),
  ]);
  expect(rows).toEqual([{ width: 200, height: 320, alt: 'A drawing' }]);
  await page.getByRole('button', { name: 'Save Article' }).first().click();
  await page.getByText('Article updated successfully').waitFor();
  const article = await site.db.query('select image_url from articles where id = $1', [id]);
  expect(article.rows[0].image_url).toBe(cropped);
});

it('leaves the form as it is when the dialog is closed while the crop is being sent', async () => {
  const page = await openAsAdmin(site, { width: 1440 });
  const { id } = await openCrop(page, 'sent.png');
  await openAt(page, `/admin/articles/${id}/edit`);
  const address = page.getByLabel('Image URL', { exact: true }).first();
  const before = await address.inputValue();
  let send = () => {};
  const maySend = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route('**/admin/media/upload', async (route) => {
    await maySend;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Crop and Rotate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crop and Rotate' });
  await dialog.getByRole('button', { name: 'Rotate Right' }).click();
  await dialog.getByRole('button', { name: 'Save as New Image' }).click();
  await dialog.getByText('Saving...').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  const stored = page.waitForResponse('**/admin/media/upload');
  send();
  await (await stored).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await address.inputValue()).toBe(before);
});

it('closes only itself on Escape in the form of an ad', async () => {
  const page = await openAsAdmin(site);
  const buffer = Buffer.from(await drawImage('png', { width: 320, height: 200 }));
  await openAt(page, '/admin/ads?new');
  const ad = page.getByRole('dialog', { name: 'Create New Ad' });
  await ad.locator('input[type=file]').setInputFiles([{ name: 'ad.png', mimeType: 'image/png', buffer }]);
  await ad.getByRole('button', { name: 'Crop and Rotate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crop and Rotate' });
  await dialog.getByText('Result: 320 × 200 pixels').waitFor();
  const resume = await holdBackgroundWork(page);
  await dialog.getByRole('button', { name: 'Rotate Right' }).click();
  await dialog.getByText('Result: 200 × 320 pixels').waitFor();
  for (let presses = 0; presses < 3; presses += 1) {
    const asked = page.waitForEvent('dialog').then((question) => question.dismiss());
    await page.keyboard.press('Escape');
    await asked;
  }
  await resume();
  await dialog.getByRole('button', { name: 'Rotate Left' }).click();
  await dialog.getByText('Result: 320 × 200 pixels').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await ad.getByRole('button', { name: 'Crop and Rotate' }).and(page.locator(':focus')).waitFor();
});

/** Keeps React from doing deferred work, as a busy page does, until the returned function is called. */
async function holdBackgroundWork(page: Page) {
  const resume = await page.evaluateHandle(() => {
    const { postMessage } = MessagePort.prototype;
    const held: (() => void)[] = [];
    MessagePort.prototype.postMessage = function hold(message) {
      held.push(() => postMessage.call(this, message));
    };
    return () => {
      MessagePort.prototype.postMessage = postMessage;
      for (const send of held) send();
    };
  });
  return () => resume.evaluate((send) => send());
}
