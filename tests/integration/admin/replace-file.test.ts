// Replacing a file of the media library wherever it is used.
import { beforeEach, describe, expect } from 'vitest';
import { editPath, postForm, readFormFields } from '../../support/browser/editor';
import { addAccount, addArticle, changeDuring, emptyMagazine } from '../../support/factory';
import { cacheState, visibleTextOf } from '../../support/html';
import { drawImage } from '../../support/images';
import { waitForJob } from '../../support/jobs';
import { adminTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const { it, site, admin } = adminTest({ pageCache: 'on' });
const LIBRARY = '/admin/media';

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('media, media_uses, audit_log, jobs');
});

const rows = async (query: string, values: unknown[] = []) => (await site.db.query(query, values)).rows;

async function toBlob(width: number, height: number): Promise<Blob> {
  return new Blob([new Uint8Array(await drawImage('png', { width, height }))], { type: 'image/png' });
}

async function upload(name: string, width = 64, height = 48) {
  const form = new FormData();
  form.set('file', await toBlob(width, height), name);
  const { url } = (await (await admin.post('/admin/media/upload', form)).json()) as { url: string };
  const [row] = await rows('select id from media where key = $1', [url.slice('/media/'.length)]);
  return { url, id: row.id as string };
}

function replace(id: string, given: { file?: Blob; url?: string }, by = admin) {
  const form = new FormData();
  form.set('intent', 'replace');
  form.set('id', id);
  form.set('imageUrl', given.url ?? '');
  if (given.file) form.set('imageFile', given.file, 'new.png');
  return by.post(`${LIBRARY}?replace=${id}`, form);
}

const urlOfNew = async () => `/media/${(await rows("select key from media where name = 'new.png'"))[0]?.key}`;

describe('replacing a file', () => {
  it('changes every use in one transaction, and readers see it immediately', async () => {
    const { url, id } = await upload('old.png');
    const longer = `${url}x`;
    const text = (shown: string, focus = '#focus=30,70') =>
      `<p><img src="${shown}${focus}" alt="A lamp" loading="lazy" /> <img src="${longer}" alt="Other" loading="lazy" /></p>`;
    const article = await addArticle(site.db, {
      slug: 'shown',
      category: 'tools',
      content: text(url),
      imageUrl: `${url}#focus=20,80`,
    });
    const trashed = await addArticle(site.db, { content: text(url), deleted: true });
    const draft = await addArticle(site.db, { status: 'draft', imageUrl: url });
    const other = await addArticle(site.db, { content: `<p><img src="${longer}" alt="Other" /></p>` });
    await site.db.query(
      `update categories set image_url = '${url}', seo = '{"socialImage": "${url}"}';
       update authors set image_url = '${url}';
       update articles set seo = '{"socialImage": "${url}"}' where id = '${draft}';
       insert into ads (name, image_url, html_content) values ('Bench', '${url}', '<img src="https://site.example${url}">');
       insert into pages (title, slug, content) values ('Office', 'office', '<img src="${url}">')`,
    );
    for (const path of ['/article/shown', '/category/tools', '/page/office', '/author/dana-whitfield']) {
      await site.get(path);
      expect(cacheState(await site.get(path)), path).toBe('hit');
    }
    const dialog = visibleTextOf(await (await admin.get(`${LIBRARY}?replace=${id}`)).text());
    expect(dialog).toContain('The new file replaces this one in 7 places.');

    const answer = await replace(id, { file: await toBlob(128, 96) });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, LIBRARY]);
    const now = await urlOfNew();
    expect(await rows('select content, image_url, version from articles where id = $1', [article])).toEqual([
      { content: text(now), image_url: `${now}#focus=20,80`, version: 2 },
    ]);
    expect(await rows('select content from articles where id = $1', [trashed])).toEqual([
      { content: text(now) },
    ]);
    expect(await rows('select image_url, seo from articles where id = $1', [draft])).toEqual([
      { image_url: now, seo: { socialImage: now } },
    ]);
    expect(await rows('select version from articles where id = $1', [other])).toEqual([{ version: 1 }]);
    expect(await rows('select image_url, seo from categories')).toEqual([
      { image_url: now, seo: { socialImage: now } },
    ]);
    expect(await rows('select image_url from authors')).toEqual([{ image_url: now }]);
    expect(await rows('select image_url, html_content from ads')).toEqual([
      { image_url: now, html_content: `<img src="https://site.example${now}">` },
    ]);
    expect(await rows('select content from pages')).toEqual([{ content: `<img src="${now}">` }]);
    expect(await rows('select count(*)::int from media_uses where key = $1', [url.slice(7)])).toEqual([
      { count: 0 },
    ]);
    for (const path of ['/article/shown', '/category/tools', '/page/office', '/author/dana-whitfield']) {
      const html = await site.text(path);
      expect(html, path).toContain(now);
      expect(html, path).not.toMatch(new RegExp(`${url.replaceAll('.', '\\.')}(?!x)`));
    }
    // The old file is kept, with its name, and so are the revisions that show it.
    const list = visibleTextOf(await (await admin.get(LIBRARY)).text());
    expect(list).toContain('File replaced in 7 places');
    expect(list).toContain('To undo this, replace “new.png” with it.');
    expect(list).toContain('old.png');
    expect((await site.get(url)).status).toBe(200);
    const revisions = await rows(
      "select version, cause, snapshot ->> 'imageUrl' as image from article_revisions where article_id = $1 order by version",
      [article],
    );
    expect(revisions).toEqual([
      { version: 1, cause: 'found', image: `${url}#focus=20,80` },
      { version: 2, cause: 'image', image: `${now}#focus=20,80` },
    ]);
    const events = await rows(
      "select event, count(*)::int from audit_log where event like '%updated' or event = 'media_replaced' group by event order by event",
    );
    expect(events).toEqual([
      { event: 'ad_updated', count: 1 },
      { event: 'article_updated', count: 3 },
      { event: 'author_updated', count: 1 },
      { event: 'category_updated', count: 1 },
      { event: 'media_replaced', count: 1 },
      { event: 'page_updated', count: 1 },
    ]);
    const log = visibleTextOf(await (await admin.get('/admin/audit')).text());
    expect(log).toContain('replaced the image “old.png” with “new.png” everywhere');
  });

  it('resets focal points if the shape differs, and is undone by replacing back', async () => {
    const { url, id } = await upload('old.png', 64, 48);
    await site.db.query("update media set alt = 'A lamp'");
    const article = await addArticle(site.db, { imageUrl: `${url}#focus=20,80` });
    expect((await replace(id, { file: await toBlob(48, 64) })).status).toBe(303);
    const now = await urlOfNew();
    expect(visibleTextOf(await (await admin.get(LIBRARY)).text())).toContain('Focal points were reset');
    expect(await rows('select image_url from articles where id = $1', [article])).toEqual([
      { image_url: now },
    ]);
    const [row] = await rows("select id, alt from media where name = 'new.png'");
    expect(row.alt).toBe('A lamp');
    expect((await replace(row.id, { url })).status).toBe(303);
    expect(await rows('select image_url from articles where id = $1', [article])).toEqual([
      { image_url: url },
    ]);
  });

  it('writes the new size where the text has one, and keeps a chosen size that still fits', async () => {
    const { url, id } = await upload('old.png', 64, 48);
    const text = (shown: string, size: string, chosen = 'height="24" width="32"') =>
      `<p><img src="${shown}" alt="A" ${size} /><img ${chosen} src="${shown}" /><img src="${shown}" width="20" /><img src="${url}x" width="64" height="48" /></p>`;
    const article = await addArticle(site.db, { content: text(url, 'width="64" height="48"') });
    await site.db.query('insert into article_templates (name, fields) values ($1, $2)', [
      'Review',
      { content: text(url, 'width="64" height="48"') },
    ]);
    const contents = () =>
      rows(
        `select content from articles where id = $1 union all select fields ->> 'content' from article_templates`,
        [article],
      );
    await replace(id, { file: await toBlob(128, 96) });
    const larger = await urlOfNew();
    const expected = { content: text(larger, 'width="128" height="96"') };
    expect(await contents()).toEqual([expected, expected]);
    await site.db.query("update media set name = 'larger.png' where name = 'new.png'");
    const [row] = await rows("select id from media where name = 'larger.png'");
    await replace(row.id, { file: await toBlob(30, 40) });
    const turned = { content: text(await urlOfNew(), 'width="30" height="40"', 'height="40" width="30"') };
    expect(await contents()).toEqual([turned, turned]);
  });

  it('does not overwrite an edit in progress, and loses none of it', async () => {
    const { url, id } = await upload('old.png');
    const article = await addArticle(site.db, { content: `<p><img src="${url}" alt="A lamp"></p>` });
    const form = await readFormFields(await admin.get(editPath(article)));
    expect((await replace(id, { file: await toBlob(64, 48) })).status).toBe(303);
    const stale = await postForm(admin, editPath(article), { ...form, title: 'Typed meanwhile' });
    expect(stale.status).toBe(409);
    const html = await stale.text();
    expect(visibleTextOf(html)).toContain('Typed meanwhile');
    const [stored] = await rows('select title, content from articles where id = $1', [article]);
    expect(stored.content).toContain(await urlOfNew());
  });

  it('waits for a save in progress and keeps its text', async () => {
    const { url, id } = await upload('old.png');
    const article = await addArticle(site.db, { content: `<p><img src="${url}" alt="A lamp"></p>` });
    const change = `update articles set content = content || '<p>Saved meanwhile</p>' where id = '${article}'`;
    const file = await toBlob(64, 48);
    expect((await changeDuring(site.db, change, () => replace(id, { file }))).status).toBe(303);
    const [stored] = await rows('select content, version from articles where id = $1', [article]);
    expect(stored.content).toContain('Saved meanwhile');
    expect(stored.content).toContain(await urlOfNew());
    expect(stored.version).toBe(3);
  });

  it('is a job if there are many uses', async () => {
    const { url, id } = await upload('old.png');
    for (let i = 0; i < 26; i += 1) await addArticle(site.db, { title: `Story ${i}`, imageUrl: url });
    const answer = await replace(id, { file: await toBlob(64, 48) });
    expect(answer.status).toBe(303);
    const jobId = /^\/admin\/jobs\/(.+)$/.exec(answer.headers.get('location') ?? '')?.[1] ?? '';
    expect(await waitForJob(site, jobId)).toMatchObject({
      status: 'done',
      title: 'Replace “old.png” in 26 places',
    });
    expect(await rows('select distinct image_url from articles')).toEqual([{ image_url: await urlOfNew() }]);
    expect(await rows("select count(*)::int from article_revisions where cause = 'image'")).toEqual([
      { count: 26 },
    ]);
    expect(visibleTextOf(await (await admin.get(`/admin/jobs/${jobId}`)).text())).toMatch(/Story \d+/);
  });
});

describe('a replacement is refused', () => {
  it('for a file that is no image or too large, for an unknown URL, and for the same image', async () => {
    const { url, id } = await upload('old.png');
    const article = await addArticle(site.db, { imageUrl: url });
    const refusals: [Parameters<typeof replace>[1], string][] = [
      [{}, 'Upload an image, or choose one from the library'],
      [{ file: new Blob(['words'], { type: 'image/png' }) }, 'Please select an image file'],
      [
        { file: new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' }) },
        'Please select an image file',
      ],
      [
        { file: new Blob([await toBlob(64, 48), new Uint8Array(5 * 1024 * 1024)], { type: 'image/png' }) },
        'Please select an image smaller than 5MB',
      ],
      [{ url: '/media/article-images/articles/1.jpg' }, 'There is no image with this URL in the library'],
      [{ url: '/stock/tools-800.webp' }, 'There is no image with this URL in the library'],
      [{ url: 'http://127.0.0.1/a.png' }, 'This URL cannot be used'],
      [{ url }, 'This is the image that you want to replace'],
    ];
    for (const [given, reason] of refusals) {
      const answer = await replace(id, given);
      expect(answer.status, reason).toBe(422);
      const html = await answer.text();
      expect(visibleTextOf(html)).toContain(reason);
      if (given.url) expect(html).toContain(`value="${given.url}"`);
    }
    expect(await rows('select image_url from articles where id = $1', [article])).toEqual([
      { image_url: url },
    ]);
    expect(await rows("select event from audit_log where event = 'media_replaced'")).toEqual([]);
  });

  it('for an image that is not used or does not exist', async () => {
    const { id } = await upload('old.png');
    const unused = await replace(id, { file: await toBlob(64, 48) });
    expect(unused.status).toBe(409);
    expect(visibleTextOf(await unused.text())).toContain('This image is not used anywhere');
    const gone = await replace('00000000-0000-4000-8000-000000000000', { file: await toBlob(64, 48) });
    expect(gone.status).toBe(404);
    expect(await rows('select name from media')).toEqual([{ name: 'old.png' }]);
  });

  it('for authors', async () => {
    const { url, id } = await upload('old.png');
    await addArticle(site.db, { imageUrl: url });
    await addAccount(site.db, { email: 'author@example.com', role: 'author' });
    const author = visit(site);
    await author.signIn('author@example.com');
    const answer = await replace(id, { file: await toBlob(64, 48) }, author);
    expect(answer.status).toBe(403);
    expect(await rows('select name from media')).toEqual([{ name: 'old.png' }]);
  });

  it('while the database is unavailable, with the URL still in the form', async () => {
    const { url, id } = await upload('old.png');
    await site.withoutDatabase(async () => {
      const answer = await replace(id, { url });
      expect(answer.status).toBe(503);
      expect(await answer.text()).toContain(`value="${url}"`);
    });
  });
});
