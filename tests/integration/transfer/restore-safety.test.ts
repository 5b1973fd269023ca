// What happens on the site while a restore runs: sign-ups, protective settings, due articles, the Trash, saved articles and newsletters.
import { beforeEach, expect, vi } from 'vitest';
import { addArticle, emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import {
  addReader,
  ageBeforeIssue,
  emails,
  leadStatusOf,
  setNewsletter,
  tuesdayAt,
} from '../../support/newsletter';
import { adminTest } from '../../support/site/site-test';
import { packArchive, uploadToTransfer, waitForJobs } from '../../support/transfers';
import { visit } from '../../support/visitor';

/** What happens when the worker takes the item with this key. */
let meanwhile: Record<string, () => Promise<unknown>> = {};
const { it, site, admin } = adminTest({
  diesAt: async (point, where) => {
    if (point === 'after-claim' && /^\d+$/.test(where)) {
      const { rows } = await site.db.query('select key from job_items where id = $1', [where]);
      await meanwhile[rows[0]?.key]?.();
    }
    return false;
  },
});

beforeEach(async () => {
  meanwhile = {};
  await emptyMagazine(site.db);
  await site.empty(
    'media, media_uses, redirects, slug_history, ctas, jobs, outbox, audit_log, article_templates',
  );
});

const SETTINGS = 'data/settings-0001.ndjson';
const LEADS = 'data/leads-0001.ndjson';
const lead = (email: string) => ({
  id: crypto.randomUUID(),
  email,
  source: 'newsletter',
  status: 'confirmed',
  frequency: 'weekly',
  created_at: new Date().toISOString(),
});
const category = { id: crypto.randomUUID(), name: 'Tools', slug: 'tools', description: '' };
const times = { created_at: new Date().toISOString(), updated_at: new Date().toISOString() };
const setting = (key: string, value: unknown) => ({ key, value, updated_at: times.updated_at });

async function subscribe(email: string) {
  expect((await visit(site).post('/api/subscribe', { email, source: 'footer' })).status).toBe(204);
}

/** Restores an archive of these parts. Returns the path of its page and the job's status. */
async function restore(parts: Record<string, readonly object[]>, confirmation = 'replace everything') {
  const page = await uploadToTransfer(admin, 'magazine.zip', await packArchive(parts));
  expect((await admin.post(page, { intent: 'restore', confirmation })).status).toBe(303);
  await waitForJobs(site);
  const { rows } = await site.db.query('select status from jobs order by created_at desc limit 1');
  return { page, status: rows[0].status };
}

const settingOf = async (key: string) =>
  (await site.db.query('select value from settings where key = $1', [key])).rows[0]?.value;

it('replaces everything although readers subscribe meanwhile', async () => {
  await addArticle(site.db, { slug: 'old' });
  meanwhile = {
    'begin-1': () => subscribe('early@example.com'),
    [LEADS]: () => subscribe('Reader@example.com'),
  };
  const { status } = await restore({
    'data/categories-0001.ndjson': [{ ...category, ...times, without_image: false }],
    // The second row of an address, made during the export, must not fail the part.
    [LEADS]: [lead('reader@example.com'), lead('other@example.com'), lead('other@example.com')],
  });
  expect(status).toBe('done');
  expect((await site.get('/category/tools')).status).toBe(200);
  expect(await leadStatusOf(site, 'early@example.com')).toBeUndefined();
  const { rows } = await site.db.query('select email, status from leads order by email');
  expect(rows).toEqual(
    ['other@example.com', 'reader@example.com'].map((email) => ({ email, status: 'confirmed' })),
  );
});

it('does not subscribe people again who opted out since the archive was made', async () => {
  const archived = (name: string, confirmedAt: string | null = '2026-01-01T00:00:00Z') => ({
    ...lead(`${name}@example.com`),
    confirmed_at: confirmedAt,
  });
  const names = ['left', 'bounced', 'stayed', 'returned'];
  const parts = { [LEADS]: [...names.map((name) => archived(name)), archived('later', times.created_at)] };
  for (const name of [...names, 'later', 'gone']) await addReader(site, `${name}@example.com`);
  await site.db.query(`
    update leads set status = case when email like 'bounced@%' then 'bounced' else 'unsubscribed' end,
      unsubscribed_at = '2026-02-02T00:00:00.123456Z' where email not like 'stayed@%'`);
  await site.db.query("update leads set email = 'Left@example.com' where email = 'left@example.com'");
  meanwhile = {
    'clear-files-1': async () => {
      const { rows } = await site.db.query("select id from jobs where status = 'running'");
      expect((await admin.post(`/admin/jobs/${rows[0].id}`, { intent: 'cancel' })).status).toBe(303);
    },
  };
  expect((await restore(parts)).status).toBe('cancelled');
  meanwhile = {};
  expect((await restore(parts, '')).status).toBe('done');
  const { rows } = await site.db.query(
    "select split_part(email, '@', 1) as who, status, unsubscribed_at = '2026-02-02T00:00:00.123456Z' as same from leads order by 1",
  );
  expect(rows).toEqual([
    { who: 'bounced', status: 'bounced', same: true },
    { who: 'later', status: 'confirmed', same: null },
    { who: 'left', status: 'unsubscribed', same: true },
    { who: 'returned', status: 'unsubscribed', same: true },
    { who: 'stayed', status: 'confirmed', same: null },
  ]);
  const kept = await site.db.query(
    "select from job_items where key like 'opt-outs-%' and result is not null",
  );
  expect(kept.rowCount).toBe(0);
});

it.each([
  ['an author', `insert into authors (name, slug) values ('Ann', 'ann')`],
  ['a template', `insert into article_templates (name, fields) values ('Interview', '{}')`],
  ['a newsletter issue', `insert into newsletter_issues (issue_date) values ('2026-11-24')`],
])('asks for a confirmation on a site that has only %s', async (_, statement) => {
  await site.db.query(statement);
  const page = await uploadToTransfer(admin, 'magazine.zip', await packArchive({}));
  expect((await admin.post(page, { intent: 'restore', confirmation: '' })).status).toBe(422);
});

it('links an article to authors of the same names who were created during the restore', async () => {
  const id = await addArticle(site.db, { slug: 'first' });
  const { rows: authors } = await site.db.query('select author as name, author_id from articles');
  const [{ row }] = await articleRows();
  expect(authors[0]?.name).toBeTruthy();
  const [created, coauthor] = [crypto.randomUUID(), crypto.randomUUID()];
  meanwhile = {
    'list-1': () =>
      site.db.query(
        "insert into authors (id, name, slug) values ($1, $2, 'ann'), ($3, 'Tom Beckett', 'tom-beckett')",
        [created, authors[0]?.name, coauthor],
      ),
  };
  const line = {
    row: { ...row, author_id: crypto.randomUUID() },
    coauthors: [crypto.randomUUID(), crypto.randomUUID()],
    coauthorNames: ['Unknown Author', 'Tom Beckett'],
  };
  expect((await restore({ 'data/articles-0001.ndjson': [line] })).status).toBe('done');
  const { rows } = await site.db.query('select id, author_id from articles');
  expect(rows).toEqual([{ id, author_id: created }]);
  const { rows: coauthors } = await site.db.query('select author_id, position from article_coauthors');
  expect(coauthors).toEqual([{ author_id: coauthor, position: 2 }]);
});

it('never turns protective settings off', async () => {
  await addArticle(site.db, { slug: 'old' });
  const answers: (string | null)[] = [];
  const readSettings = async () => {
    answers.push((await admin.get('/admin/settings')).headers.get('location'));
  };
  meanwhile = {
    // Not before, because the administrator of this test has no second factor.
    'check-1': () =>
      site.db.query(`insert into settings (key, value) values
        ('site', '{"name": "Before", "requireSecondFactor": true, "staffIdleHours": 4, "memberIdleDays": 9}'),
        ('webhook', '{"requireSignature": true}')`),
    'begin-1': readSettings,
    'list-1': readSettings,
  };
  const { status } = await restore({
    [SETTINGS]: [
      setting('site', {
        name: 'The Partner',
        requireSecondFactor: false,
        staffIdleHours: 24,
        memberIdleDays: 3,
      }),
      setting('webhook', { unknownCategory: 'create' }),
      setting('readership', 'nonsense'),
    ],
  });
  expect(status).toBe('done');
  await readSettings();
  expect(answers).toEqual(Array(3).fill('/account/security'));
  expect(await site.text('/')).toContain('The Partner');
  expect(await settingOf('site')).toEqual({
    name: 'The Partner',
    requireSecondFactor: true,
    staffIdleHours: 4,
    memberIdleDays: 3,
  });
  expect(await settingOf('webhook')).toEqual({ unknownCategory: 'create', requireSignature: true });
  expect(await settingOf('readership')).toBeUndefined();
  const { rows } = await site.db.query(`
    select u.email, l.details from audit_log l join users u on u.id = l.actor_id where event = 'settings_updated'`);
  expect(rows).toEqual([{ email: 'boss@example.com', details: { cause: 'restore' } }]);
});

it('leaves out settings that the forms would refuse', async () => {
  const { status } = await restore({
    [SETTINGS]: [
      setting('site', {
        name: 'The Partner',
        timeZone: 'Nowhere',
        staffIdleHours: 'many',
        memberIdleDays: -1,
      }),
      setting('readership', { showMostRead: 'perhaps', popularCount: 7 }),
      setting('webhook', { unknownCategory: 'guess', requireSignature: true }),
      setting('unknown', { any: 'thing' }),
    ],
  });
  expect(status).toBe('done');
  // The session, the home page and the reports read settings in SQL.
  expect((await admin.get('/admin')).status).toBe(200);
  expect(await site.text('/')).toContain('The Partner');
  expect((await admin.get('/admin/ads')).status).toBe(200);
  expect(await settingOf('site')).toEqual({ name: 'The Partner' });
  expect(await settingOf('readership')).toEqual({ popularCount: 7 });
  expect(await settingOf('webhook')).toEqual({ requireSignature: true });
  expect(await settingOf('unknown')).toBeUndefined();
});

it('brings the settings to a new site, which has only what its deployment stored', async () => {
  meanwhile = {
    'begin-1': () =>
      site.db.query(`insert into settings (key, value) values ('site', '{"requireSecondFactor": true}')`),
  };
  const { status } = await restore({ [SETTINGS]: [setting('site', { name: 'The Partner' })] }, '');
  expect(status).toBe('done');
  expect(await site.text('/')).toContain('The Partner');
  expect(await settingOf('site')).toEqual({ name: 'The Partner', requireSecondFactor: true });
});

const addRunningRestore = () =>
  site.db.query(`
    with job as (insert into jobs (kind, title) values ('restore', 'Restore') returning id)
    insert into job_items (job_id, key, next_try_at) select id, 'later', now() + interval '1 year' from job`);
const articleRows = async () =>
  (await site.db.query('select to_jsonb(a) as row from articles a order by slug')).rows;
const savedArticles = async () =>
  (await site.db.query('select article_id, saved_at from reading_list order by saved_at')).rows;
/** Saves every article for the administrator. */
const saveAll = () =>
  site.db.query(`insert into reading_list (user_id, article_id, saved_at)
    select u.id, a.id, '2026-03-01 10:00:00.123456Z'::timestamptz + row_number() over (order by a.slug) * interval '1 hour'
    from users u, articles a`);

it('returns saved articles to the lists of readers as soon as a restore brings the articles back', async () => {
  for (const slug of ['first', 'second']) await addArticle(site.db, { slug });
  const rows = await articleRows();
  await saveAll();
  const before = await savedArticles();
  expect(before).toHaveLength(2);
  await restore({ 'data/articles-0001.ndjson': rows.slice(0, 1) });
  expect(await savedArticles()).toEqual(before.slice(0, 1));
  await restore({ 'data/articles-0001.ndjson': rows });
  expect(await savedArticles()).toEqual(before);
  // Nothing is kept any longer, so an article that the reader removes since stays removed.
  const kept = await site.db.query(
    "select from job_items where key like 'saved-articles-%' and result is not null",
  );
  expect(kept.rowCount).toBe(0);
});

it('leaves out the revision of a save that happened between the export of the article and of its revisions', async () => {
  const id = await addArticle(site.db);
  const articles = await articleRows();
  const { version } = articles[0].row;
  await emptyMagazine(site.db);
  const revision = (number: number) => ({
    article_id: id,
    version: number,
    cause: 'editor',
    snapshot: { title: 'Before' },
    created_at: times.created_at,
  });
  await restore({
    'data/articles-0001.ndjson': articles,
    'data/revisions-0001-0001.ndjson': [revision(version), revision(version + 1)],
  });
  const { rows } = await site.db.query('select version from article_revisions');
  expect(rows).toEqual([{ version }]);
});

it('returns saved articles after a canceled restore', async () => {
  await addArticle(site.db, { slug: 'first' });
  const parts = { 'data/articles-0001.ndjson': await articleRows() };
  await saveAll();
  const before = await savedArticles();
  meanwhile = {
    'clear-files-1': async () => {
      const { rows } = await site.db.query("select id from jobs where status = 'running'");
      expect((await admin.post(`/admin/jobs/${rows[0].id}`, { intent: 'cancel' })).status).toBe(303);
    },
  };
  expect((await restore(parts)).status).toBe('cancelled');
  expect(await savedArticles()).toEqual([]);
  meanwhile = {};
  expect((await restore(parts, '')).status).toBe('done');
  expect(await savedArticles()).toEqual(before);
});

it('keeps the Trash of an old archive for 30 days from the restore', async () => {
  await addArticle(site.db, { slug: 'thrown-away', deleted: true });
  await site.db.query("update articles set deleted_at = now() - interval '40 days'");
  const parts = { 'data/articles-0001.ndjson': await articleRows() };
  const { rows } = await site.db.query('select now() as started');
  await restore(parts);
  await site.runCron();
  const trashed = await site.db.query('select from articles where deleted_at > $1', [rows[0].started]);
  expect(trashed.rowCount).toBe(1);
});

it('does not empty the Trash while a restore runs', async () => {
  await addArticle(site.db, { deleted: true });
  await site.db.query("update articles set deleted_at = now() - interval '31 days'");
  await addRunningRestore();
  await site.runCron();
  expect(await articleRows()).toHaveLength(1);
  await site.db.query("update jobs set status = 'cancelled', finished_at = now()");
  await site.runCron();
  expect(await articleRows()).toEqual([]);
});

it('publishes and sends nothing while a restore runs', async () => {
  await setNewsletter(site);
  await addReader(site, 'ann@example.com');
  await addArticle(site.db, { title: 'News', age: ageBeforeIssue() });
  const due = await addArticle(site.db, { slug: 'due', status: 'draft' });
  await site.db.query("update articles set publish_at = now() + interval '1 minute' where id = $1", [due]);
  await addRunningRestore();
  await site.runCron(tuesdayAt());
  expect((await site.get('/article/due')).status).toBe(404);
  expect((await site.db.query('select from newsletter_issues')).rowCount).toBe(0);
  await site.db.query("update jobs set status = 'cancelled', finished_at = now()");
  await site.runCron(tuesdayAt());
  expect((await site.get('/article/due')).status).toBe(200);
  await vi.waitFor(async () => expect(await emails(site)).toHaveLength(1), { timeout: 30_000 });
});

it('refuses to send an issue while a restore runs', async () => {
  await setNewsletter(site);
  await addReader(site, 'ann@example.com');
  await addArticle(site.db, { title: 'News', age: 1 });
  const { rows } = await site.db.query(
    "insert into newsletter_issues (issue_date) values ('2026-11-24') returning id, updated_at::text as version",
  );
  const [{ id, version }] = rows;
  const send = () => admin.post(`/admin/newsletter/${id}`, { intent: 'send', version });
  await addRunningRestore();
  const refused = await send();
  expect([refused.status, visibleTextOf(await refused.text())]).toEqual([
    409,
    expect.stringContaining(
      'The site is being restored from an archive. Send the issue when the restore has finished.',
    ),
  ]);
  expect((await site.db.query('select status from newsletter_issues')).rows).toEqual([{ status: 'draft' }]);
  await site.db.query("update jobs set status = 'cancelled', finished_at = now()");
  expect((await send()).status).toBe(303);
  await waitForJobs(site);
  expect(await emails(site)).toHaveLength(1);
});

it('does not send the newsletter of the week again', async () => {
  await addArticle(site.db, { slug: 'old' });
  await setNewsletter(site);
  const newsletter = {
    senderName: 'Academy',
    senderAddress: 'a@academy.example',
    postalAddress: '1 Court Street',
  };
  const { page, status } = await restore({
    [SETTINGS]: [setting('newsletter', { ...newsletter, isScheduled: true })],
    [LEADS]: [lead('reader@example.com')],
  });
  expect(status).toBe('done');
  expect(visibleTextOf(await (await admin.get(page)).text())).toContain(
    'Restoring turned off automatic sending of the newsletter, so that no issue goes out twice.',
  );
  expect(await settingOf('newsletter')).toEqual({ ...newsletter, isScheduled: false });
  await addArticle(site.db, { title: 'News', age: ageBeforeIssue() });
  await site.runCron(tuesdayAt());
  expect((await site.db.query('select from newsletter_issues')).rowCount).toBe(0);
});

it('does not retry the unfinished newsletter of an archive, whose recipients are unknown', async () => {
  await addArticle(site.db, { slug: 'old' });
  await site.db.query(`
    with job as (insert into jobs (id, kind, title, status, finished_at) values
      ('00000000-0000-4000-8000-000000000009', 'newsletter', 'Send', 'failed', now()) returning id)
    insert into job_items (job_id, key, status) select id, 'readers', 'failed' from job`);
  const [day] = tuesdayAt(9, -1).toISOString().split('T');
  await restore({
    'data/newsletter_issues-0001.ndjson': [
      {
        id: crypto.randomUUID(),
        issue_date: day,
        status: 'sending',
        subject: 'Last week',
        intro: '',
        cta: 'auto',
        ad: 'auto',
        on_schedule: true,
        content: {},
        job_id: '00000000-0000-4000-8000-000000000009',
        rounds: 0,
        sent_count: 0,
        failed_count: 0,
        skipped_count: 0,
        started_at: new Date().toISOString(),
        ...times,
      },
    ],
  });
  await site.runCron(new Date());
  expect((await site.db.query('select status from newsletter_issues')).rows).toEqual([{ status: 'sent' }]);
  const { rows } = await site.db.query("select status from jobs where kind = 'newsletter'");
  expect(rows).toEqual([{ status: 'failed' }]);
});
