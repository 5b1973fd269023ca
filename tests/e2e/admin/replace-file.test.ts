// Replacing a file everywhere, and the refusal of articles without alt text, as people see them.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { follow, hydrated, openAt } from '../../support/browser/browser';
import { addArticle } from '../../support/factory';
import { drawImage } from '../../support/images';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });
const LIBRARY = '/admin/media';

const image = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(await drawImage('png', { width: 320, height: 200 })),
});
const imageOf = async (id: string) =>
  (await site.db.query('select image_url from articles where id = $1', [id])).rows[0].image_url as string;
const urlOf = async (name: string) => {
  const { rows } = await site.db.query('select key from media where name = $1', [name]);
  return `/media/${rows[0]?.key}`;
};

/** @param go follows a link */
async function openDialog(page: Page, name: string, go: (link: Locator) => Promise<void>): Promise<void> {
  await go(page.getByRole('row').filter({ hasText: name }).getByRole('link', { name: 'Edit' }));
  await go(page.getByRole('dialog').getByRole('link', { name: 'Replace File' }));
  await page.getByRole('dialog', { name: 'Replace File' }).waitFor();
}

it('replaces a file with an uploaded one, and back with one from the library', async () => {
  const page = await openAsAdmin(site);
  await openAt(page, LIBRARY);
  await page.getByLabel('Upload images').setInputFiles([await image('first.png')]);
  await page.getByRole('row').filter({ hasText: 'first.png' }).waitFor();
  const first = await urlOf('first.png');
  const id = await addArticle(site.db, { title: 'Shows the image', imageUrl: first });
  await openAt(page, LIBRARY);
  await openDialog(page, 'first.png', (link) => link.click());
  const dialog = page.getByRole('dialog', { name: 'Replace File' });
  await dialog.getByText('Shows the image').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByLabel('New file').setInputFiles([await image('second.png')]);
  await dialog.getByRole('img', { name: 'Preview' }).waitFor();
  await dialog.getByRole('button', { name: 'Replace File' }).click();
  await page.locator('.toast').filter({ hasText: 'File replaced in 1 place' }).waitFor();
  expect(await imageOf(id)).toBe(await urlOf('second.png'));

  await openDialog(page, 'second.png', (link) => link.click());
  await dialog.getByRole('button', { name: 'Choose from Library' }).click();
  await page
    .getByRole('dialog', { name: 'Choose an image' })
    .getByRole('button', { name: 'first.png' })
    .click();
  await dialog.getByRole('button', { name: 'Replace File' }).click();
  await expect.poll(() => imageOf(id)).toBe(first);
});

it('keeps the buttons of the dialog in place while its image loads', async () => {
  const page = await openAsAdmin(site);
  await openAt(page, LIBRARY);
  await page.getByLabel('Upload images').setInputFiles([await image('slow.png')]);
  await page.getByRole('row').filter({ hasText: 'slow.png' }).waitFor();
  let load = () => {};
  const mayLoad = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/\?w=800/, async (route) => {
    await mayLoad;
    await route.continue();
  });
  await page.getByRole('row').filter({ hasText: 'slow.png' }).getByRole('link', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Image' });
  const button = dialog.getByRole('link', { name: 'Crop and Rotate' });
  await button.waitFor();
  const before = await button.boundingBox();
  load();
  await expect
    .poll(() => dialog.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  expect(await button.boundingBox()).toEqual(before);
});

it('stays open when the pointer is dragged between a field and the backdrop', async () => {
  const page = await openAsAdmin(site);
  await openAt(page, LIBRARY);
  await page.getByLabel('Upload images').setInputFiles([await image('select.png')]);
  await page.getByRole('row').filter({ hasText: 'select.png' }).getByRole('link', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Image' });
  const field = await dialog.getByLabel('Name').boundingBox();
  if (!field) throw new Error('The field is not shown');
  const y = field.y + field.height / 2;
  const inside = field.x + field.width / 2;
  const beside = 5;
  for (const [from, to] of [
    [inside, beside],
    [beside, inside],
  ] as const) {
    await page.mouse.move(from, y);
    await page.mouse.down();
    await page.mouse.move(to, y);
    await page.mouse.up();
  }
  await dialog.getByLabel('Name').fill('Selected');
  await dialog.getByRole('button', { name: 'Save Image' }).click();
  await page.locator('.toast').filter({ hasText: 'Image updated successfully' }).waitFor();

  await page.getByRole('row').filter({ hasText: 'Selected' }).getByRole('link', { name: 'Edit' }).click();
  await dialog.waitFor();
  await page.mouse.click(5, 5);
  await dialog.waitFor({ state: 'detached' });
});

it('replaces a file without JavaScript', async () => {
  const page = await openAsAdmin(site, { javaScript: false });
  await page.goto(LIBRARY);
  await page.getByLabel('Upload images').setInputFiles([await image('plain.png')]);
  await follow(page.getByRole('button', { name: 'Upload', exact: true }));
  const id = await addArticle(site.db, { imageUrl: await urlOf('plain.png') });
  await page.goto(LIBRARY);
  await openDialog(page, 'plain.png', follow);
  await page.getByLabel('New file').setInputFiles([await image('other.png')]);
  await follow(page.getByRole('button', { name: 'Replace File' }));
  await page.getByText('File replaced in 1 place').waitFor();
  expect(await imageOf(id)).toBe(await urlOf('other.png'));
});

it('says in the editor that alt text is missing, and keeps the typed text', async () => {
  await site.db.query(
    `insert into settings (key, value) values ('site', '{"requireAltText": true}')
     on conflict (key) do update set value = settings.value || excluded.value`,
  );
  const content = '<p>Words</p><p><img src="/stock/tools-800.webp" alt=""></p>';
  const id = await addArticle(site.db, { status: 'draft', content });
  const page = await openAsAdmin(site, { width: 1440, expected: [/422/] });
  await openAt(page, `/admin/articles/${id}/edit`);
  await hydrated(page);
  await page.getByText('no alt text, which is required to publish').waitFor();
  await page.getByLabel('Title', { exact: true }).fill('Typed title');
  await page.getByLabel('Status').selectOption('published');
  await page.getByRole('button', { name: 'Save Article' }).first().click();
  await page.getByRole('alert').filter({ hasText: 'image 1 (tools-800.webp) has no alt text' }).waitFor();
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Typed title');
  await page.getByLabel('Status').selectOption('draft');
  await page.getByRole('button', { name: 'Save Article' }).first().click();
  await page.getByText('Article updated successfully').waitFor();
});
