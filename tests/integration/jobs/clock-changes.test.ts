// A clock that jumps forward and back: due work happens once, and finished work stays.
import { beforeEach, describe, expect, vi } from 'vitest';
import { createByForm } from '../../support/browser/editor';
import { addArticle, emptyMagazine } from '../../support/factory';
import { addReader, emails, setNewsletter, tuesdayAt } from '../../support/newsletter';
import { adminTest } from '../../support/site/site-test';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const { it, site, admin } = adminTest();

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('outbox, audit_log, jobs, job_items');
});

describe('scheduled drafts', () => {
  /** 09:30 in New York. */
  const DUE = Date.UTC(2027, 0, 5, 14, 30);
  const article = async (id: string) =>
    (await site.db.query('select * from articles where id = $1', [id])).rows[0];
  const linesOf = async (event: string) =>
    (await site.db.query('select subject from audit_log where event = $1', [event])).rows.length;

  it('are published once, however often the clock passes their time', async () => {
    const id = await createByForm(admin, { slug: 'patience', publishAt: '2027-01-05T09:30' });
    const later = await createByForm(admin, { slug: 'more-patience', publishAt: '2027-01-06T09:30' });
    for (const hours of [-1, 0, -2, 1, -30, 2, 0, -1]) await site.runCron(new Date(DUE + hours * HOUR));
    expect(await article(id)).toMatchObject({
      status: 'published',
      version: 2,
      first_published_at: new Date(DUE),
    });
    expect(await linesOf('article_published')).toBe(1);
    // The other draft was not due at any of these times.
    expect(await article(later)).toMatchObject({ status: 'draft', version: 1 });
    await Promise.all([24, 25, -3, 26].map((hours) => site.runCron(new Date(DUE + hours * HOUR))));
    expect(await article(later)).toMatchObject({ status: 'published', version: 2 });
    expect(await linesOf('article_published')).toBe(2);
  });

  it('are not published again after an editor withdraws them while the clock is behind', async () => {
    const id = await createByForm(admin, { slug: 'second-thoughts', publishAt: '2027-01-05T09:30' });
    await site.runCron(new Date(DUE));
    await site.db.query("update articles set status = 'draft' where id = $1", [id]);
    for (const hours of [-5, 0, 1]) await site.runCron(new Date(DUE + hours * HOUR));
    expect(await article(id)).toMatchObject({ status: 'draft', publish_at: null });
  });
});

describe('the newsletter', () => {
  it("sends each Tuesday's issue once, in any order of times", async () => {
    await setNewsletter(site, { isScheduled: true });
    await addReader(site, 'ann@example.com');
    await addReader(site, 'bob@example.com');
    const first = tuesdayAt(10).getTime();
    const second = tuesdayAt(10, 1).getTime();
    for (const moment of [first, second])
      await addArticle(site.db, { title: `News of ${moment}`, age: (Date.now() - moment + DAY) / HOUR });
    const outOfOrder = [
      first - 2 * HOUR,
      first,
      first - DAY,
      first,
      first + HOUR,
      second - DAY,
      second,
      first + 2 * HOUR,
      second - 3 * HOUR,
      second,
    ];
    for (const moment of outOfOrder) await site.runCron(new Date(moment));
    await vi.waitFor(
      async () => {
        await site.db.query('update newsletter_issues set next_round_at = now()');
        await site.runCron(new Date(first), '@start');
        const { rows } = await site.db.query('select status from newsletter_issues order by issue_date');
        expect(rows.map(({ status }) => status)).toEqual(['sent', 'sent']);
      },
      { timeout: 50_000, interval: 200 },
    );
    await Promise.all(outOfOrder.map((moment) => site.runCron(new Date(moment))));
    const all = await emails(site);
    expect(all.map(({ to }) => to).sort()).toEqual([
      'ann@example.com',
      'ann@example.com',
      'bob@example.com',
      'bob@example.com',
    ]);
    expect(new Set(all.map(({ to, subject }) => `${to} ${subject}`)).size).toBe(4);
  });
});

describe('a session', () => {
  it('with times in the future remains valid until it is ended', async () => {
    // Simulates a sign-in while the clock was ahead.
    await site.db.query(
      "update sessions set created_at = created_at + interval '2 days' where revoked_at is null",
    );
    expect((await admin.get('/admin/audit')).status).toBe(200);
    const other = await site.db.query('select count(*)::int as n from sessions where revoked_at is null');
    expect(other.rows[0].n).toBeGreaterThan(0);
    await admin.post('/auth/sign-out', { scope: 'session' });
    expect((await admin.get('/admin/audit')).status).toBe(302);
  });
});
