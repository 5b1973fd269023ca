// Article repair from start to undo, through the real queue and over HTTP without scripts.
import { beforeEach, describe, expect } from 'vitest';
import { addArticle, changeDuring, emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { drawImage } from '../../support/images';
import { adminTest } from '../../support/site/site-test';

const { it, site, admin } = adminTest({
  pageCache: 'on',
  diesAt: (point) => diesAt(point),
});
/** Decides whether the worker crashes; tests replace it. */
let diesAt: (point: string) => boolean = () => false;
const PAGE = '/admin/repair';
const DAMAGED = '<p>Tom &amp;amp; Jerry&amp;#39;s   firm</p>';
const REPAIRED = "<p>Tom &amp; Jerry's firm</p>";
const RIGHT = '<p>Fish &amp; chips<br>with <code>a  &amp;amp; b</code></p>';

beforeEach(async () => {
  diesAt = () => false;
  await emptyMagazine(site.db);
  await site.empty('jobs, job_items, audit_log, redirects, slug_history, media, media_uses');
});

const start = (intent: string, more: Record<string, string> = {}) => admin.post(PAGE, { intent, ...more });
const screen = async (query = '') => visibleTextOf(await (await admin.get(PAGE + query)).text());
const jobOf = async (kind: string) =>
  (await site.db.query('select * from jobs where kind = $1 order by created_at desc limit 1', [kind]))
    .rows[0];
const end = (kind: string) =>
  expect.poll(async () => (await jobOf(kind))?.status, { timeout: 50_000, interval: 50 }).not.toBe('running');
const run = async (intent: string, kind: string, more: Record<string, string> = {}) => {
  expect((await start(intent, more)).status).toBe(303);
  await end(kind);
};
const repair = () => run('repair', 'repair');
const articleOf = async (id: string) =>
  (await site.db.query('select * from articles where id = $1', [id])).rows[0];
const revisionsOf = async (id: string) =>
  (
    await site.db.query(
      "select version, cause, snapshot ->> 'content' as content from article_revisions where article_id = $1 order by version",
      [id],
    )
  ).rows;
const dataUrl = async (width = 64) =>
  `data:image/png;base64,${Buffer.from(await drawImage('png', { width })).toString('base64')}`;

describe('a repair', () => {
  it('finds nothing when all articles are fine', async () => {
    await addArticle(site.db, { content: RIGHT, summary: 'R&D, said plainly.' });
    expect(await screen()).toContain('Start Repair Process');
    await repair();
    expect(await screen()).toMatch(/No Articles to Repair.*Total0.*Repaired0.*Skipped0/s);
  });

  it('lists batches by number and articles by title on the page of the job', async () => {
    const id = await addArticle(site.db, { title: 'Terms of Trade', content: DAMAGED });
    const gone = await addArticle(site.db, { title: 'Gone', content: DAMAGED });
    await repair();
    await site.db.query('delete from articles where id = $1', [gone]);
    const html = await (await admin.get(`/admin/jobs/${(await jobOf('repair')).id}`)).text();
    expect(visibleTextOf(html)).toMatch(/Articles 1 to 2.*Terms of Trade/s);
    expect(visibleTextOf(html)).toContain('A deleted article');
    expect(html).toContain(`href="/admin/articles/${id}/edit"`);
    for (const raw of ['page-1', gone]) expect(visibleTextOf(html)).not.toContain(raw);
  });

  it('repairs damaged articles only, and pages show the result', async () => {
    const damaged = await addArticle(site.db, {
      slug: 'damaged',
      content: DAMAGED,
      summary: 'Tom &amp; Jerry&#39;s\nfirm',
      category: 'tools',
    });
    const right = await addArticle(site.db, { content: RIGHT });
    const draft = await addArticle(site.db, { content: DAMAGED, status: 'draft' });
    const trashed = await addArticle(site.db, { content: DAMAGED, deleted: true });
    const before = await articleOf(damaged);
    const rightBefore = await articleOf(right);
    expect(await site.text('/article/damaged')).toContain('Tom &amp;amp; Jerry');

    await repair();
    const after = await articleOf(damaged);
    expect(after).toMatchObject({
      content: REPAIRED,
      summary: "Tom & Jerry's firm",
      version: before.version + 1,
    });
    for (const field of ['publish_date', 'first_published_at', 'status', 'slug', 'category_id', 'title'])
      expect(after[field], field).toEqual(before[field]);
    expect((await articleOf(draft)).content).toBe(REPAIRED);
    expect((await articleOf(trashed)).content).toBe(DAMAGED);
    expect(await articleOf(right)).toEqual(rightBefore);
    expect(await revisionsOf(damaged)).toEqual([
      { version: 1, cause: 'found', content: DAMAGED },
      { version: 2, cause: 'repair', content: REPAIRED },
    ]);
    expect(await screen()).toMatch(
      /Repair Complete.*2 articles repaired, 0 skipped.*Total2.*Repaired2.*Skipped0/s,
    );
    const page = await site.text('/article/damaged');
    expect(page).toContain('Tom &amp; Jerry');
    expect(page).not.toContain('&amp;amp;');
    const { rows } = await site.db.query("select subject from audit_log where event = 'article_repaired'");
    expect(rows).toHaveLength(2);
    const history = visibleTextOf(await (await admin.get(`/admin/articles/${damaged}/revisions`)).text());
    expect(history).toContain('Repaired');

    await repair();
    expect(await screen()).toContain('No Articles to Repair');
  });

  it('moves embedded images to the library once each, and removes broken ones', async () => {
    const image = await dataUrl();
    const content = (text: string) =>
      `<p>${text}</p><p><img src="${image}" alt="A &amp;amp; B"></p><img src="data:image/png;base64,AAAA"><p>end</p>`;
    const ids = [
      await addArticle(site.db, { content: content('one') }),
      await addArticle(site.db, { content: content('two') }),
    ];
    // The page of articles has been scanned and the first article's images are stored.
    let runs = 0;
    diesAt = (point) => point === 'after-run' && ++runs === 2;
    await start('repair');
    await expect.poll(() => runs, { timeout: 50_000 }).toBeGreaterThan(1);
    // Its consumer has crashed: the cron task retries the item once its lease has expired.
    await site.db.query(
      "update job_items set claimed_until = now() - interval '1 second' where status = 'running'",
    );
    await site.db.query("update job_items set touched_at = now() - interval '1 minute'");
    await site.runCron(new Date(), '@start');
    await end('repair');
    const { rows: media } = await site.db.query('select key, alt from media');
    expect(media.length).toBeLessThanOrEqual(2);
    expect(media[0].alt).toBe('A & B');
    for (const id of ids) {
      const { content: html } = await articleOf(id);
      expect(html).toMatch(
        /^<p>(one|two)<\/p><p><img src="\/media\/article-images\/articles\/\d+\.png" alt="A &amp; B" loading="lazy" \/><\/p><p>end<\/p>$/,
      );
      const [, src = ''] = /src="([^"]+)"/.exec(html) ?? [];
      expect((await site.get(src)).status).toBe(200);
      expect(await revisionsOf(id)).toHaveLength(2);
    }
    expect(await screen()).toMatch(/Total2.*Repaired2.*Skipped0/s);
  });

  it('never overwrites a save that happens meanwhile', async () => {
    const id = await addArticle(site.db, { content: DAMAGED, summary: 'Right.' });
    const byHand = `update articles set content = '<p>Written by hand &amp;amp; kept</p>' where id = '${id}'`;
    await changeDuring(site.db, byHand, () => start('repair'));
    await end('repair');
    expect((await articleOf(id)).content).toBe('<p>Written by hand &amp; kept</p>');
    expect((await revisionsOf(id)).map(({ cause }) => cause)).toEqual(['found', 'repair']);
  });

  it('skips an article that is gone, with the reason', async () => {
    // The scan ran before the article was deleted.
    const id = await addArticle(site.db, { content: DAMAGED, deleted: true });
    await site.db.query(
      `with job as (insert into jobs (kind, title) values ('repair', 'Repair articles') returning id)
       insert into job_items (job_id, key, touched_at, next_try_at)
         select id, $1, now() - interval '1 minute', now() - interval '1 minute' from job`,
      [id],
    );
    await site.runCron();
    await end('repair');
    expect(await screen()).toMatch(/Total1.*Repaired0.*Skipped1/s);
    const { rows } = await site.db.query('select status, reason from job_items where key = $1', [id]);
    expect(rows).toEqual([{ status: 'skipped', reason: 'The article was deleted.' }]);
  });

  it('shows the running one to a second person', async () => {
    await site.db.query("insert into jobs (kind, title) values ('repair', 'Repair articles')");
    const answer = await start('repair');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, PAGE]);
    const text = await screen();
    expect(text).toContain('A repair is already running or being undone.');
    expect(text).toContain('Repairing articles...');
    expect(text).not.toContain('Repair Failed');
    await site.db.query("update jobs set status = 'failed', finished_at = now()");
    expect(await screen()).toMatch(/Repair Failed.*An error occurred while repairing articles\./s);
  });

  it('starts once for simultaneous clicks', async () => {
    const pressed = await Promise.all([1, 2, 3, 4].map(() => start('repair')));
    expect(pressed.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    const { rows } = await site.db.query("select count(*)::int as jobs from jobs where kind = 'repair'");
    expect(rows).toEqual([{ jobs: 1 }]);
  });

  it('scans more articles than one page holds', async () => {
    await site.db.query(
      `insert into articles (title, slug, author, content)
       select 'Title ' || n, 'slug-' || n, 'Dana', case when n % 50 = 0 then $1 else $2 end from generate_series(1, 250) n`,
      [DAMAGED, RIGHT],
    );
    await repair();
    const { rows } = await site.db.query(
      "select key, input ->> 'count' as count from job_items where key like 'page-%' order by key",
    );
    expect(rows.map(({ count }) => count)).toEqual(['100', '100', '50']);
    expect(await screen()).toMatch(/Total5.*Repaired5.*Skipped0/s);
    expect((await admin.get('/admin/repair/progress')).headers.get('cache-control')).toContain('no-store');
    const { repair: progress } = (await (await admin.get('/admin/repair/progress')).json()) as {
      repair: object;
    };
    expect(progress).toMatchObject({
      status: 'done',
      articles: 250,
      looked: 250,
      total: 5,
      repaired: 5,
      skipped: 0,
    });
  });
});

describe('a dry run', () => {
  it('shows the changes as differences and changes nothing', async () => {
    const id = await addArticle(site.db, {
      title: 'Cat and mouse',
      content: `${DAMAGED}<img src="${await dataUrl()}" alt="x"><img src="data:image/png;base64,AAAA" alt="y">`,
    });
    const before = await articleOf(id);
    const files = await site.listFiles('article-images/');
    await run('preview', 'preview-repair');
    const page = await (await admin.get(PAGE)).text();
    expect(visibleTextOf(page)).toMatch(/1 article would change.*Cat and mouse/s);
    expect(visibleTextOf(page)).toContain(
      '2 characters to decode, 1 run of white space to collapse, 2 embedded images to remove from the text.',
    );
    expect(visibleTextOf(page)).toContain('One unreadable image will be removed.');
    expect(page).toMatch(/<del>/);
    expect(page).not.toContain(';base64,iVBOR');
    expect(await articleOf(id)).toEqual(before);
    expect(await site.listFiles('article-images/')).toEqual(files);
    // The preview disappears once the articles have changed.
    await repair();
    expect(await screen()).not.toContain('would change');
  });
});

describe('undoing a repair', () => {
  it('restores every text exactly, unless it was edited since', async () => {
    const image = `${DAMAGED}<img src="${await dataUrl()}">`;
    const plain = await addArticle(site.db, { content: image, summary: 'A &amp; B' });
    const edited = await addArticle(site.db, { content: DAMAGED });
    const archived = await addArticle(site.db, { content: DAMAGED });
    await repair();
    const { id: jobId } = await jobOf('repair');
    await site.db.query("update articles set content = '<p>Edited.</p>' where id = $1", [edited]);
    await site.db.query("update articles set status = 'archived' where id = $1", [archived]);
    expect(await screen(`?undo=${jobId}`)).toContain(
      'This restores the previous text of the 3 repaired articles.',
    );
    await run('undo', 'undo-repair', { id: jobId });
    expect(await articleOf(plain)).toMatchObject({ content: image, summary: 'A &amp; B' });
    expect((await articleOf(edited)).content).toBe('<p>Edited.</p>');
    expect(await articleOf(archived)).toMatchObject({ content: DAMAGED, status: 'archived' });
    expect((await revisionsOf(plain)).map(({ cause }) => cause)).toEqual(['found', 'repair', 'undo-repair']);
    const result = await screen();
    expect(result).toMatch(/Repair Undone.*2 articles restored, 1 skipped/s);
    expect(result).not.toContain('Undo This Repair');
    const { rows } = await site.db.query("select reason from job_items where status = 'skipped'");
    expect(rows).toEqual([{ reason: 'It was edited after the repair.' }]);
    expect((await start('undo', { id: jobId })).status).toBe(409);
    expect((await start('undo', { id: crypto.randomUUID() })).status).toBe(404);
    expect((await start('undo', { id: (await jobOf('undo-repair')).id })).status).toBe(404);
  });

  it('waits for the articles that a canceled repair is still repairing', async () => {
    const ids = [
      await addArticle(site.db, { content: DAMAGED }),
      await addArticle(site.db, { content: DAMAGED }),
    ];
    await repair();
    const { id: jobId } = await jobOf('repair');
    const setItem = (status: string, until: string | null) =>
      site.db.query('update job_items set status = $1, claimed_until = $2 where job_id = $3 and key = $4', [
        status,
        until,
        jobId,
        ids[0],
      ]);
    await site.db.query("update jobs set status = 'cancelled'");
    await setItem('running', 'infinity');
    const refused = await start('undo', { id: jobId });
    expect([refused.status, visibleTextOf(await refused.text())]).toEqual([
      409,
      expect.stringContaining('Some articles are still being repaired. Try again in a moment.'),
    ]);
    await setItem('done', null);
    await run('undo', 'undo-repair', { id: jobId });
    for (const id of ids) expect((await articleOf(id)).content).toBe(DAMAGED);
  });

  it('is offered again for articles that were repaired after the undo', async () => {
    const [first, second] = [
      await addArticle(site.db, { content: DAMAGED }),
      await addArticle(site.db, { content: DAMAGED }),
    ];
    await repair();
    const { id: jobId } = await jobOf('repair');
    const setItem = (status: string) =>
      site.db.query('update job_items set status = $1 where job_id = $2 and key = $3', [
        status,
        jobId,
        second,
      ]);
    await setItem('failed');
    await run('undo', 'undo-repair', { id: jobId });
    expect((await articleOf(first)).content).toBe(DAMAGED);
    expect(await screen()).not.toContain('Undo This Repair');
    // As after "Retry Failed".
    await setItem('done');
    expect(await screen()).toContain('Undo This Repair');
    expect(await screen(`?undo=${jobId}`)).toContain('the previous text of the repaired article.');
    await run('undo', 'undo-repair', { id: jobId });
    expect((await articleOf(second)).content).toBe(DAMAGED);
    const { rows } = await site.db.query('select key from job_items where job_id = $1', [
      (await jobOf('undo-repair')).id,
    ]);
    expect(rows).toEqual([{ key: second }]);
    expect((await start('undo', { id: jobId })).status).toBe(409);
  });

  it.each(['cancelled', 'failed'])('is offered again after an undo that ended as %s', async (status) => {
    const id = await addArticle(site.db, { content: DAMAGED });
    await repair();
    const { id: jobId } = await jobOf('repair');
    await site.db.query(
      `insert into jobs (kind, title, input, status, finished_at)
       values ('undo-repair', 'Undo an article repair', jsonb_build_object('jobId', $1::text), $2, now())`,
      [jobId, status],
    );
    const html = await (await admin.get(PAGE)).text();
    expect(visibleTextOf(html)).toMatch(/Undo (Canceled|Failed).*Undo This Repair/s);
    expect(html).toContain(`href="${PAGE}?undo=${jobId}"`);
    await run('undo', 'undo-repair', { id: jobId });
    expect((await articleOf(id)).content).toBe(DAMAGED);
    expect(await screen()).not.toContain('Undo This Repair');
  });
});

describe('the content check', () => {
  it('finds problems that readers would notice, with links to the editor', async () => {
    await site.putFile('article-images/articles/1.png', await drawImage('png'), 'image/png');
    await addArticle(site.db, {
      slug: 'there',
      category: 'tools',
      tags: ['intake'],
      author: 'Dana Whitfield',
    });
    const draft = await addArticle(site.db, { slug: 'a-draft', status: 'draft' });
    await site.db.query("update articles set slug = 'there-now' where slug = 'there'");
    await site.db.query("insert into redirects (from_path, to_path) values ('/moved', '/newsletter')");
    const fine =
      '<h2>One</h2><h3>Two</h3><h2>Three</h2><p><a href="/article/there-now">a</a><a href="/article/there">b</a>' +
      '<a href="/category/tools">c</a><a href="/tag/intake">d</a><a href="/author/dana-whitfield">e</a>' +
      '<a href="/moved/">f</a><a href="https://magazine.test/newsletter">g</a><a href="#here">h</a>' +
      '<a href="https://elsewhere.example/x">i</a><a href="mailto:a@b.org">j</a><a href="/category/all">k</a>' +
      '<img src="/media/article-images/articles/1.png" alt="A court"><img src="/stock/tools-800.webp" alt="Tools"></p>';
    await addArticle(site.db, {
      title: 'All fine',
      content: fine,
      imageUrl: '/media/article-images/articles/1.png',
    });
    const faulty = await addArticle(site.db, {
      title: 'All wrong',
      content:
        '<h3>Too deep</h3><p><a href="/article/nowhere">a</a><a href="/article/a-draft">b</a><a href="/tag/none">c</a>' +
        '<a href="https://magazine.test/gone">d</a><img src="/media/article-images/articles/2.png" alt=""></p>',
      imageUrl: '/media/article-images/articles/3.png',
    });
    await run('check', 'check-content');
    const { rows } = await site.db.query('select result from job_items');
    expect(rows.flatMap(({ result }) => result.found)).toEqual([
      {
        id: faulty,
        faults: [
          { kind: 'broken-link', what: '/article/nowhere' },
          { kind: 'broken-link', what: '/article/a-draft' },
          { kind: 'broken-link', what: '/tag/none' },
          { kind: 'broken-link', what: 'https://magazine.test/gone' },
          { kind: 'missing-file', what: '/media/article-images/articles/2.png' },
          { kind: 'missing-file', what: '/media/article-images/articles/3.png' },
          { kind: 'skipped-heading', what: 'Too deep' },
          { kind: 'no-alt', what: '/media/article-images/articles/2.png' },
        ],
      },
    ]);
    const page = await (await admin.get(PAGE)).text();
    expect(visibleTextOf(page)).toContain('Problems found in 1 of 4 articles.');
    expect(page).toContain(`/admin/articles/${faulty}/edit`);
    expect(page).not.toContain(`/admin/articles/${draft}/edit`);
    const filtered = await screen('?fault=skipped-heading');
    expect(filtered).toContain('Too deep');
    expect(filtered).not.toContain('/article/nowhere');
  });

  it('cuts a long URL without splitting an emoji, which PostgreSQL would reject', async () => {
    const path = `/${'x'.repeat(198)}`;
    const id = await addArticle(site.db, { content: `<p><a href="${path}😀">a</a></p>` });
    await run('check', 'check-content');
    const { rows } = await site.db.query('select status, result from job_items');
    expect(rows).toMatchObject([
      { status: 'done', result: { found: [{ id, faults: [{ kind: 'broken-link', what: path }] }] } },
    ]);
  });
});
