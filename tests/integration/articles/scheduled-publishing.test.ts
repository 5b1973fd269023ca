// Scheduled drafts: published on time, once, completely, and visible immediately.
import { isOwnCall } from 'dev/clock';
import { beforeEach, describe, expect } from 'vitest';
import { createByForm, editPath, postForm, readFormFields } from '../../support/browser/editor';
import { addArticle, emptyMagazine } from '../../support/factory';
import { cacheState } from '../../support/html';
import { adminTest } from '../../support/site/site-test';

const { it, site, admin: editor } = adminTest({ pageCache: 'on' });
/** 09:30 in New York. */
const DUE = new Date('2027-01-05T14:30:00Z');
const minutesAfter = (minutes: number) => new Date(DUE.getTime() + minutes * 60_000);

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('audit_log');
});

const article = async (id: string) =>
  (await site.db.query('select * from articles where id = $1', [id])).rows[0];

describe('a scheduled draft', () => {
  it('is published at its time, completely, and readers see it immediately', async () => {
    const id = await createByForm(editor, { slug: 'patience', publishAt: '2027-01-05T09:30' });
    expect((await site.get('/article/patience')).status).toBe(404);
    await site.get('/');
    expect(cacheState(await site.get('/'))).toBe('hit');
    await site.runCron(minutesAfter(-1));
    expect(await article(id)).toMatchObject({ status: 'draft', publish_at: DUE });
    await site.runCron(minutesAfter(0));
    expect(await article(id)).toMatchObject({
      status: 'published',
      publish_at: null,
      publish_date: DUE,
      first_published_at: DUE,
      version: 2,
    });
    expect((await site.get('/article/patience')).status).toBe(200);
    expect(await site.text('/')).toContain('/article/patience');
    const { rows } = await site.db.query(
      "select version, cause, actor_id, snapshot->>'status' as status from article_revisions order by version",
    );
    expect(rows.map(({ version, cause, status }) => [version, cause, status])).toEqual([
      [1, 'editor', 'draft'],
      [2, 'schedule', 'published'],
    ]);
    expect(rows[1].actor_id).toBeNull();
    const log = await site.db.query(
      "select subject, details from audit_log where event = 'article_published'",
    );
    expect(log.rows).toMatchObject([{ details: { id, cause: 'schedule' } }]);
  });

  it('is published once when a trigger was missed and several overlap', async () => {
    const ids = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        createByForm(editor, { title: `Draft ${i}`, publishAt: '2027-01-05T09:30' }),
      ),
    );
    await Promise.all(Array.from({ length: 6 }, () => site.runCron(minutesAfter(180))));
    // A trigger skips rows that another one has locked; the next minute's trigger finds them.
    await site.runCron(minutesAfter(181));
    const { rows } = await site.db.query(
      "select count(*)::int as revisions, count(distinct article_id)::int as articles from article_revisions where cause = 'schedule'",
    );
    expect(rows).toEqual([{ revisions: ids.length, articles: ids.length }]);
    const waiting = await site.db.query(
      "select 1 from articles where status <> 'published' or publish_at is not null",
    );
    expect(waiting.rowCount).toBe(0);
  });

  it('keeps the state before as a revision when there was none', async () => {
    const id = await addArticle(site.db, { status: 'draft' });
    await site.db.query('update articles set first_published_at = null, publish_at = $2 where id = $1', [
      id,
      DUE,
    ]);
    await site.runCron(minutesAfter(1));
    const { rows } = await site.db.query('select version, cause from article_revisions order by version');
    expect(rows).toEqual([
      { version: 2, cause: 'found' },
      { version: 3, cause: 'schedule' },
    ]);
  });

  it('is published with the others although its next revision already exists', async () => {
    const ids = [
      await addArticle(site.db, { status: 'draft' }),
      await addArticle(site.db, { status: 'draft' }),
    ];
    await site.db.query('update articles set publish_at = $1', [DUE]);
    await site.db.query(
      `insert into article_revisions (article_id, version, cause, snapshot)
       select id, version + 1, 'editor', '{}' from articles where id = $1`,
      [ids[0]],
    );
    await site.runCron(minutesAfter(1));
    for (const id of ids) expect((await article(id)).status).toBe('published');
  });

  it('in the Trash stays there', async () => {
    const id = await createByForm(editor, { publishAt: '2027-01-05T09:30' });
    // Deleted recently, because the cron task would otherwise empty it from the Trash.
    await site.db.query('update articles set deleted_at = $2 where id = $1', [
      id,
      new Date(minutesAfter(-60)),
    ]);
    await site.runCron(minutesAfter(1));
    expect(await article(id)).toMatchObject({ status: 'draft', first_published_at: null });
  });

  it('is not overwritten by an editor that was open at the time', async () => {
    const id = await createByForm(editor, { publishAt: '2027-01-05T09:30' });
    const form = await readFormFields(await editor.get(editPath(id)));
    await site.runCron(minutesAfter(0));
    const answer = await postForm(editor, editPath(id), { ...form, title: 'Typed meanwhile' });
    expect(answer.status).toBe(409);
    expect(await article(id)).toMatchObject({ status: 'published', version: 2 });
  });
});

describe('the cron trigger', () => {
  it('can be fired from this machine only', async () => {
    const fire = (headers: Record<string, string>) =>
      site.get('/cdn-cgi/handler/scheduled', { headers }).then(({ status }) => status);
    expect(await fire({})).toBe(200);
    expect(await fire({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await fire({ origin: 'https://evil.example' })).toBe(403);
    const call = (url: string, headers = {}) => isOwnCall({ url, headers: new Headers(headers) });
    expect(
      call('http://localhost:1/x', { origin: 'http://localhost:1', 'sec-fetch-site': 'same-origin' }),
    ).toBe(true);
    expect(call('http://[::1]:1/x')).toBe(true);
    expect(call('http://localhost:1/x', { origin: 'null' })).toBe(false);
    // A host name that someone else pointed at this machine.
    expect(call('http://rebound.example:1/x')).toBe(false);
  });

  it('fails while the database is unavailable, and the next one catches up', async () => {
    const id = await createByForm(editor, { publishAt: '2027-01-05T09:30' });
    await site.loseDatabase();
    await expect(site.runCron(minutesAfter(0))).rejects.toThrow('The trigger failed');
    await site.restoreDatabase();
    await site.runCron(minutesAfter(7));
    expect(await article(id)).toMatchObject({ status: 'published', publish_date: minutesAfter(7) });
  });

  it('permanently deletes articles that were in the Trash for 30 days', async () => {
    const old = await addArticle(site.db, { deleted: true });
    const young = await addArticle(site.db, { deleted: true });
    await site.db.query("update articles set deleted_at = now() - interval '31 days' where id = $1", [old]);
    await site.runCron();
    expect((await site.db.query('select id from articles')).rows).toEqual([{ id: young }]);
  });
});
