// Bulk image generation through the real queue, file store and resizer, with a fake artist.
import type { Artist } from 'dev/miniflare';
import { beforeEach, describe, expect } from 'vitest';
import { addArticle, emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { drawImage } from '../../support/images';
import { itemRows, jobRow, waitForJob } from '../../support/jobs';
import { adminTest } from '../../support/site/site-test';

const FAKE_IMAGE: Artist = async () => new Response(Uint8Array.from(await drawImage('jpeg')));
const HERE = '/admin/images';

const { it, site, admin } = adminTest({
  pageCache: 'on',
  artist: (request) => artist(request),
  diesAt: (point) => point === 'after-run' && crashesLeft-- > 0,
  vars: { IMAGE_PRICE: '0.04', JOB_LEASE_SECONDS: '2', JOB_RETRY_SECONDS: '0.1' },
});
let artist = FAKE_IMAGE;
let crashesLeft = 0;

beforeEach(async () => {
  artist = FAKE_IMAGE;
  crashesLeft = 0;
  await emptyMagazine(site.db);
  await site.empty('media, media_uses, jobs, audit_log');
});

const addMany = async (count: number) => {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await addArticle(site.db, { title: `Story ${ids.length + 1}` }));
  return ids;
};
const bulk = (ids: string[], more: [string, string][] = []) =>
  admin.post(HERE, [['intent', 'bulk'], ...ids.map((id): [string, string] => ['id', id]), ...more]);
const jobOf = (answer: Response) => {
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '', site.url).searchParams.get('job') ?? '';
};
const images = async () =>
  (await site.db.query('select id, image_url from articles order by title')).rows.map((row) => row.image_url);

describe('bulk image generation', () => {
  it('generates images, removes the articles from the list, and shows progress', async () => {
    const ids = await addMany(4);
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    artist = async (request) => {
      await gate;
      return FAKE_IMAGE(request);
    };
    const answer = await bulk(ids.slice(0, 3));
    const id = jobOf(answer);
    const before = visibleTextOf(await (await admin.get(`${HERE}?job=${id}`)).text());
    expect(before).toContain('Generating 3 images...');
    expect(before).toContain('Generate 3 images');
    expect(before).toMatch(/0 of 3/);
    open();
    expect(await waitForJob(site, id)).toMatchObject({ status: 'done', title: 'Generate 3 images' });
    const after = visibleTextOf(await (await admin.get(`${HERE}?job=${id}`)).text());
    expect(after).toContain('3 of 3');
    expect(after).toContain('1 article has no featured image');
    expect(after).toContain('Story 4');
    expect(after).not.toContain('Story 1');
    const urls = await images();
    expect(urls.map((url) => url !== null)).toEqual([true, true, true, false]);
    expect(new Set(urls).size).toBe(4);
    for (const url of urls.slice(0, 3)) expect((await site.get(`${url}?w=400`)).status).toBe(200);
    const { rows } = await site.db.query(
      'select count(*)::int as n, sum(price)::int as price from generated_images',
    );
    expect(rows[0]).toEqual({ n: 3, price: 120_000 });
  });

  it('covers articles on every page when all are requested', async () => {
    await addMany(3);
    const id = jobOf(await bulk([], [['scope', 'all']]));
    expect(await waitForJob(site, id)).toMatchObject({ status: 'done' });
    expect((await images()).every((url) => url !== null)).toBe(true);
  });

  it('is refused while it is running, so that no article is paid for twice', async () => {
    const ids = await addMany(2);
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    artist = async (request) => {
      await gate;
      return FAKE_IMAGE(request);
    };
    const answers = await Promise.all([bulk(ids), bulk(ids)]);
    const [id = '', other] = answers.map(jobOf);
    expect(other).toBe(id);
    expect((await site.db.query('select 1 from jobs')).rowCount).toBe(1);
    const html = async () => (await admin.get(`${HERE}?job=${crypto.randomUUID()}`)).text();
    const isDisabled = /<button class="button" type="submit" disabled="" aria-describedby="generate-hint"/;
    const hint = 'Available when the current job has finished.';
    expect(await html()).toMatch(isDisabled);
    expect(await html()).toContain(hint);
    open();
    await waitForJob(site, id);
    expect((await site.db.query('select 1 from generated_images')).rowCount).toBe(2);
    await addMany(1);
    expect(await html()).not.toMatch(isDisabled);
    expect(await html()).not.toContain(hint);
  });

  it('requires a selection', async () => {
    await addMany(1);
    const refused = await bulk([]);
    expect(refused.status).toBe(422);
    const text = visibleTextOf(await refused.text());
    expect(text).toContain('No Selection: Please select articles to generate images for');
    expect((await site.db.query('select 1 from jobs')).rowCount).toBe(0);
  });

  it('reports failures per article, and can be retried', async () => {
    const ids = await addMany(3);
    artist = async (request) => {
      const order = (await request.json()) as { title: string };
      return order.title === 'Story 2' ? new Response('no', { status: 422 }) : FAKE_IMAGE(request);
    };
    const id = jobOf(await bulk(ids));
    expect(await waitForJob(site, id)).toMatchObject({ status: 'done' });
    const items = await itemRows(site, id);
    expect(items.map(({ status }) => status).sort()).toEqual(['done', 'done', 'failed']);
    const text = visibleTextOf(await (await admin.get(`${HERE}?job=${id}`)).text());
    expect(text).toMatch(/Story 2.*The image service rejected this title/);
    expect((await images()).map((url) => url !== null)).toEqual([true, false, true]);
  });

  it('stops exactly at the daily limit and says so', async () => {
    await site.db.query(`insert into settings (key, value) values ('site', '{"imageDailyCap": 0.1}')`);
    const id = jobOf(await bulk(await addMany(6)));
    await waitForJob(site, id);
    const items = await itemRows(site, id);
    expect(items.filter(({ status }) => status === 'done')).toHaveLength(2);
    const failed = items.filter(({ status }) => status === 'failed');
    expect(failed).toHaveLength(4);
    for (const { reason, attempts } of failed)
      expect([reason, attempts]).toEqual([
        expect.stringContaining('Today’s spending cap of $0.10 for images has been reached'),
        1,
      ]);
    const { rows } = await site.db.query('select spent::int from image_spending');
    expect(rows).toEqual([{ spent: 80_000 }]);
  });

  it('skips articles that got an image in the meantime', async () => {
    const [first = '', second = ''] = await addMany(2);
    let taken: Promise<unknown> | undefined;
    artist = async (request) => {
      taken ??= site.db.query("update articles set image_url = '/stock/tools-800.webp'");
      await taken;
      return FAKE_IMAGE(request);
    };
    const id = jobOf(await bulk([first, second]));
    await waitForJob(site, id);
    expect(await images()).toEqual(['/stock/tools-800.webp', '/stock/tools-800.webp']);
    expect((await itemRows(site, id)).map(({ status }) => status)).not.toContain('done');
    expect((await site.db.query('select 1 from generated_images')).rowCount).toBe(0);
  });

  it('stores one image per article when the consumer crashes after generating it', async () => {
    const ids = await addMany(3);
    crashesLeft = 2;
    const id = jobOf(await bulk(ids));
    expect(await waitForJob(site, id)).toMatchObject({ status: 'done' });
    expect((await itemRows(site, id)).map(({ status }) => status)).toEqual(['done', 'done', 'done']);
    const { rows } = await site.db.query('select url from generated_images');
    expect(rows.map(({ url }) => url).sort()).toEqual((await images()).sort());
    expect((await site.db.query('select 1 from media')).rowCount).toBe(3);
    // Files from the crashed attempts are unused and get deleted.
    const { rows: found } = await site.db.query('select key from media');
    const known = found.map(({ key }) => key);
    const originals = async () =>
      (await site.listFiles('article-images/articles/')).filter((key) => !known.includes(key));
    expect((await originals()).length).toBeGreaterThan(0);
    const later = new Date(Date.now() + 3 * 3_600_000);
    later.setUTCMinutes(7);
    await site.runCron(later);
    expect(await originals()).toEqual([]);
    expect((await jobRow(site, id)).status).toBe('done');
  });
});
