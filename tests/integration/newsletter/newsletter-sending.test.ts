// Sending an issue: on Tuesdays, once to each subscriber even if a consumer crashes, and never to
// unsubscribed readers.
import { beforeEach, describe, expect, vi } from 'vitest';
import { addArticle, emptyAccounts, emptyMagazine } from '../../support/factory';
import {
  addReader,
  addReaderBetween,
  addReadersWithGaps,
  ageBeforeIssue,
  deliveries,
  emails,
  issueRow,
  leadStatusOf,
  linkIn,
  setNewsletter,
  tuesdayAt,
  waitUntilSentWithCron,
} from '../../support/newsletter';
import { siteTest } from '../../support/site/site-test';

const { it, site } = siteTest({
  vars: { JOB_LEASE_SECONDS: '1' },
  diesAt: (point, where) => shouldCrash(point, where),
});
let shouldCrash: (point: string, where: string) => boolean | Promise<boolean> = () => false;

beforeEach(async () => {
  shouldCrash = () => false;
  await emptyMagazine(site.db);
  await emptyAccounts(site.db);
  await site.empty('jobs, job_items');
  await setNewsletter(site);
});

/** @param day for example `2026-11-24` */
async function waitUntilSentOn(day: string) {
  const read = () => site.db.query('select status from newsletter_issues where issue_date = $1', [day]);
  await vi.waitFor(async () => expect((await read()).rows).toEqual([{ status: 'sent' }]), {
    timeout: 50_000,
    interval: 50,
  });
}

async function waitUntilSent() {
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

describe('the Tuesday issue', () => {
  it("contains the week's articles and the legally required details, and goes once to confirmed readers", async () => {
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
    expect(await emails(site)).toEqual([]);
    await site.runCron(tuesdayAt(9));
    await waitUntilSent();
    await site.runCron(tuesdayAt(9));
    await site.runCron(tuesdayAt(17));
    const all = await emails(site);
    expect(all.map(({ to }) => to)).toEqual(['ann@example.com']);
    const [email] = all;
    expect(email?.subject).toBe('The <first> & best');
    expect(email?.headers).toMatchObject({
      From: '"Law Firm Academy" <newsletter@academy.example>',
      'List-Unsubscribe': `<https://magazine.test${linkIn(email, '/newsletter/unsubscribe')}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    for (const body of [email?.text, email?.html]) {
      expect(body).toContain('https://magazine.test/article/handover');
      expect(body).toContain('1 Court Street');
      expect(body).toContain('/newsletter/preferences?token=r.');
      expect(body).not.toContain('Old news');
      expect(body).not.toContain('Not yet');
      expect(body).not.toContain('\u0001');
    }
    expect(email?.html).toContain('The &lt;first&gt; &amp; best');
    expect(email?.html).not.toContain('<script');
    // A week later there are no new articles.
    await site.runCron(tuesdayAt(9, 1));
    expect(await emails(site)).toHaveLength(1);
    expect((await site.db.query('select 1 from newsletter_issues')).rowCount).toBe(1);
  });

  it('keeps the line breaks of a call to action, and shows no ad in a format that few email clients support', async () => {
    await addArticle(site.db, { title: 'News', age: ageBeforeIssue() });
    await addReader(site, 'ann@example.com');
    await site.db.query(
      "insert into ctas (title, body, button_link) values ('Join', 'One.\nTwo & three.', '/join')",
    );
    await site.db.query(
      `insert into ads (name, image_url, link_url, priority) values ('Webp', '/media/a.webp', '/a', 3),
         ('Avif', 'https://other.example/B.AVIF?w=800', '/b', 2), ('Jpeg', '/media/webp.jpg', '/c', 1)`,
    );
    await site.runCron(tuesdayAt());
    await waitUntilSent();
    const [email] = await emails(site);
    expect(email?.html).toContain('One.<br>Two &amp; three.</p>');
    expect(email?.html).toContain('src="https://magazine.test/media/webp.jpg"');
    expect(email?.html).not.toMatch(/Webp|Avif/);
  });

  it('includes an article that was scheduled for the same time, if both are late', async () => {
    await addReader(site, 'ann@example.com');
    const late = new Date(tuesdayAt().getTime() + 3 * 60_000);
    // Unlike `addArticle`, without a time of first publication.
    await site.db.query(
      `insert into articles (title, slug, summary, author, content, status, publish_at)
       values ('Due at nine', 'due-at-nine', 'At nine.', 'Dana Whitfield', '<p>Now.</p>', 'draft', $1)`,
      [tuesdayAt()],
    );
    await site.runCron(late);
    await waitUntilSent();
    expect((await emails(site)).map(({ subject }) => subject)).toEqual(['Due at nine']);
  });

  it('is not sent without new articles, subscribers, a schedule or a sender', async () => {
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
    expect(await emails(site)).toEqual([]);
    const skipped = (await site.logLines()).filter(({ event }) => event === 'issue_not_sent');
    expect(skipped).toMatchObject([{ reason: 'missing: the postal address' }]);
    // The line has the real time, although the cron task's clock was at the scheduled time.
    expect(Date.parse(String(skipped[0]?.at))).toBeLessThan(tuesdayAt().getTime());
    // A later trigger on the same day catches up.
    await site.db.query("update leads set status = 'confirmed'");
    await site.runCron(tuesdayAt(20));
    await waitUntilSent();
    expect(await emails(site)).toHaveLength(1);
  });

  it('contains what was published since the previous issue when that was sent early or left out', async () => {
    const hoursFromNow = (tuesdayAt().getTime() - Date.now()) / 3_600_000;
    const addIssue = (age: number) =>
      site.db.query(
        `insert into newsletter_issues (issue_date, status, content, started_at, sent_at)
         select at::date, 'sent', '{}', at, at from (select $1::timestamptz as at) as moment`,
        [new Date(tuesdayAt().getTime() - age * 3_600_000)],
      );
    // The previous issue was due 168 hours earlier and was sent 18 hours before that.
    await addIssue(186);
    await addArticle(site.db, { title: 'In the gap', age: 180 - hoursFromNow });
    await addArticle(site.db, { title: 'Before it', age: 190 - hoursFromNow });
    await addReader(site, 'ann@example.com');
    await site.runCron(tuesdayAt());
    await waitUntilSent();
    const [email] = await emails(site);
    expect(email?.html).toContain('In the gap');
    expect(email?.html).not.toContain('Before it');
  });

  it('is sent once when triggers overlap', async () => {
    await addArticle(site.db, { title: 'News', age: ageBeforeIssue() });
    await addReader(site, 'ann@example.com');
    await Promise.all(Array.from({ length: 5 }, () => site.runCron(tuesdayAt())));
    await waitUntilSent();
    expect(await emails(site)).toHaveLength(1);
    expect((await site.db.query("select 1 from jobs where kind = 'newsletter'")).rowCount).toBe(1);
  });

  it("uses an editor's draft, unless it is held back", async () => {
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
    expect(await emails(site)).toEqual([]);
    await site.db.query('update newsletter_issues set on_schedule = true');
    await site.runCron(tuesdayAt(10));
    await waitUntilSent();
    const [email] = await emails(site);
    expect(email?.subject).toBe('By hand');
    expect(email?.text).toMatch(/Dear reader,\n\nwelcome\.\n\nSECOND[\s\S]*FIRST/);
  });

  it('goes to monthly readers only if it is the first of the month', async () => {
    await addReader(site, 'weekly@example.com');
    await addReader(site, 'monthly@example.com', 'confirmed', 'monthly');
    await addArticle(site.db, { title: 'News', age: ageBeforeIssue() });
    const day = tuesdayAt().toISOString().slice(0, 10);
    await site.db.query(
      `insert into newsletter_issues (issue_date, status, content, sent_count) values ($1::date - 1, 'sent', '{}', 1)`,
      [day],
    );
    await site.runCron(tuesdayAt());
    await waitUntilSent();
    const to = (await emails(site)).map((email) => email.to);
    expect(to.sort()).toEqual(
      day.endsWith('-01') ? ['monthly@example.com', 'weekly@example.com'] : ['weekly@example.com'],
    );
  });

  it('goes to monthly readers if the earlier issues of the month reached no one', async () => {
    await addReader(site, 'monthly@example.com', 'confirmed', 'monthly');
    await addArticle(site.db, { title: 'News', age: ageBeforeIssue() });
    await site.db.query(
      `insert into newsletter_issues (issue_date, status, content, failed_count)
       select day, 'sent', '{}', 1 from unnest(array[$1::date - 1, $1::date + 1]) day`,
      [tuesdayAt().toISOString().slice(0, 10)],
    );
    await site.runCron(tuesdayAt());
    await waitUntilSentOn(tuesdayAt().toISOString().slice(0, 10));
    expect(await emails(site, 'monthly@example.com')).toHaveLength(1);
  });

  it('does not go to monthly readers when a later issue of the month was already sent', async () => {
    await addReader(site, 'weekly@example.com');
    await addReader(site, 'once@example.com', 'confirmed', 'monthly');
    await addArticle(site.db, { title: 'News', age: ageBeforeIssue() });
    const day = tuesdayAt().toISOString().slice(0, 10);
    const { rows } = await site.db.query<{ same: boolean }>(
      `insert into newsletter_issues (issue_date, status, content, sent_count) values ($1::date + 1, 'sent', '{}', 1)
       returning date_trunc('month', issue_date) = date_trunc('month', $1::date) as same`,
      [day],
    );
    await site.runCron(tuesdayAt());
    await waitUntilSentOn(day);
    expect(await emails(site, 'weekly@example.com')).toHaveLength(1);
    expect(await emails(site, 'once@example.com')).toHaveLength(rows[0]?.same ? 0 : 1);
  });
});

describe('a consumer that crashes', () => {
  beforeEach(async () => {
    await addArticle(site.db, { title: 'News', age: ageBeforeIssue() });
  });

  it('sends each of 1,000 readers one email despite twenty random crashes', async () => {
    await addReaders(1_000);
    let seed = 11;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    let crashCount = 0;
    shouldCrash = (point) => {
      // Only in the queue: another test covers crashes of the cron task, which this one relies on.
      if (crashCount >= 20 || !/-(mail|claim|run|end|more|all)$/.test(point) || random() > 0.3) return false;
      crashCount += 1;
      return true;
    };
    await site.runCron(tuesdayAt());
    await waitUntilSentWithCron(site);
    expect(crashCount).toBe(20);
    const all = await emails(site);
    expect(all).toHaveLength(1_000);
    expect(new Set(all.map(({ to }) => to)).size).toBe(1_000);
    expect(await deliveries(site)).toEqual({ sent: 1_000 });
  });

  it.each([
    'before-mail',
    'after-mail',
    'after-run',
  ])('repeatedly at "%s" is recovered by the cron task', async (point) => {
    await addReaders(5);
    let crashCount = 0;
    shouldCrash = (at, where) => {
      if (crashCount >= 7 || at !== point || (point !== 'after-run' && where.startsWith('readers')))
        return false;
      crashCount += 1;
      return true;
    };
    await site.runCron(tuesdayAt());
    await waitUntilSentWithCron(site);
    expect(crashCount).toBe(7);
    expect(await emails(site)).toHaveLength(5);
    expect(await deliveries(site)).toEqual({ sent: 5 });
  });

  it('after most of a day does not repeat a call that the provider may have accepted and no longer remembers', async () => {
    await addReaders(2);
    let hasCrashed = false;
    shouldCrash = async (point) => {
      if (hasCrashed || point !== 'after-mail') return false;
      hasCrashed = true;
      await site.db.query("update newsletter_issues set started_at = now() - interval '21 hours'");
      return true;
    };
    await site.runCron(tuesdayAt());
    await waitUntilSentWithCron(site);
    expect(await emails(site)).toHaveLength(2);
    expect(await deliveries(site)).toEqual({ failed: 2 });
    const { rows } = await site.db.query('select distinct reason from newsletter_deliveries');
    expect(rows).toEqual([{ reason: 'The provider did not respond, so delivery is unknown' }]);
  });

  it('while a reader unsubscribes sends that reader nothing', async () => {
    await addReader(site, 'ann@example.com');
    await addReader(site, 'bob@example.com');
    let hasCrashed = false;
    shouldCrash = async (point) => {
      if (hasCrashed || point !== 'before-mail') return false;
      hasCrashed = true;
      await site.db.query("update leads set status = 'unsubscribed' where email = 'ann@example.com'");
      return true;
    };
    await site.runCron(tuesdayAt());
    await waitUntilSentWithCron(site);
    expect((await emails(site)).map(({ to }) => to)).toEqual(['bob@example.com']);
    expect(await deliveries(site)).toEqual({ sent: 1, skipped: 1 });
  });
});

describe('a reader who confirms while an issue is sent', () => {
  it('gets it once, and no call exceeds a hundred emails', async () => {
    await addArticle(site.db, { title: 'News', age: ageBeforeIssue() });
    await addReadersWithGaps(site, 100);
    let isPlanned = false;
    shouldCrash = async (point) => {
      if (isPlanned || point !== 'after-end') return false;
      isPlanned = true;
      await addReaderBetween(site, 50, 'late@example.com');
      return false;
    };
    await site.runCron(tuesdayAt());
    await waitUntilSent();
    const all = await emails(site);
    expect(all).toHaveLength(101);
    expect(new Set(all.map(({ to }) => to))).toContain('late@example.com');
    expect(new Set(all.map(({ to }) => to)).size).toBe(101);
    expect(await deliveries(site)).toEqual({ sent: 101 });
    const { rows } = await site.db.query(
      "select count(*)::int as size from outbox group by split_part(once, '/', 1) order by size",
    );
    expect(rows).toEqual([{ size: 1 }, { size: 100 }]);
  });
});

describe('an issue that cannot be completed', () => {
  it.each([
    ['was cancelled', 'cancelled', '1 minute'],
    ['was retried for most of a day', 'done', '21 hours'],
  ])('because it %s is closed, and unconfirmed deliveries fail', async (_, jobStatus, ago) => {
    const lead = await addReader(site, 'ann@example.com');
    await site.db.query(
      `with job as (
         insert into jobs (kind, title, status, finished_at) values ('newsletter', 'Send', $1, now()) returning id
       ), item as (
         insert into job_items (job_id, key, status) select id, 'emails', 'failed' from job
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
    expect(rows[0].reason).toContain('delivery is unknown');
    expect(await emails(site)).toEqual([]);
  });
});

describe('a newsletter email', () => {
  beforeEach(async () => {
    await addArticle(site.db, { title: 'News', slug: 'news', age: ageBeforeIssue() });
    await addReader(site, 'ann@example.com');
  });

  it('lets its reader unsubscribe with one click, which the issue counts', async () => {
    await site.runCron(tuesdayAt());
    await waitUntilSent();
    const link = linkIn((await emails(site))[0], '/newsletter/unsubscribe');
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await site.get(link, { method: 'POST', body })).status).toBe(200);
    expect(await leadStatusOf(site, 'ann@example.com')).toBe('unsubscribed');
    const { rows } = await site.db.query(
      'select unsubscribed_at is not null as left from newsletter_deliveries',
    );
    expect(rows).toEqual([{ left: true }]);
  });
});
