// Linking an account to an author, and editing your own author profile, with and without scripts.
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { openAt, openPage, type PageOptions } from '../../support/browser/browser';
import { addAccount, addArticle, emptyMagazine } from '../../support/factory';
import { drawImage } from '../../support/images';
import { adminSiteTest, openAsAdmin, signInAs } from '../../support/site/admin-site';

const ME = '/admin/authors/me';
const { it, site } = adminSiteTest({ pageCache: 'off' });

beforeAll(async () => {
  await addAccount(site.db, { email: 'nia@example.com', role: 'author', fullName: 'Nia Bell' });
  await addAccount(site.db, { email: 'ola@example.com', role: 'audience', fullName: 'Ola Dahl' });
});
beforeEach(() => emptyMagazine(site.db));

async function openAs(email: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ origin: site.url, ...options });
  await signInAs(site, page.context(), email);
  return page;
}
const link = (email: string) =>
  site.db.query(
    "update authors set user_id = (select id from users where email = $1) where name = 'Nia Bell'",
    [email],
  );
const save = (page: Page) => page.getByRole('button', { name: 'Save Profile' }).click();

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('the author profile %s', (_, javaScript) => {
  const open = (page: Page, path: string) => (javaScript ? openAt(page, path) : page.goto(path));

  it('is linked by an editor, and edited by the person', async () => {
    await addArticle(site.db, { author: 'Nia Bell', title: 'Fees' });
    const editor = await openAsAdmin(site, { javaScript });
    await open(editor, '/admin/authors');
    await editor.getByRole('link', { name: 'Edit Nia Bell' }).click();
    const account = editor.getByLabel('Linked account');
    await account.selectOption('Nia Bell (Author)');
    await editor.getByRole('button', { name: 'Save Author' }).click();
    await editor.getByText('Author updated successfully').first().waitFor();
    await editor.getByRole('cell', { name: 'Nia Bell', exact: true }).nth(1).waitFor();

    const page = await openAs('nia@example.com', { javaScript, expected: [/status of 422/] });
    await open(page, '/admin');
    await page.getByRole('link', { name: /^Author Profile/ }).click();
    await page.getByRole('heading', { name: 'Nia Bell' }).waitFor();
    await page.getByLabel('Role').fill('Columnist');
    await page.getByLabel('Bio').fill('Nia counts <b>everything</b>.');
    await page.getByLabel('Links').fill('example.com');
    await save(page);
    await page.getByText('Each link must be a URL that begins with https://').first().waitFor();
    expect(await page.getByLabel('Bio').inputValue()).toBe('Nia counts <b>everything</b>.');
    await page.getByLabel('Links').fill('https://EXAMPLE.com/nia');
    await save(page);
    await page.getByText('Profile updated successfully').first().waitFor();
    // The form shows what was stored.
    await expect.poll(() => page.getByLabel('Links').inputValue()).toBe('https://example.com/nia');
    if (javaScript) await page.getByRole('link', { name: 'View Your Page' }).click();
    else await page.goto('/author/nia-bell');
    await page.getByText('Nia counts <b>everything</b>.').first().waitFor();
    expect(await page.getByText('Columnist').first().isVisible()).toBe(true);
  });

  it('accepts a photo from a person who may not browse the library', async () => {
    await addArticle(site.db, { author: 'Nia Bell' });
    await link('ola@example.com');
    const page = await openAs('ola@example.com', { javaScript });
    await open(page, ME);
    const buffer = Buffer.from(await drawImage('jpeg'));
    await page.getByLabel('Photo').setInputFiles({ name: 'ola.jpg', mimeType: 'image/jpeg', buffer });
    if (javaScript) await page.getByAltText('Preview').waitFor();
    await save(page);
    await page.getByText('Profile updated successfully').first().waitFor();
    await page.getByAltText('Preview').waitFor();
    const { rows } = await site.db.query("select image_url from authors where name = 'Nia Bell'");
    expect(rows[0].image_url).toMatch(/^\/media\/article-images\/articles\/\d+\.jpg$/);
  });
});

it('keeps typed text when an editor saves the author first', async () => {
  await addArticle(site.db, { author: 'Nia Bell' });
  await link('nia@example.com');
  const page = await openAs('nia@example.com', { expected: [/status of 409/] });
  await openAt(page, ME);
  await page.getByLabel('Bio').fill('Mine');
  await site.db.query("update authors set bio = 'Theirs', updated_at = now()");
  await save(page);
  await page.getByText('Someone else changed this author while you were editing').first().waitFor();
  expect(await page.getByLabel('Bio').inputValue()).toBe('Mine');
  await save(page);
  await page.getByText('Profile updated successfully').first().waitFor();
  expect((await site.db.query('select bio from authors')).rows).toEqual([{ bio: 'Mine' }]);
});

it('is accessible and fits every width, with and without a profile', async () => {
  await addArticle(site.db, { author: 'Nia Bell' });
  await link('nia@example.com');
  for (const [email, heading] of [
    ['nia@example.com', 'Nia Bell'],
    ['ola@example.com', 'No author profile is linked to your account'],
  ] as const) {
    const page = await openAs(email);
    await openAt(page, ME);
    await page.getByRole('heading', { name: heading }).waitFor();
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await findAxeViolations(page), `${email}, ${width} px`).toEqual([]);
    }
  }
});
