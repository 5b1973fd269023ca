// The media library, and how its images are served.
import { imageSize } from 'image-size';
import { beforeEach, describe, expect } from 'vitest';
import { addArticle, deleteDuring } from '../../support/factory';
import { roundTrips, visibleTextOf } from '../../support/html';
import { drawImage } from '../../support/images';
import { adminTest } from '../../support/site/site-test';

const { it, site, admin } = adminTest();

beforeEach(() => site.empty('media, media_uses, audit_log, articles'));

const LIBRARY = '/admin/media';

/** Adds rows without files: the list reads the database only. */
async function addRows(names: string[], alt = '') {
  const { rows } = await site.db.query(
    `insert into media (key, name, alt, content_type, bytes, width, height, created_at)
     select 'article-images/articles/' || n || '.jpg', name, $2, 'image/jpeg', 2048, 1600, 1000, now() - n * interval '1 hour'
     from unnest($1::text[]) with ordinality as given (name, n) returning id, key`,
    [names, alt],
  );
  return rows as { id: string; key: string }[];
}

async function upload(name: string, more: { width?: number; height?: number } = {}) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await drawImage('png', more))], { type: 'image/png' }), name);
  const answer = await admin.post('/admin/media/upload', form);
  const { url } = (await answer.json()) as { url: string };
  const { rows } = await site.db.query('select id, key from media where key = $1', [
    url.slice('/media/'.length),
  ]);
  return { url, ...(rows[0] as { id: string; key: string }) };
}

const namesOf = (html: string) =>
  [...html.matchAll(/class="media-table__link"[^>]*>([^<]*)</g)].map(([, name]) => name);

describe('the list', () => {
  it('sorts by name or newest first, 100 per page, with one round trip besides the guard', async () => {
    await addRows(Array.from({ length: 101 }, (_, i) => `image-${String(i).padStart(3, '0')}.jpg`).reverse());
    const page = await admin.get(LIBRARY);
    expect(roundTrips(page)).toBe(2);
    const html = await page.text();
    expect(visibleTextOf(html)).toContain('101 images');
    const names = namesOf(html);
    expect([names.length, names[0], names[99]]).toEqual([100, 'image-000.jpg', 'image-099.jpg']);
    expect(namesOf(await (await admin.get(`${LIBRARY}?page=2`)).text())).toEqual(['image-100.jpg']);
    const newest = namesOf(await (await admin.get(`${LIBRARY}?sort=newest`)).text());
    expect([newest[0], newest[99]]).toEqual(['image-100.jpg', 'image-001.jpg']);
    expect(html).not.toMatch(/ style="/);
  });

  it('searches names and alt texts with any characters', async () => {
    await addRows(['court house.jpg', '100%.jpg', 'under_score.jpg']);
    await addRows([]);
    await site.db.query("update media set alt = 'A gavel' where name = '100%.jpg'");
    const find = async (text: string) =>
      namesOf(await (await admin.get(`${LIBRARY}?search=${encodeURIComponent(text)}`)).text());
    expect(await find('COURT')).toEqual(['court house.jpg']);
    expect(await find('gavel')).toEqual(['100%.jpg']);
    expect(await find('%')).toEqual(['100%.jpg']);
    expect(await find('_')).toEqual(['under_score.jpg']);
    const none = visibleTextOf(await (await admin.get(`${LIBRARY}?search=zebra`)).text());
    expect(none).toContain('No images found');
    expect(none).toContain('Show All Images');
  });

  it('searches for words in any order, beginnings, other forms of a word, and without accents', async () => {
    await addRows(['cafe-hiring.jpg', 'courthouse.jpg']);
    await site.db.query("update media set alt = 'Résumés on a café table' where name = 'cafe-hiring.jpg'");
    const find = async (text: string) =>
      namesOf(await (await admin.get(`${LIBRARY}?search=${encodeURIComponent(text)}`)).text());
    for (const text of ['table café', 'CAFE resu', 'hired', 'jpg hire tables', 'tab'])
      expect(await find(text), text).toEqual(['cafe-hiring.jpg']);
    // A part of a word, as typed.
    expect(await find('thous')).toEqual(['courthouse.jpg']);
    expect(await find('table courthouse')).toEqual([]);
    for (const text of ["'", '\\', 'a & | !', ':*', '"open', '🙂', '\u202e', 'x'.repeat(300)])
      expect((await admin.get(`${LIBRARY}?search=${encodeURIComponent(text)}`)).status, text).toBe(200);
    const choices = await (await admin.get('/admin/media/choices?search=table%20caf%C3%A9')).json();
    expect(choices).toMatchObject({ total: 1, items: [{ name: 'cafe-hiring.jpg' }] });
  });

  it('has an empty state', async () => {
    expect(visibleTextOf(await (await admin.get(LIBRARY)).text())).toContain('No images yet');
  });

  it('shows which article, page, category and ad use an image', async () => {
    const [used] = await addRows(['used.jpg', 'unused.jpg']);
    const url = `/media/${used?.key}`;
    const article = await addArticle(site.db, {
      title: 'In the text',
      content: `<p><img src="${url}?w=800"></p>`,
    });
    await addArticle(site.db, { title: 'At the top', imageUrl: url, deleted: true });
    await site.db.query(
      `insert into categories (name, slug, image_url) values ('Pictured', 'pictured', '${url}');
       insert into ads (name, image_url) values ('Bench and Ledger', '${url}');
       insert into pages (title, slug, content) values ('Our office', 'office', '<img src="${url}">')`,
    );
    try {
      const html = await (await admin.get(`${LIBRARY}?edit=${used?.id}`)).text();
      const text = visibleTextOf(html);
      expect(text).toMatch(/used\.jpg.*and 4 more/);
      for (const words of [
        'Article In the text',
        'At the top (in the Trash)',
        'Page Our office',
        'Category Pictured',
        'Ad Bench and Ledger',
      ])
        expect(text).toContain(words);
      expect(html).toContain(`href="/admin/articles/${article}/edit"`);
      expect(visibleTextOf(await (await admin.get(`${LIBRARY}?search=unused`)).text())).toContain('Nowhere');
    } finally {
      await site.db.query(
        "delete from categories where slug = 'pictured'; delete from ads; delete from pages where slug = 'office'",
      );
    }
  });

  it('returns 404 for an invalid id, with a message for a deleted image', async () => {
    expect((await admin.get(`${LIBRARY}?edit=nonsense`)).status).toBe(404);
    const gone = await admin.get(`${LIBRARY}?edit=00000000-0000-4000-8000-000000000000`);
    expect(gone.status).toBe(404);
    expect(visibleTextOf(await gone.text())).toContain('This image no longer exists');
  });
});

describe('a form without scripts', () => {
  const post = async (files: [string, Uint8Array][]) => {
    const form = new FormData();
    form.set('intent', 'upload');
    for (const [name, bytes] of files) form.append('file', new Blob([new Uint8Array(bytes)]), name);
    return admin.post(LIBRARY, form);
  };

  it('uploads one or several images', async () => {
    const answer = await post([['a.png', await drawImage('png')]]);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, LIBRARY]);
    expect(visibleTextOf(await (await admin.get(LIBRARY)).text())).toContain(
      'SuccessImage uploaded successfully',
    );
    await post([
      ['b.png', await drawImage('png')],
      ['c.jpg', await drawImage('jpeg')],
    ]);
    const html = await (await admin.get(LIBRARY)).text();
    expect(visibleTextOf(html)).toContain('Success2 images uploaded successfully');
    expect(namesOf(html)).toEqual(['a.png', 'b.png', 'c.jpg']);
  });

  it('is rejected with the reason, and stores the valid images', async () => {
    const words = new TextEncoder().encode('words');
    const refused = await post([['notes.txt', words]]);
    expect(refused.status).toBe(422);
    expect(visibleTextOf(await refused.text())).toContain('Invalid File. Please select an image file');
    expect((await post([])).status).toBe(422);
    const partly = await post([
      ['notes.txt', words],
      ['d.png', await drawImage('png')],
    ]);
    expect(partly.status).toBe(422);
    const html = await partly.text();
    expect(visibleTextOf(html)).toContain('Please select an image file (notes.txt). 1 image was uploaded.');
    expect(namesOf(html)).toEqual(['d.png']);
  });
});

describe('an image', () => {
  it('gets a name and alt text', async () => {
    const { id } = await upload('a.png');
    const answer = await admin.post(LIBRARY, { intent: 'save', id, name: 'Gavel.png', alt: ' A gavel ' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, LIBRARY]);
    expect(visibleTextOf(await (await admin.get(LIBRARY)).text())).toContain('Image updated successfully');
    const { rows } = await site.db.query(
      "select subject, details from audit_log where event = 'media_updated'",
    );
    expect(rows[0]).toMatchObject({
      subject: 'Gavel.png',
      details: { changes: { name: { from: 'a.png', to: 'Gavel.png' }, alt: { from: '', to: 'A gavel' } } },
    });
    const refused = await admin.post(LIBRARY, { intent: 'save', id, name: ' ', alt: 'Typed words' });
    expect(refused.status).toBe(422);
    expect(visibleTextOf(await refused.text())).toContain('Name is required');
  });

  it('is not overwritten without notice when someone else changed it', async () => {
    const { id } = await upload('a.png');
    const at = `${LIBRARY}?edit=${id}`;
    const versionOf = (html: string) => /name="version" value="([^"]+)"/.exec(html)?.[1] ?? 'none';
    const version = versionOf(await (await admin.get(at)).text());
    const save = (name: string, version: string) =>
      admin.post(at, { intent: 'save', id, name, alt: 'Typed words', version });
    expect((await save('theirs.png', version)).status).toBe(303);
    const stale = await save('mine.png', version);
    expect(stale.status).toBe(409);
    const html = await stale.text();
    expect(visibleTextOf(html)).toContain('Someone else has changed this image. It is now “theirs.png”');
    expect(html).toContain('value="mine.png"');
    expect(html).toContain('>Typed words</textarea>');
    expect((await site.db.query('select name from media')).rows).toEqual([{ name: 'theirs.png' }]);
    expect((await save('mine.png', versionOf(html))).status).toBe(303);
    expect((await site.db.query('select name from media')).rows).toEqual([{ name: 'mine.png' }]);
  });

  it('is returned with the typed text while the database is unavailable', async () => {
    const [row] = await addRows(['a.png']);
    await site.withoutDatabase(async () => {
      const fields = {
        intent: 'save',
        id: row?.id ?? '',
        name: 'typed.png',
        alt: 'Typed words',
        version: '',
      };
      const answer = await admin.post(`${LIBRARY}?edit=${row?.id}`, fields);
      expect(answer.status).toBe(503);
      const html = await answer.text();
      expect(visibleTextOf(html)).toContain('Failed to save image');
      expect(html).toContain('value="typed.png"');
      expect(html).toContain('>Typed words</textarea>');
    });
  });

  it('deleted during a save is reported as missing', async () => {
    const [row] = await addRows(['a.png']);
    const id = row?.id ?? '';
    const answer = await deleteDuring(site.db, 'media', id, () =>
      admin.post(LIBRARY, { intent: 'save', id, name: 'Late.png', alt: '' }),
    );
    expect(answer.status).toBe(404);
    expect(visibleTextOf(await answer.text())).toContain('This image no longer exists');
    expect((await site.db.query('select event from audit_log')).rows).toEqual([]);
  });

  it('is deleted with its variants, after a warning where it is used', async () => {
    const { id, key, url } = await upload('a.png', { width: 900, height: 600 });
    await addArticle(site.db, { title: 'Its only reader', imageUrl: url });
    for (const query of ['w=400', 'v=og']) await (await site.get(`${url}?${query}`)).arrayBuffer();
    const question = visibleTextOf(await (await admin.get(`${LIBRARY}?delete=${id}`)).text());
    expect(question).toContain('Are you sure you want to delete this image?');
    expect(question).toContain('It is used in 1 place. A placeholder will be shown instead.');
    expect(question).toContain('Its only reader');
    const answer = await admin.post(`${LIBRARY}?delete=${id}`, { intent: 'delete', id });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, LIBRARY]);
    expect(visibleTextOf(await (await admin.get(LIBRARY)).text())).toContain('Image deleted successfully');
    await expect.poll(() => site.listFiles()).toEqual(expect.not.arrayContaining([key]));
    expect((await site.get(url)).status).toBe(404);
    expect((await site.get(`${url}?w=400`)).status).toBe(404);
    const { rows } = await site.db.query("select subject from audit_log where event = 'media_deleted'");
    expect(rows).toEqual([{ subject: 'a.png' }]);
    expect((await admin.post(LIBRARY, { intent: 'delete', id })).status).toBe(404);
  });
});

it('says why an image cannot be cropped: without scripts, a GIF, and one that was deleted', async () => {
  const [{ id = '' } = {}] = await addRows(['photo.jpg']);
  const cropDialog = async () => visibleTextOf(await (await admin.get(`${LIBRARY}?crop=${id}`)).text());
  expect(await cropDialog()).toContain('Cropping and rotating needs JavaScript.');
  expect(await cropDialog()).not.toContain('GIF images can’t');
  await site.db.query("update media set content_type = 'image/gif'");
  expect(await cropDialog()).toContain('GIF images can’t be cropped here');
  await site.db.query('delete from media');
  expect(await cropDialog()).toContain('This image no longer exists.');
});

describe('serving', () => {
  it('sends each browser the smallest format it supports, generated once', async () => {
    const { url, key } = await upload('wide.png', { width: 1000, height: 600 });
    const usual = await site.get(`${url}?w=400`);
    expect(usual.headers.get('content-type')).toBe('image/webp');
    expect(usual.headers.get('vary')).toContain('Accept');
    await usual.arrayBuffer();
    // The AVIF variant is generated after the response.
    await expect
      .poll(() => site.listFiles('variants/w400/'), { timeout: 50_000 })
      .toContain(`variants/w400/${key}.avif`);
    const modern = await site.get(`${url}?w=400`, { headers: { accept: 'image/avif,image/webp,*/*' } });
    expect(modern.headers.get('content-type')).toBe('image/avif');
    expect(modern.headers.get('etag')).not.toBe(usual.headers.get('etag'));
    const again = await site.get(`${url}?w=400`, { headers: { accept: 'image/webp' } });
    expect(again.headers.get('content-type')).toBe('image/webp');
  });

  it('keeps the size of an image that is smaller than the wanted width', async () => {
    const { url } = await upload('small.png', { width: 1200, height: 600 });
    const image = await (await site.get(`${url}?w=1600`)).arrayBuffer();
    expect(imageSize(new Uint8Array(image))).toMatchObject({ width: 1200, height: 600 });
  });

  it('generates a variant once for simultaneous requests', async () => {
    const { url } = await upload('crowd.png', { width: 800, height: 600 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => site.get(`${url}?w=160`)));
    const tags = await Promise.all(
      answers.map(async (answer) => {
        expect(answer.headers.get('content-type')).toBe('image/webp');
        await answer.arrayBuffer();
        return answer.headers.get('etag');
      }),
    );
    expect(new Set(tags).size).toBe(1);
  });

  it('sends no content that could run, and images only', async () => {
    const { url } = await upload('a.png');
    const image = await site.get(url);
    expect(image.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(image.headers.get('x-content-type-options')).toBe('nosniff');
    expect(image.headers.get('cache-control')).toContain('max-age=3600');
    const page = new TextEncoder().encode('<script>alert(1)</script>');
    for (const type of ['text/html', 'image/svg+xml', 'application/xhtml+xml']) {
      await site.putFile('article-images/articles/0.jpg', page, type);
      const answer = await site.get('/media/article-images/articles/0.jpg');
      expect(answer.headers.get('content-type'), type).toBe('application/octet-stream');
      expect(answer.headers.get('content-disposition'), type).toBe('attachment');
    }
  });
});

describe('files orphaned by a failed upload', () => {
  it('are deleted after an hour, and no other files are', async () => {
    const { key } = await upload('kept.png');
    const moment = Date.now();
    const named = (n: number) => `article-images/articles/${moment + n}.png`;
    const [orphan, used] = [named(101), named(102)];
    for (const file of [orphan, used, `variants/w400/${orphan}.webp`])
      await site.putFile(file, await drawImage('png'), 'image/png');
    await addArticle(site.db, { title: 'Shows it', imageUrl: `/media/${used}` });
    /** Seven minutes past the hour, when the cleanup runs. */
    const hourFromNow = (hours: number) =>
      new Date(Math.ceil(moment / 3_600_000 + hours) * 3_600_000 + 7 * 60_000);
    await site.runCron(new Date(moment + 60_000));
    expect(await site.listFiles('article-images/')).toContain(orphan);
    await site.runCron(hourFromNow(1));
    const files = await site.listFiles();
    expect(files).toEqual(expect.arrayContaining([key, used]));
    expect(files.filter((file) => file.includes(orphan))).toEqual([]);
  });
});
