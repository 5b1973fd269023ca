// Generating images for articles and categories in a browser: one, many, from the editor, and without
// JavaScript.
import type { Artist } from 'dev/miniflare';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { findAxeViolations } from '../../support/browser/axe';
import { follow, hydrated, openPage } from '../../support/browser/browser';
import { addAccount, addArticle, addCategory, emptyMagazine } from '../../support/factory';
import { gate } from '../../support/gate';
import { drawImage } from '../../support/images';
import { waitForJob } from '../../support/jobs';
import { ADMIN_EMAIL, browserSiteTest, openAsAdmin } from '../../support/site/admin-site';

const SKETCH: Artist = async () => new Response(Uint8Array.from(await drawImage('jpeg')));
const HERE = '/admin/images';

const { it, site } = browserSiteTest({
  pageCache: 'on',
  // Plain HTTP: a browser would reject `Secure` cookies here.
  vars: { SITE_URL: 'http://magazine.test' },
  artist: (request) => artist(request),
});
let artist = SKETCH;

beforeAll(async () => {
  await addAccount(site.db, { email: ADMIN_EMAIL, role: 'admin', fullName: 'Alex Morgan' });
});
beforeEach(async () => {
  artist = SKETCH;
  await emptyMagazine(site.db);
  await site.empty('jobs');
});

/** Holds back generated images until the test calls the returned function. */
function holdImages(): () => void {
  const [opened, open] = gate();
  artist = async (request) => {
    await opened;
    return SKETCH(request);
  };
  return open;
}

async function addStories(count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1)
    await addArticle(site.db, { title: `Story ${number}`, age: number, category: 'tools' });
}

describe('AI Images screen', () => {
  it('requires a selection, generates one image, then the rest, and reports the end', async () => {
    await addStories(4);
    const page = await openAsAdmin(site);
    await page.goto(HERE);
    await hydrated(page);
    const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    const toast = (words: string) => page.locator('.toast', { hasText: words });

    await page.getByRole('button', { name: 'Generate 0 Images' }).click();
    await toast('No Selection').getByText('Please select articles to generate images for').waitFor();

    await row('Story 2').getByRole('button', { name: 'Generate' }).click();
    await toast('Generated image for the article').getByRole('button', { name: 'Undo' }).waitFor();
    await row('Story 2').waitFor({ state: 'detached' });

    await page.getByRole('checkbox', { name: 'Select Story 1' }).check();
    await page.getByText('1 selected').waitFor();
    await page.getByRole('button', { name: 'Select All' }).click();
    await page.getByText('3 selected').waitFor();
    await page.getByRole('button', { name: 'Clear Selection' }).click();
    await page.getByText('0 selected').waitFor();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Select All' }).click();

    const open = holdImages();
    await page.getByRole('button', { name: 'Generate 3 Images' }).click();
    await page.getByRole('progressbar', { name: 'Generate 3 images' }).waitFor();
    // The job continues on other pages and shows its current state afterwards.
    await page.goto('/admin/tags');
    await page.goto(HERE);
    await page.getByRole('progressbar', { name: 'Generate 3 images' }).waitFor();
    await hydrated(page);
    open();
    await toast('Bulk image generation complete').getByText('3 images generated.').waitFor();
    await page.getByRole('heading', { name: 'All Articles Have Images!' }).waitFor();
    await page.getByRole('button', { name: 'Refresh' }).waitFor();
  });

  it('reports the end even if the job ended while the list was being reloaded', async () => {
    await addStories(2);
    const page = await openAsAdmin(site, { expected: [/ERR_FAILED/] });
    await site.db.query(
      `with job as (
         insert into jobs (kind, title) values ('generate-images', 'Generate 2 images') returning id)
       insert into job_items (job_id, key, status, claimed_until)
       select job.id, articles.id, 'running', now() + interval '1 hour' from job, articles`,
    );
    const end = (keys: string) =>
      site.db.query(`update job_items set status = 'done', claimed_until = null where key in (${keys})`);
    // Without the event stream the page polls. It learns of the first image just before the second is
    // finished.
    await page.route('**/events', (route) => route.abort());
    let times = 0;
    await page.route('**/progress', async (route) => {
      times += 1;
      if (times === 1) await end('select min(id::text) from articles');
      const response = await route.fetch();
      if (times === 1) {
        await end('select id::text from articles');
        await site.db.query("update jobs set status = 'done', finished_at = now()");
      }
      await route.fulfill({ response });
    });
    await page.goto(HERE);
    await page
      .locator('.toast', { hasText: 'Bulk image generation complete' })
      .getByText('2 images generated.')
      .waitFor();
  });

  it('shows a failure at the article that failed', async () => {
    await addStories(1);
    artist = async () => new Response('no', { status: 422 });
    const page = await openAsAdmin(site, { expected: [/status of 422/] });
    await page.goto(HERE);
    await hydrated(page);
    await page.getByRole('button', { name: 'Generate an image for Story 1' }).click();
    const words = 'Failed to generate image: The image service rejected this title and summary.';
    await page.getByRole('alert').filter({ hasText: words }).waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'Story 1' }).textContent()).toContain(
      'The image service rejected this title and summary.',
    );
  });

  it('works without JavaScript', async () => {
    await addStories(2);
    const page = await openAsAdmin(site, { javaScript: false, expected: [/status of 422/] });
    await page.goto(HERE);
    await follow(page.getByRole('button', { name: 'Generate Images', exact: true }));
    expect(await page.locator('main').textContent()).toContain(
      'No Selection: Please select articles to generate images for',
    );
    await page.getByRole('checkbox', { name: 'Select Story 1' }).check();
    await follow(page.getByRole('button', { name: 'Generate Images', exact: true }));
    await waitForJob(site, new URL(page.url()).searchParams.get('job') ?? '');
    await page.reload();
    await page.getByRole('progressbar', { name: 'Generate 1 image' }).waitFor();
    await follow(page.getByRole('button', { name: 'Generate an image for Story 2' }));
    await page.getByText('Generated image for the article').waitFor();
    await page.getByText('All Articles Have Images!').waitFor();
  });

  it.each([
    { width: 390, theme: 'light' },
    { width: 390, theme: 'dark' },
    { width: 1280, theme: 'light' },
    { width: 1280, theme: 'dark' },
  ] as const)('has no axe violations at $width px, $theme, full and empty', async ({ width, theme }) => {
    await addStories(2);
    await site.db.query(
      `with job as (insert into jobs (kind, title) values ('generate-images', 'Generate 1 image') returning id)
       insert into job_items (job_id, key, status, reason) select job.id, articles.id::text, 'failed', 'It was refused.'
       from job, articles where title = 'Story 1'`,
    );
    await site.db.query("update jobs set status = 'failed', finished_at = now()");
    const { rows } = await site.db.query('select id from jobs');
    const page = await openAsAdmin(site, { width, theme, reducedMotion: true });
    await page.goto(`${HERE}?job=${rows[0].id}`);
    await hydrated(page);
    await page.getByText('It was refused.').waitFor();
    await page.getByRole('button', { name: 'Select All' }).click();
    expect(await findAxeViolations(page), 'full').toEqual([]);
    await site.db.query("update articles set image_url = '/stock/tools-800.webp'");
    await page.goto(HERE);
    await hydrated(page);
    expect(await findAxeViolations(page), 'empty').toEqual([]);
  });
});

describe('editor', () => {
  it('generates an image for the typed text, and can return to the previous one', async () => {
    const id = await addArticle(site.db, { imageUrl: '/stock/tools-800.webp', category: 'tools' });
    const page = await openAsAdmin(site);
    await page.goto(`/admin/articles/${id}/edit`);
    await hydrated(page);
    const field = page.getByLabel('Image URL', { exact: true });
    // The image is not a generated one.
    await page.getByRole('button', { name: 'Generate Image', exact: true }).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    const drawn = await field.inputValue();
    expect(drawn).toMatch(/^\/media\/article-images\/articles\/\d+\.jpg$/);
    expect(await page.getByLabel('Image description').inputValue()).toContain('measuring instruments');
    expect(await page.getByRole('button', { name: 'Regenerate Image' }).isVisible()).toBe(true);
    await undo.click();
    expect(await field.inputValue()).toBe('/stock/tools-800.webp');
    await page.getByRole('button', { name: 'Generate Image', exact: true }).click();
    await undo.waitFor();
    const second = await field.inputValue();
    await page.getByRole('button', { name: 'Save Article' }).click();
    await page.getByText('Article updated successfully').waitFor();
    const { rows } = await site.db.query('select image_url from articles where id = $1', [id]);
    expect(rows[0].image_url).toBe(second);
  });

  it('delays saving until an image is generated', async () => {
    const page = await openAsAdmin(site);
    await page.goto('/admin/articles/new');
    await hydrated(page);
    await page.getByLabel('Title', { exact: true }).fill('Drawn while saving');
    await page.getByLabel('Author', { exact: true }).fill('Dana Whitfield');
    const open = holdImages();
    await page.getByRole('button', { name: 'Generate Image' }).click();
    await page.getByRole('button', { name: 'Generating...' }).waitFor();
    await page.getByRole('button', { name: 'Save Article' }).click();
    // Either the save waits, or it saves without the image.
    await page
      .getByRole('button', { name: 'Uploading images...' })
      .or(page.getByText('Article created successfully'))
      .first()
      .waitFor();
    open();
    await page.getByText('Generated image for the article').waitFor();
    await page.getByText('Article created successfully').first().waitFor();
    const { rows } = await site.db.query('select image_url from articles');
    expect(rows[0].image_url).toMatch(/^\/media\/article-images\/articles\/\d+\.jpg$/);
    expect(await page.getByLabel('Image URL', { exact: true }).inputValue()).toBe(rows[0].image_url);
  });

  it('does not save an article whose image could not be generated', async () => {
    const page = await openAsAdmin(site, { expected: [/status of 422/] });
    await page.goto('/admin/articles/new');
    await hydrated(page);
    await page.getByLabel('Title', { exact: true }).fill('Not drawn');
    await page.getByLabel('Author', { exact: true }).fill('Dana Whitfield');
    const [held, release] = gate();
    artist = async () => {
      await held;
      return new Response('no', { status: 422 });
    };
    await page.getByRole('button', { name: 'Generate Image' }).click();
    await page.getByRole('button', { name: 'Generating...' }).waitFor();
    await page.getByRole('button', { name: 'Save Article' }).click();
    await page.getByRole('button', { name: 'Uploading images...' }).waitFor();
    release();
    await page.locator('.toast').filter({ hasText: 'Failed to generate image' }).waitFor();
    await page.getByRole('button', { name: 'Save Article' }).waitFor();
    const failure = page.locator('.field__error').filter({ hasText: 'Failed to generate image' });
    await failure.waitFor();
    expect((await site.db.query('select title from articles')).rows).toEqual([]);
    artist = SKETCH;
    await page.getByRole('button', { name: 'Generate Image' }).click();
    await failure.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save Article' }).click();
    await page.getByText('Article created successfully').first().waitFor();
    const { rows } = await site.db.query('select image_url from articles');
    expect(rows[0].image_url).toMatch(/^\/media\/article-images\/articles\/\d+\.jpg$/);
  });

  it('keeps an image that was chosen while another was being generated', async () => {
    const page = await openAsAdmin(site);
    await page.goto('/admin/articles/new');
    await hydrated(page);
    await page.getByLabel('Title', { exact: true }).fill('Chosen meanwhile');
    const open = holdImages();
    await page.getByRole('button', { name: 'Generate Image' }).click();
    await page.getByRole('button', { name: 'Generating...' }).waitFor();
    await page.getByLabel('Image URL', { exact: true }).fill('/stock/tools-800.webp');
    open();
    await page.getByText('Generated image for the article').waitFor();
    expect(await page.getByLabel('Image URL', { exact: true }).inputValue()).toBe('/stock/tools-800.webp');
  });
});

describe('category banner', () => {
  it('shows its image without a layout shift, and keeps its color if that fails', async () => {
    await addCategory(site.db, 'tools', 'Tools', 'What firms work with.');
    await addCategory(site.db, 'operations', 'Operations');
    const page = await openPage({ origin: site.url, expected: [/status of 503/] });
    await page.goto('/category/tools');
    const head = page.locator('.category-head');
    const before = await head.boundingBox();
    await head.locator('img').waitFor();
    expect(await head.boundingBox()).toEqual(before);
    expect(await head.locator('img').getAttribute('src')).toMatch(/^\/media\/article-images\/categories\//);

    artist = async () => new Response('no', { status: 422 });
    const failed = page.waitForResponse((answer) => answer.url().endsWith('/api/generate-category-image'));
    await page.goto('/category/operations');
    expect((await failed).status()).toBe(503);
    expect(await head.locator('img').count()).toBe(0);
  });
});
