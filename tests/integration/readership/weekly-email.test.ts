// The Monday email to editors and admins: what it says, who gets it, and that it is sent once.
import { beforeEach, describe, expect } from 'vitest';
import { addAccount, addArticle, emptyAccounts, emptyMagazine } from '../../support/factory';
import { emails } from '../../support/newsletter';
import { addReadingTotals } from '../../support/readership';
import { siteTest } from '../../support/site/site-test';

const { it, site } = siteTest({ diesAt: (point) => point === crashPoint });
let crashPoint = '';
const SUNDAY_BEFORE = 1;

beforeEach(async () => {
  crashPoint = '';
  await emptyMagazine(site.db);
  await emptyAccounts(site.db);
  await site.empty('reading_totals, reading_days, reading_hours, weekly_emails');
  await addAccount(site.db, { email: 'boss@example.com', role: 'admin' });
});

const MONDAY = lastMonday();

/** The last Monday before today, as a day. */
function lastMonday(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7) - 7);
  return day.toISOString().slice(0, 10);
}

/** A time of that Monday in New York, in winter and summer. */
function mondayAt(time: string): Date {
  const zone = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'longOffset' });
  const offset = zone.format(new Date(`${MONDAY}T12:00Z`)).slice(-6);
  return new Date(`${MONDAY}T${time}:00${offset}`);
}

/** For `addReadingTotals`: `days` days before that Monday. */
async function before(days: number): Promise<number> {
  const { rows } = await site.db.query(
    'select magazine_day(now(), magazine_zone()) - $1::date + $2::int as n',
    [...[MONDAY, days]],
  );
  return rows[0].n;
}
const add = async (
  article: string,
  days: number,
  figures: Parameters<typeof addReadingTotals>[3],
): Promise<void> => addReadingTotals(site.db, article, await before(days), figures);
const addSomeViews = async () =>
  add(await addArticle(site.db, { title: 'Fees' }), SUNDAY_BEFORE, { views: 3, seconds: 120 });
const turn = (weeklyEmail: boolean) =>
  site.db.query(
    `insert into settings (key, value) values ('readership', $1) on conflict (key) do update set value = excluded.value`,
    [{ weeklyEmail }],
  );
const sentTo = async () => (await emails(site)).map(({ to }) => to);

describe('the Monday email', () => {
  it('lists what was read most, what grew most, what readers left early, and sign-ups', async () => {
    const titles = ['Fees', 'Intake <b>', 'Third', 'Fourth', 'Fifth', 'Sixth'];
    const [fees = '', intake = '', ...others] = await Promise.all(
      titles.map((title, n) => addArticle(site.db, { title, slug: `s-${n}` })),
    );
    const members = await addArticle(site.db, { title: 'For members', membersOnly: true });
    const gone = await addArticle(site.db, { title: 'Withdrawn', status: 'archived' });
    await add(fees, 1, { views: 1_000, seconds: 60_000, finished: 100, signUps: 9 });
    await add(fees, 7, { views: 234, seconds: 6_000 });
    await add(intake, 3, { views: 40, seconds: 66_060, finished: 30, signUps: 5 });
    await add(intake, 8, { views: 12, seconds: 600, signUps: 4 });
    await add(fees, 14, { views: 1_500 });
    for (const [n, id] of others.entries()) await add(id, 2, { views: 19, seconds: 1_000 - n });
    await add(members, 2, { views: 50, seconds: 60 });
    await add(gone, 2, { views: 50, seconds: 90_000, signUps: 1 });
    await add(gone, 9, { views: 1, seconds: 90_000 });
    // Neither this week nor the week before.
    await add(intake, 0, { views: 5_000 });
    await add(intake, 15, { views: 5_000, signUps: 100 });
    // Views without progress reports say nothing about where readers left.
    await add(others[0] ?? '', 1, { views: 80, source: 'unknown' });
    await site.runCron(mondayAt('08:00'));
    const [email, ...more] = await emails(site);
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      to: 'boss@example.com',
      subject: 'Your readers last week: 1,530 page views, 15 sign-ups',
    });
    const text = email?.text ?? '';
    expect(text).toMatch(
      /^From \w{3} \d+ to \w{3} \d+, \d{4}: 1,530 page views, [\d,]+ engaged minutes, and 15 newsletter sign-ups \(4 in the week before\)\./,
    );
    const parts = text.split(/\n\n(?=[A-Z ]+\n\n)/);
    expect(parts.map((part) => part.split('\n')[0])).toEqual([
      expect.stringContaining('From '),
      ...['MOST READ', 'GREW MOST', 'LEFT EARLY'],
    ]);
    const [, mostRead = '', grown = '', leftEarly = ''] = parts;
    const listed = [...mostRead.matchAll(/^(.*)\n(.*)\nhttps:/gm)];
    expect(listed.map(([, title, note]) => [title, note])).toEqual([
      ['Intake <b>', '40 views, 1,101 engaged minutes'],
      ['Fees', '1,234 views, 1,100 engaged minutes'],
      ['Third', '99 views, 17 engaged minutes'],
      ['Fourth', '19 views, 17 engaged minutes'],
      ['Fifth', '19 views, 17 engaged minutes'],
    ]);
    expect(grown).toContain(
      'Intake <b>\n40 views, up from 12 in the week before\nhttps://magazine.test/article/s-1',
    );
    expect(grown).not.toMatch(/Fees|Third|Withdrawn/);
    expect(leftEarly).toContain(
      'Fees\n100 of 1,234 views reached the last quarter\nhttps://magazine.test/article/s-0',
    );
    expect(leftEarly).not.toMatch(/Intake|Third|members|Withdrawn/);
    expect(text).toContain('View Readership:\nhttps://magazine.test/admin/readership\n');
    expect(text).toContain('https://magazine.test/admin/readership/settings');
    const html = email?.html ?? '';
    expect(html).toContain('Intake &lt;b&gt;');
    expect(html).not.toContain('<b>');
    for (const link of ['/article/s-0', '/admin/readership', '/admin/readership/settings'])
      expect(html).toContain(`href="https://magazine.test${link}"`);
  });

  it('goes to verified editors and admins whose accounts are not suspended', async () => {
    await addSomeViews();
    for (const role of ['editor', 'sales', 'audience', 'author', null] as const)
      await addAccount(site.db, { email: `${role}@example.com`, role });
    await addAccount(site.db, { email: 'unverified@example.com', role: 'editor', verified: false });
    for (const [email, until] of [
      ['suspended@example.com', '+ 1'],
      ['back@example.com', '- 300'],
    ]) {
      await addAccount(site.db, { email: email ?? '', role: 'editor' });
      await site.db.query(
        `update users set banned_until = now() ${until} * interval '1 day' where email = $1`,
        [email],
      );
    }
    await site.runCron(mondayAt('08:00'));
    expect((await sentTo()).sort()).toEqual(['back@example.com', 'boss@example.com', 'editor@example.com']);
  });

  it('leaves out the lists that would be empty', async () => {
    await addSomeViews();
    await site.runCron(mondayAt('08:00'));
    const [email] = await emails(site);
    expect(email?.subject).toBe('Your readers last week: 3 page views, no sign-ups');
    expect(email?.text).not.toMatch(/GREW MOST|LEFT EARLY/);
  });

  it('is sent from 8:00 in the time zone of the site, on Mondays only', async () => {
    await addSomeViews();
    const at = (time: string, days = 0) => new Date(mondayAt(time).getTime() + days * 86_400_000);
    for (const time of [at('07:59'), at('09:00', -1), at('09:00', 1)]) await site.runCron(time);
    expect(await sentTo()).toEqual([]);
    await site.db.query(`insert into settings (key, value) values ('site', '{"timeZone": "Europe/Berlin"}')`);
    // Tuesday in Berlin.
    await site.runCron(at('19:00'));
    expect(await sentTo()).toEqual([]);
    // 8:00 or 9:00 in Berlin: the clocks change in different weeks.
    await site.runCron(at('03:00'));
    expect(await sentTo()).toEqual(['boss@example.com']);
  });

  it('is not sent when it is turned off, without views, and later the same day when that changes', async () => {
    await site.runCron(mondayAt('08:00'));
    await addSomeViews();
    await turn(false);
    await site.runCron(mondayAt('08:01'));
    expect(await sentTo()).toEqual([]);
    await turn(true);
    await site.runCron(mondayAt('20:00'));
    expect(await sentTo()).toEqual(['boss@example.com']);
  });

  it('is sent once by overlapping and later triggers, and again the next week', async () => {
    await addSomeViews();
    await Promise.all(Array.from({ length: 5 }, () => site.runCron(mondayAt('08:00'))));
    await site.runCron(mondayAt('08:01'));
    await site.runCron(mondayAt('23:59'));
    expect(await sentTo()).toEqual(['boss@example.com']);
    await add(await addArticle(site.db), -6, { views: 1, seconds: 60 });
    await site.runCron(new Date(mondayAt('10:00').getTime() + 7 * 86_400_000));
    expect(await sentTo()).toEqual(['boss@example.com', 'boss@example.com']);
  });

  it.for([
    ['before-week', 2],
    ['after-week', 0],
    ['after-weekly-mail', 1],
  ] as const)('reaches no one twice if the worker crashes at the point %s', async ([point, reached]) => {
    await addSomeViews();
    await addAccount(site.db, { email: 'editor@example.com', role: 'editor' });
    crashPoint = point;
    await expect(site.runCron(mondayAt('08:00'))).rejects.toThrow();
    crashPoint = '';
    await site.runCron(mondayAt('08:01'));
    await site.runCron(mondayAt('08:02'));
    const all = await sentTo();
    expect(all).toHaveLength(reached);
    expect(new Set(all).size).toBe(reached);
  });
});
