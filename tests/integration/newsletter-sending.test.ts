// Sending an issue: on Tuesdays, once to each reader however often a consumer dies, and to nobody who left.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { addArticle, emptyAccounts, emptyMagazine } from '../support/factory';
import {
  addReader,
  ageBeforeIssue,
  deliveries,
  issueRow,
  letters,
  linkIn,
  setNewsletter,
  statusOf,
  tuesdayAt,
} from '../support/newsletter';
import { type Site, startSite } from '../support/site';

let site: Site;
let judge: (point: string, where: string) => boolean | Promise<boolean> = () => false;

beforeAll(async () => {
  site = await startSite({
    databaseServer: inject('databaseServer'),
    vars: { JOB_LEASE_SECONDS: '1' },
    diesAt: (point, where) => judge(point, where),
  });
});
beforeEach(async () => {
  judge = () => false;
  await emptyMagazine(site.db);
  await emptyAccounts(site.db);
  await site.empty('jobs, job_items');
  await setNewsletter(site);
});
afterAll(() => site.stop());

async function untilSent() {
  await vi.waitFor(async () => expect((await issueRow(site))?.status).toBe('sent'), {
    timeout: 50_000,
    interval: 50,
  });
}
const addReaders = (count: number) =>
  site.db.query(
    "insert into leads (email, status) select 'reader' || n || '@example.com', 'confirmed' from generate_series(1, $1::int) n",
    [count],
  );

describe('Tuesday', () => {
  it('sends the week’s articles to whoever confirmed, once, with all that the law wants', async () => {
    await addArticle(site.db, { title: 'Old news', age: 24 * 30 });
    await addArticle(site.db, { title: 'Hire for the handover', slug: 'handover', age: ageBeforeIssue(2) });
    await addArticle(site.db, {
      title: 'The <first> & best',
      slug: 'first',
      age: ageBeforeIssue(5),
      isFeatured: true,
    });
    await addArticle(site.db, { title: 'Not yet', status: 'draft', age: ageBeforeIssue() });
    await addReader(site, 'ann@example.com');
    await addReader(site, 'bob@example.com', 'pending');
    await addReader(site, 'cat@example.com', 'unsubscribed');
    await addReader(site, 'dan@example.com', 'bounced');
    await site.runCron(tuesdayAt(8));
    expect(await letters(site)).toEqual([]);
    await site.runCron(tuesdayAt(9));
    await untilSent();
    await site.runCron(tuesdayAt(9));
    await site.runCron(tuesdayAt(17));
    const all = await letters(site);
    expect(all.map(({ to }) => to)).toEqual(['ann@example.com']);
    const [letter] = all;
    expect(letter?.subject).toBe('The <first> & best');
    expect(letter?.headers).toMatchObject({
      From: '"Law Firm Academy" <letter@academy.example>',
      'List-Unsubscribe': `<https://magazine.test${linkIn(letter, '/newsletter/unsubscribe')}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    for (const body of [letter?.text, letter?.html]) {
      expect(body).toContain('https://magazine.test/article/handover');
      expect(body).toContain('1 Court Street');
      expect(body).toContain('/newsletter/preferences?token=r.');
      expect(body).not.toContain('Old news');
      expect(body).not.toContain('Not yet');
      expect(body).not.toContain('\u0001');
    }
    expect(letter?.html).toContain('The &lt;first&gt; &amp; best');
    expect(letter?.html).not.toContain('<script');
    // A week later nothing is new.
    await site.runCron(tuesdayAt(9, 1));
    expect(await letters(site)).toHaveLength(1);
    expect((await site.db.query('select 1 from newsletter_issues')).rowCount).toBe(1);
  });

  it('sends nothing when nothing is new, nobody confirmed, the clock is off, or the sender is not filled in', async () => {
    const article = { title: 'News', age: ageBeforeIssue() };
    await addReader(site, 'ann@example.com');
    await site.runCron(tuesdayAt());
    await addArticle(site.db, article);
    await setNewsletter(site, { isScheduled: false });
    await site.runCron(tuesdayAt());
    await setNewsletter(site, { postalAddress: ' ' });
    await site.runCron(tuesdayAt());
    await setNewsletter(site);
    await site.db.query("update leads set status = 'pending'");
    await site.runCron(tuesdayAt());
    expect((await site.db.query('select 1 from newsletter_issues')).rowCount).toBe(0);
    expect(await letters(site)).toEqual([]);
    const said = (await site.logLines()).filter(({ event }) => event === 'issue_not_sent');
    expect(said).toMatchObject([{ reason: 'missing: the postal address' }]);
    // A trigger later that day makes up for it.
    await site.db.query("update leads set status = 'confirmed'");
    await site.runCron(tuesdayAt(20));
    await untilSent();
    expect(await letters(site)).toHaveLength(1);
  });

  it('sends once when triggers overlap', async () => {
    await addArticle(site.db, { title: 'News', age: ageBeforeIssue() });
    await addReader(site, 'ann@example.com');
    await Promise.all(Array.from({ length: 5 }, () => site.runCron(tuesdayAt())));
    await untilSent();
    expect(await letters(site)).toHaveLength(1);
    expect((await site.db.query("select 1 from jobs where kind = 'newsletter'")).rowCount).toBe(1);
  });

  it('sends an editor’s draft as it stands, and leaves one alone that is held back', async () => {
    const first = await addArticle(site.db, { title: 'First', age: ageBeforeIssue() });
    const second = await addArticle(site.db, { title: 'Second', age: 900 });
    await addReader(site, 'ann@example.com');
    const day = tuesdayAt().toISOString().slice(0, 10);
    await site.db.query(
      `insert into newsletter_issues (issue_date, subject, intro, article_ids, on_schedule)
       values ($1, 'By hand', E'Dear reader,\n\nwelcome.', $2, false)`,
      [day, [second, first]],
    );
    await site.runCron(tuesdayAt());
    expect(await letters(site)).toEqual([]);
    await site.db.query('update newsletter_issues set on_schedule = true');
    await site.runCron(tuesdayAt(10));
    await untilSent();
    const [letter] = await letters(site);
    expect(letter?.subject).toBe('By hand');
    expect(letter?.text).toMatch(/Dear reader,\n\nwelcome\.\n\nSECOND[\s\S]*FIRST/);
  });

  it('brings the month’s first issue alone to whoever asked for that', async () => {
    await addReader(site, 'weekly@example.com');
    await addReader(site, 'monthly@example.com', 'confirmed', 'monthly');
    await addArticle(site.db, { title: 'News', age: ageBeforeIssue() });
    const day = tuesdayAt().toISOString().slice(0, 10);
    await site.db.query(
      `insert into newsletter_issues (issue_date, status, content) values ($1::date - 1, 'sent', '{}')`,
      [day],
    );
    await site.runCron(tuesdayAt());
    await untilSent();
    const to = (await letters(site)).map((letter) => letter.to);
    expect(to).toEqual(
      day.endsWith('-01') ? ['monthly@example.com', 'weekly@example.com'] : ['weekly@example.com'],
    );
  });

  it('brings no second one in a month of which a later issue went out before', async () => {
    await addReader(site, 'weekly@example.com');
    await addReader(site, 'monthly@example.com', 'confirmed', 'monthly');
    await addArticle(site.db, { title: 'News', age: ageBeforeIssue() });
    const day = tuesdayAt().toISOString().slice(0, 10);
    const { rows } = await site.db.query<{ same: boolean }>(
      `insert into newsletter_issues (issue_date, status, content) values ($1::date + 1, 'sent', '{}')
       returning date_trunc('month', issue_date) = date_trunc('month', $1::date) as same`,
      [day],
    );
    await site.runCron(tuesdayAt());
    await vi.waitFor(
      async () => {
        const sent = await site.db.query('select status from newsletter_issues where issue_date = $1', [day]);
        expect(sent.rows).toEqual([{ status: 'sent' }]);
      },
      { timeout: 50_000, interval: 50 },
    );
    const to = (await letters(site)).map((letter) => letter.to);
    expect(to).toEqual(
      rows[0]?.same ? ['weekly@example.com'] : ['monthly@example.com', 'weekly@example.com'],
    );
  });
});

describe('a consumer that dies', () => {
  beforeEach(async () => {
    await addArticle(site.db, { title: 'News', age: ageBeforeIssue() });
  });

  /** The clock goes on beside the queue, like one start after the other. */
  async function untilSentWithClock() {
    await vi.waitFor(
      async () => {
        await site.db.query('update newsletter_issues set next_round_at = now()');
        await site.runCron(new Date(), '@start');
        expect((await issueRow(site))?.status).toBe('sent');
      },
      { timeout: 50_000, interval: 200 },
    );
  }

  it('twenty times at random leaves each of 1,000 readers with one letter', async () => {
    await addReaders(1_000);
    let seed = 11;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    let deaths = 0;
    judge = (point) => {
      // In the queue alone: a clock that dies is another test's, and this one asks it to go on.
      if (deaths >= 20 || !/-(mail|claim|run|end|more|all)$/.test(point) || random() > 0.3) return false;
      deaths += 1;
      return true;
    };
    await site.runCron(tuesdayAt());
    await untilSentWithClock();
    expect(deaths).toBe(20);
    const all = await letters(site);
    expect(all).toHaveLength(1_000);
    expect(new Set(all.map(({ to }) => to)).size).toBe(1_000);
    expect(await deliveries(site)).toEqual({ sent: 1_000 });
  });

  it.each([
    'before-mail',
    'after-mail',
    'after-run',
  ])('always at "%s" for a while is made up for by the clock', async (point) => {
    await addReaders(5);
    let deaths = 0;
    judge = (at, where) => {
      if (deaths >= 7 || at !== point || (point !== 'after-run' && where.startsWith('readers'))) return false;
      deaths += 1;
      return true;
    };
    await site.runCron(tuesdayAt());
    await untilSentWithClock();
    expect(deaths).toBe(7);
    expect(await letters(site)).toHaveLength(5);
    expect(await deliveries(site)).toEqual({ sent: 5 });
  });

  it('while a reader leaves sends that reader nothing afterwards', async () => {
    await addReader(site, 'ann@example.com');
    await addReader(site, 'bob@example.com');
    let died = false;
    judge = async (point) => {
      if (died || point !== 'before-mail') return false;
      died = true;
      await site.db.query("update leads set status = 'unsubscribed' where email = 'ann@example.com'");
      return true;
    };
    await site.runCron(tuesdayAt());
    await untilSentWithClock();
    expect((await letters(site)).map(({ to }) => to)).toEqual(['bob@example.com']);
    expect(await deliveries(site)).toEqual({ sent: 1, skipped: 1 });
  });
});

describe('an issue that cannot go on', () => {
  it.each([
    ['was cancelled', 'cancelled', '1 minute'],
    ['was tried for most of a day', 'done', '21 hours'],
  ])('because it %s is closed, and what nobody knows the end of has failed', async (_, jobStatus, ago) => {
    const lead = await addReader(site, 'ann@example.com');
    await site.db.query(
      `with job as (
         insert into jobs (kind, title, status, finished_at) values ('newsletter', 'Send', $1, now()) returning id
       ), item as (
         insert into job_items (job_id, key, status) select id, 'letters', 'failed' from job
       ), issue as (
         insert into newsletter_issues (issue_date, status, content, job_id, started_at)
         select '2026-01-06', 'sending', '{}', id, now() - $2::interval from job returning id
       )
       insert into newsletter_deliveries (issue_id, lead_id, status, call)
       select id, $3, 'sending', gen_random_uuid() from issue`,
      [jobStatus, ago, lead],
    );
    await site.runCron();
    expect(await issueRow(site)).toMatchObject({ status: 'sent', sent_count: 0, failed_count: 1 });
    const { rows } = await site.db.query('select reason from newsletter_deliveries');
    expect(rows[0].reason).toContain('whether it arrived is not known');
    expect(await letters(site)).toEqual([]);
  });
});

describe('a letter', () => {
  beforeEach(async () => {
    await addArticle(site.db, { title: 'News', slug: 'news', age: ageBeforeIssue() });
    await addReader(site, 'ann@example.com');
  });

  it('lets its reader leave with one click, and the issue knows', async () => {
    await site.runCron(tuesdayAt());
    await untilSent();
    const link = linkIn((await letters(site))[0], '/newsletter/unsubscribe');
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await site.get(link, { method: 'POST', body })).status).toBe(200);
    expect(await statusOf(site, 'ann@example.com')).toBe('unsubscribed');
    const { rows } = await site.db.query(
      'select unsubscribed_at is not null as left from newsletter_deliveries',
    );
    expect(rows).toEqual([{ left: true }]);
  });
});
