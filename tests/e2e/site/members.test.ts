// A members-only article in a browser: where it stops for visitors, and how it continues after sign-in.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { expectNoAxeViolations, findAxeViolations } from '../../support/browser/axe';
import { follow, openAt, openPage, pathOf, waitForHydration } from '../../support/browser/browser';
import { expectNoLayoutShifts, watchShifts } from '../../support/browser/layout-shifts';
import { addAccount, addArticle, PASSWORD } from '../../support/factory';
import { adminSiteTest } from '../../support/site/admin-site';

const LINES =
  'Readers who get this far have read a paragraph of a plausible length, as articles have them. '.repeat(4);
const paragraphs = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `<p>Paragraph ${from + i}. ${LINES}</p>`).join('');

const { it, site } = adminSiteTest();

beforeAll(async () => {
  await addAccount(site.db, { email: 'ann@example.com', fullName: 'Ann Reader' });
  await addArticle(site.db, {
    slug: 'escrow',
    title: 'What escrow costs',
    category: 'tools',
    membersOnly: true,
    content: `${paragraphs(1, 9)}<p>The clause to strike.</p>`,
  });
});

const hidden = (page: Page) => page.getByText('The clause to strike.');
const note = (page: Page) => page.getByRole('region', { name: 'Sign in to keep reading' });

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ann@example.com');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Position of the end of the public preview. */
const endOfPreview = (page: Page) =>
  page.getByText('Paragraph 3.').evaluate((element) => element.getBoundingClientRect().bottom + scrollY);

describe('members-only article', () => {
  it('stops for a visitor and continues after sign-in, below the preview', async () => {
    const page = await openPage({ origin: site.url, reducedMotion: true });
    await openAt(page, '/article/escrow');
    const before = await endOfPreview(page);
    expect(await hidden(page).count()).toBe(0);
    await expectNoAxeViolations(page, 'the note');
    await note(page).getByRole('link', { name: 'Sign In' }).click();
    await page.waitForURL('**/auth?redirect=*');
    await signIn(page);
    await hidden(page).waitFor();
    expect(pathOf(page)).toBe('/article/escrow');
    expect(await note(page).count()).toBe(0);
    expect(await endOfPreview(page)).toBe(before);
    // The next visit too, which is answered from the cache.
    await openAt(page, '/article/escrow');
    await hidden(page).waitFor();
    expect(await endOfPreview(page)).toBe(before);
  });

  it('shows a call to action of its rest once', async () => {
    const id = '11111111-1111-4111-8111-111111111111';
    await site.db.query(
      "insert into ctas (id, title, button_label, button_link) values ($1, 'Book a call', 'Book', '/about')",
      [id],
    );
    const block = `<figure data-block="cta" data-id="${id}"><a href="/about">Book a call</a></figure>`;
    await addArticle(site.db, {
      ...{ slug: 'offer', membersOnly: true, status: 'published' },
      content: `${paragraphs(1, 9)}${block}<p>The clause to strike.</p>`,
    });
    const page = await openPage({ origin: site.url, reducedMotion: true });
    await openAt(page, '/article/offer');
    const offer = page.getByRole('heading', { name: 'Book a call' });
    expect(await offer.count()).toBe(1);
    await page.goto('/auth?redirect=/article/offer');
    await signIn(page);
    await hidden(page).waitFor();
    expect(await offer.count()).toBe(1);
    expect(await page.locator('.article__body').getByText('Book a call').count()).toBe(1);
    expect(await findAxeViolations(page)).toEqual([]);
    await site.db.query('delete from ctas');
  });

  it('has styled blocks in its rest, which the first part does not need, and on a page without JavaScript', async () => {
    const tip = '<div class="callout callout-tip"><p>Ask first.</p></div>';
    const content = `${paragraphs(1, 9)}${tip}`;
    await addArticle(site.db, { slug: 'with-tip', title: 'A tip at the end', membersOnly: true, content });
    await addArticle(site.db, { slug: 'open-tip', title: 'A tip for everyone', content: tip });
    const borderOf = (page: Page) =>
      page
        .getByRole('note', { name: 'Tip' })
        .evaluate((note) => getComputedStyle(note).borderInlineStartWidth);
    const page = await openPage({ origin: site.url });
    await page.goto('/auth?redirect=/article/with-tip');
    await signIn(page);
    await page.waitForURL('**/article/with-tip');
    await page.getByText('Ask first.').waitFor();
    await expect.poll(() => borderOf(page)).toBe('3px');
    const plain = await openPage({ origin: site.url, javaScript: false });
    await plain.goto('/article/open-tip');
    expect(await borderOf(plain)).toBe('3px');
  });

  it('continues on its own page without JavaScript', async () => {
    const page = await openPage({ origin: site.url, javaScript: false });
    await page.goto('/article/escrow');
    await follow(note(page).getByRole('link', { name: 'Read the full article' }));
    expect(pathOf(page)).toBe('/auth?redirect=%2Faccount%2Fread%2Fescrow');
    await signIn(page);
    await page.waitForURL('**/account/read/escrow');
    expect(await hidden(page).isVisible()).toBe(true);
    expect(await page.getByText('Paragraph 1.').isVisible()).toBe(true);
  });
});

describe('reading list', () => {
  it('is filled on an article by a signed-in reader, and emptied on its own page', async () => {
    const page = await openPage({ origin: site.url, reducedMotion: true });
    await page.goto('/auth?redirect=/article/escrow');
    await signIn(page);
    await hidden(page).waitFor();
    const saving = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/mine'),
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Saved', exact: true }).waitFor();
    await saving;
    // The next visit shows it too.
    await openAt(page, '/article/escrow');
    await page.getByRole('button', { name: 'Saved', exact: true }).waitFor();
    await openAt(page, '/account/reading-list');
    await expectNoAxeViolations(page, 'the list');
    await page.getByRole('button', { name: 'Remove What escrow costs' }).click();
    await page.getByText('Nothing saved yet').waitFor();
    await expectNoAxeViolations(page, 'the empty list');
  });

  it('stays as it is stored when the network fails, and can be filled afterwards', async () => {
    const page = await openPage({ origin: site.url, expected: [/ERR_FAILED/] });
    await page.goto('/auth?redirect=/article/escrow');
    await signIn(page);
    await hidden(page).waitFor();
    const form = page.locator('form[data-save]').first();
    await form.and(page.locator('[data-saved="false"]')).waitFor();
    await page.route('**/mine', (route) => route.abort());
    await form.getByRole('button').click();
    await form.getByText('Not saved. Try again').waitFor();
    expect(await form.getAttribute('data-saved')).toBe('false');
    await page.unroute('**/mine');
    await form.getByRole('button').click();
    await form.getByText('Saved', { exact: true }).waitFor();
    const countStored = async () => (await site.db.query('select 1 from reading_list')).rows.length;
    await expect.poll(countStored).toBe(1);
    await page.route('**/mine', (route) => route.abort());
    await form.getByRole('button').click();
    await form.getByText('Not removed. Try again').waitFor();
    await page.unroute('**/mine');
    await form.getByRole('button').click();
    await expect.poll(countStored).toBe(0);
  });

  it('asks a visitor without JavaScript to sign in, and then saves the article', async () => {
    const page = await openPage({ origin: site.url, javaScript: false });
    await page.goto('/article/escrow');
    await follow(page.getByRole('button', { name: 'Save', exact: true }));
    await signIn(page);
    await page.waitForURL('**/account/reading-list?save=escrow');
    await follow(page.getByRole('button', { name: 'Save Article' }));
    expect(await page.getByRole('link', { name: 'What escrow costs' }).isVisible()).toBe(true);
  });
});

describe('reading preferences', () => {
  const bodySize = (page: Page) =>
    page.locator('.article__body').evaluate((body) => Number.parseFloat(getComputedStyle(body).fontSize));
  const look = (page: Page) => page.evaluate(() => ({ ...document.documentElement.dataset }));

  it('are previewed, apply to articles from the first paint, and end with the session', async () => {
    const page = await openPage({
      origin: site.url,
      reducedMotion: true,
      // The request whose answer is lost, and web fonts, whose shifts layout.test.ts covers.
      expected: [/account\/theme/, /\.woff2/],
    });
    await page.route('**/*.woff2', (route) => route.abort());
    await watchShifts(page);
    await openAt(page, '/article/escrow');
    const plain = await bodySize(page);
    await page.goto('/auth?redirect=/account/reading');
    await signIn(page);
    await page.getByRole('heading', { level: 1, name: 'Reading' }).waitFor();
    await waitForHydration(page);
    await page.getByLabel('Largest').check();
    await page.getByLabel('Dark', { exact: true }).check();
    const sample = page.locator('.reading-sample .prose');
    await expect
      .poll(() => sample.evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize)))
      .toBeCloseTo(plain * 1.35, 1);
    await page.getByRole('button', { name: 'Save Preferences' }).click();
    await page.getByText('Reading preferences saved').waitFor();
    expect(await look(page)).toMatchObject({ theme: 'dark', reading: 'dark largest' });
    await expectNoAxeViolations(page, 'the preferences');
    await openAt(page, '/article/escrow');
    expect(await bodySize(page)).toBeCloseTo(plain * 1.35, 1);
    await hidden(page).waitFor();
    await expectNoLayoutShifts(page);
    // The page's scripts are blocked, so these styles do not depend on them.
    await page.route('**/assets/*.js', () => {});
    await page.goto('/article/escrow', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await look(page)).toMatchObject({ theme: 'dark', reading: 'dark largest' });
    await page.unroute('**/assets/*.js');
    // Now the account's theme applies.
    await openAt(page, '/account');
    const themeSaved = page.waitForResponse('**/account/theme');
    await page.getByRole('banner').getByRole('button', { name: 'Dark theme' }).click();
    expect((await themeSaved).status()).toBe(200);
    await openAt(page, '/article/escrow');
    expect(await look(page)).toMatchObject({ theme: 'light', reading: 'light largest' });
    // A theme that the account could not store stays on this device.
    await page.route('**/account/theme', (route) => route.abort());
    await page.getByRole('banner').getByRole('button', { name: 'Dark theme' }).click();
    await expect.poll(() => page.evaluate(() => Object.values(localStorage))).toContain('dark');
    await page.evaluate(() => localStorage.clear());
    await openAt(page, '/account');
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await page.getByText('Signed out').waitFor();
    await openAt(page, '/article/escrow');
    const after = await look(page);
    expect([after.theme, after.reading, await bodySize(page)]).toEqual([undefined, undefined, plain]);
  });
});

describe('account pages', () => {
  it('have no axe violations, also with an error and without JavaScript', async () => {
    const page = await openPage({ origin: site.url, reducedMotion: true, expected: [/403|422/] });
    await page.goto('/auth?redirect=/account/newsletter');
    await signIn(page);
    await page.getByRole('main').getByRole('button', { name: 'Subscribe', exact: true }).click();
    await page.getByRole('heading', { name: 'Subscribed', exact: true }).waitFor();
    await expectNoAxeViolations(page, 'the newsletter');
    for (const path of ['/account', '/account/security', '/account/export']) {
      await openAt(page, path);
      await expectNoAxeViolations(page, path);
    }
    await openAt(page, '/account/delete');
    await page.getByLabel('Type ann@example.com to confirm').fill('somebody else');
    await page.getByRole('button', { name: 'Delete My Account' }).click();
    await page.getByRole('alert').first().waitFor();
    await expectNoAxeViolations(page, 'a refused deletion');
    await site.db.query("update users set email_verified_at = null where email = 'ann@example.com'");
    await openAt(page, '/account/newsletter');
    await page.getByText('Confirm your email address').waitFor();
    await site.db.query("update users set email_verified_at = now() where email = 'ann@example.com'");

    const plain = await openPage({ origin: site.url, javaScript: false });
    await plain.goto('/auth?redirect=/account');
    await signIn(plain);
    await plain.waitForURL('**/account');
    await follow(plain.getByRole('link', { name: 'Newsletter', exact: true }).last());
    await follow(plain.getByRole('button', { name: 'Unsubscribe' }));
    expect(await plain.getByRole('heading', { name: 'You are unsubscribed' }).isVisible()).toBe(true);
    await plain.goto('/account/reading');
    await plain.getByLabel('Sans serif').check();
    await follow(plain.getByRole('button', { name: 'Save Preferences' }));
    expect(await plain.getByText('Reading preferences saved').isVisible()).toBe(true);
    expect(await plain.getByLabel('Sans serif').isChecked()).toBe(true);
  });
});
