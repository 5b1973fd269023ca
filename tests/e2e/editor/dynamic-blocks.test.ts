// Article cards, calls to action and sign-up forms: adding them in the editor, and what readers see.
import { expect } from 'vitest';
import { cleanHtml } from '~/lib/html/clean-html';
import { findAxeViolations } from '../../support/browser/axe';
import { openAt, openPage } from '../../support/browser/browser';
import { htmlOf, waitForEditor } from '../../support/browser/rich-text';
import { addArticle } from '../../support/factory';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest({ pageCache: 'off' });

it('adds each block by keyboard, and readers can use it', async () => {
  const target = await addArticle(site.db, { slug: 'fees', title: 'Flat Fees', status: 'published' });
  await addArticle(site.db, { title: 'Fees in Court', status: 'published' });
  const { rows } = await site.db.query<{ id: string }>(
    "insert into ctas (title, button_label, button_link) values ('Book a call', 'Book', '/about') returning id",
  );
  const id = await addArticle(site.db, { slug: 'outer', content: '<p>one</p>', status: 'published' });
  const page = await openAsAdmin(site);
  await page.goto(`/admin/articles/${id}/edit`);
  await (await waitForEditor(page)).press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('[article]');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add article card' });
  const field = dialog.getByLabel('Title of the article');
  await field.fill('fees');
  await dialog.getByText('2 found').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  await page.keyboard.press('Enter');
  const first = await dialog.getByRole('listitem').first().textContent();
  expect(await focused()).toBe(first?.trim());
  await page.keyboard.press('ArrowDown');
  expect(await focused()).not.toBe(first?.trim());
  for (const key of ['ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  await field.fill('flat');
  await dialog.getByText('1 found').waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.type('/call to action');
  await page.getByRole('option', { name: 'Call to action', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Book a call' }).click();
  await page.keyboard.type('[newsletter]');
  await page.keyboard.press('Enter');
  const html =
    `<p>one</p><figure data-block="article" data-id="${target}"><a href="/article/fees">Flat Fees</a></figure>` +
    `<figure data-block="cta" data-id="${rows[0]?.id}"><a href="/about">Book a call</a></figure>` +
    '<figure data-block="signup"><a href="/newsletter">Sign up for the newsletter</a></figure>';
  await expect.poll(() => htmlOf(page)).toBe(html);
  expect(cleanHtml(html)).toBe(html);
  await page.getByRole('button', { name: 'Save Article' }).click();
  await page.getByText('Article updated successfully').first().waitFor();

  const reader = await openPage({ origin: site.url });
  await openAt(reader, '/article/outer');
  const body = reader.locator('.article__body');
  await body.getByRole('heading', { name: 'Book a call' }).waitFor();
  expect(await findAxeViolations(reader)).toEqual([]);
  const above = await body
    .getByRole('heading', { name: 'Book a call' })
    .evaluate(
      (heading) =>
        heading.getBoundingClientRect().top - (heading.closest('.cta')?.getBoundingClientRect().top ?? 0),
    );
  expect(above).toBeLessThan(40);
  await reader.emulateMedia({ media: 'print' });
  expect(await body.getByRole('link', { name: 'Flat Fees' }).isVisible()).toBe(true);
  for (const hidden of ['Book a call', 'Newsletter'])
    expect(await body.getByText(hidden, { exact: true }).first().isVisible()).toBe(false);
  await reader.emulateMedia({ media: 'screen' });
  await body.getByLabel('Email address for the newsletter').fill('reader@firm.example');
  await body.getByRole('button', { name: 'Subscribe' }).click();
  await reader.getByText("You've been subscribed to our newsletter.").first().waitFor();
  expect(await body.getByLabel('Email address for the newsletter').inputValue()).toBe('');
  await body.getByRole('link', { name: 'Flat Fees' }).click();
  await reader.waitForURL('**/article/fees');
});

it('adds blocks to a static page, where readers can use them', async () => {
  await addArticle(site.db, { slug: 'terms', title: 'Terms of Trade', status: 'published' });
  const page = await openAsAdmin(site);
  await page.goto('/admin/pages/new');
  await page.getByLabel('Title').first().fill('Start here');
  await (await waitForEditor(page)).press('Control+End');
  await page.keyboard.type('[article]');
  await page.keyboard.press('Enter');
  await page.getByLabel('Title of the article').fill('terms');
  await page.getByRole('button', { name: 'Terms of Trade' }).click();
  await page.keyboard.type('[newsletter]');
  await page.keyboard.press('Enter');
  await expect.poll(() => htmlOf(page)).toContain('data-block="signup"');
  await page.getByRole('button', { name: 'Save Page' }).click();
  await page.getByText('Page created successfully').first().waitFor();

  const reader = await openPage({ origin: site.url });
  await openAt(reader, '/page/start-here');
  const body = reader.locator('.prose');
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    await reader.setViewportSize({ width, height: 900 });
    await reader.emulateMedia({ colorScheme });
    expect(await findAxeViolations(reader)).toEqual([]);
  }
  await body.getByLabel('Email address for the newsletter').fill('pages@firm.example');
  await body.getByRole('button', { name: 'Subscribe' }).click();
  await reader.getByText("You've been subscribed to our newsletter.").first().waitFor();
  await body.getByRole('link', { name: 'Terms of Trade' }).click();
  await reader.waitForURL('**/article/terms');
});
