// How the page of the editor starts: before the load event, without the editor's script, and opened parts of the form.
import { beforeEach, expect } from 'vitest';
import { holdRequests, openAt } from '../../support/browser/browser';
import { htmlOf, waitForEditor } from '../../support/browser/rich-text';
import { addArticle, emptyMagazine } from '../../support/factory';
import { adminSiteTest, openAsAdmin } from '../../support/site/admin-site';

const { it, site } = adminSiteTest();
beforeEach(() => emptyMagazine(site.db));

const addDraft = async () =>
  `/admin/articles/${await addArticle(site.db, { title: 'Fees', content: '<p>Begin.</p>' })}/edit`;

it('does not wait for the load event', async () => {
  const page = await openAsAdmin(site);
  const release = await holdRequests(page, '**/*.woff2');
  // Without the timer that starts the scripts in any case.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (work: () => void, ms = 0) => (ms === 2500 ? 0 : setTimeout(work, ms)),
    });
  });
  await page.goto(await addDraft(), { waitUntil: 'commit' });
  await waitForEditor(page);
  expect(await page.evaluate(() => document.readyState)).toBe('interactive');
  release();
});

it.each([
  { held: '*', state: 'before hydration' },
  { held: 'rich-editor*', state: 'while it loads' },
])('keeps the focus when someone types in its text area $state', async ({ held }) => {
  const page = await openAsAdmin(site);
  const release = await holdRequests(page, `**/assets/${held}.js`);
  await page.goto(await addDraft(), { waitUntil: 'commit' });
  await page.getByLabel('Content', { exact: true }).press('Control+End');
  if (held !== '*') await page.getByText('Loading editor...').waitFor();
  await page.keyboard.type('One');
  release();
  await waitForEditor(page);
  await page.keyboard.type(' two');
  await expect.poll(() => htmlOf(page)).toBe('<p>Begin.</p><p>One two</p>');
});

it('shows the outline of a text whose editor loads after the outline was opened', async () => {
  const page = await openAsAdmin(site);
  const release = await holdRequests(page, '**/assets/rich-editor*.js');
  const content = '<h2>Fees</h2><p>Begin.</p>';
  await page.goto(`/admin/articles/${await addArticle(site.db, { content })}/edit`, { waitUntil: 'commit' });
  await page.getByText('Loading editor...').waitFor();
  await page.getByText('Outline', { exact: true }).click();
  await page.getByText('No headings yet').waitFor();
  release();
  await page.locator('.outline').getByText('Fees').waitFor();
});

it('has its tools at hand without further requests, so that no key is lost while they load', async () => {
  const page = await openAsAdmin(site);
  const loaded = ['find-bar', 'block-menu', 'link-menu', 'command-palette', 'shortcuts-dialog'].map((name) =>
    page.waitForResponse(new RegExp(`/assets/${name}-.*[.]js$`)),
  );
  await page.goto(await addDraft(), { waitUntil: 'commit' });
  await Promise.all(loaded);
  // They import more scripts.
  await page.waitForLoadState('networkidle');
  await page.route('**/assets/*.js', (route) => route.abort());
  const editor = await waitForEditor(page);
  await editor.press('Control+End');
  await page.keyboard.type('[^');
  const footnote = page.getByRole('dialog', { name: 'Add footnote' });
  await footnote.waitFor();
  await page.keyboard.type('A note.');
  await footnote.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => htmlOf(page)).toContain('A note.');
  await editor.press('Control+f');
  await page.keyboard.type('Begin');
  await page.getByRole('search', { name: 'Find and replace' }).getByText('1 of 1').waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Title', { exact: true }).press('Control+k');
  await page.keyboard.type('categ');
  await page.getByRole('option', { name: 'Categories', exact: true }).first().waitFor();
  expect(await htmlOf(page)).toContain('<p>Begin.<');
});

it('leaves the text area if the editor fails to load', async () => {
  const script = /rich-editor.*\.js/;
  const page = await openAsAdmin(site, {
    expected: [
      new RegExp(`^request failed: .*${script.source} net::ERR_FAILED`),
      new RegExp(`^console error: Failed to load resource: net::ERR_FAILED .*${script.source}`),
    ],
  });
  await page.route(script, (route) => route.abort());
  await openAt(page, await addDraft());
  await page.getByText('Loading editor...').waitFor({ state: 'detached' });
  await page.getByLabel('Content', { exact: true }).fill('<p>By hand.</p>');
  await page.getByRole('button', { name: 'Save Article' }).click();
  await page.getByText('Article updated successfully').first().waitFor();
  expect((await site.db.query('select content from articles')).rows).toEqual([
    { content: '<p>By hand.</p>' },
  ]);
});

it('loads the image of the social card when it is shown, also if it was opened before hydration', async () => {
  const page = await openAsAdmin(site);
  const images: string[] = [];
  page.on('request', (request) => request.url().endsWith('/og-default.jpg') && images.push(request.url()));
  const summary = page.getByText('Search and social', { exact: true });
  const expectImage = () =>
    expect
      .poll(() =>
        page
          .locator('.seo__image')
          .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth)),
      )
      .toEqual([1200]);
  const path = await addDraft();
  await openAt(page, path);
  await waitForEditor(page);
  expect(images).toEqual([]);
  await summary.click();
  await expectImage();
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto(path, { waitUntil: 'commit' });
  await summary.click();
  release();
  await waitForEditor(page);
  await expectImage();
});

it('does not search a long text for links whenever a paragraph is added to it', async () => {
  const page = await openAsAdmin(site);
  await page.addInitScript(() => {
    const counts = { searches: 0 };
    Object.assign(window, { counts });
    const search = Element.prototype.querySelectorAll;
    Element.prototype.querySelectorAll = function count(this: Element, selectors: string) {
      if (selectors.includes('data-discover') && this.matches('.ql-editor')) counts.searches += 1;
      return search.call(this, selectors);
    } as typeof search;
  });
  const content = '<p>A paragraph of a long text.</p>'.repeat(500);
  await page.goto(`/admin/articles/${await addArticle(site.db, { content })}/edit`);
  await waitForEditor(page);
  expect(await page.locator('.ql-editor > p').count()).toBe(500);
  const { searches } = await page.evaluate(
    () => (window as unknown as { counts: { searches: number } }).counts,
  );
  expect(searches).toBeLessThan(10);
});

it('still finds the routes of links that appear later, and of links whose address changes', async () => {
  const page = await openAsAdmin(site);
  await openAt(page, await addDraft());
  const asksFor = (path: string) =>
    page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname === '/__manifest' && searchParams.getAll('p').includes(path);
    });
  const added = asksFor('/newsletter');
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<div><p><a href="/newsletter" data-discover="true">Newsletter</a></p></div>',
    );
  });
  await added;
  const changed = asksFor('/search');
  await page.evaluate(() =>
    document.querySelector('body > div > p > a[href="/newsletter"]')?.setAttribute('href', '/search'),
  );
  await changed;
});
