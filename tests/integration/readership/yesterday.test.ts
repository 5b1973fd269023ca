// The dashboard's sentence about yesterday.
import { beforeEach, describe, expect } from 'vitest';
import { addAccount, addArticle, emptyMagazine } from '../../support/factory';
import { roundTrips, visibleTextOf } from '../../support/html';
import { addReadingTotals } from '../../support/readership';
import { adminTest } from '../../support/site/site-test';
import { visit } from '../../support/visitor';

const { it, site, admin } = adminTest();
let fees: string;
let intake: string;

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('reading_totals, reading_days, reading_hours');
  fees = await addArticle(site.db, { title: 'Flat Fees for <Litigation>' });
  intake = await addArticle(site.db, { title: 'Intake' });
});

const dashboard = async (who = admin) => visibleTextOf(await (await who.get('/admin')).text());

describe('the dashboard', () => {
  it('names the article that brought most of yesterday’s subscribers', async () => {
    await addReadingTotals(site.db, fees, 1, { views: 50, seconds: 10, signUps: 9 });
    await addReadingTotals(site.db, intake, 1, { views: 90, seconds: 9_000, signUps: 5 });
    await addReadingTotals(site.db, intake, 0, { views: 1, signUps: 70 });
    await addReadingTotals(site.db, intake, 2, { views: 1, signUps: 70 });
    const answer = await admin.get('/admin');
    // One round trip for the session, one for the page.
    expect(roundTrips(answer)).toBe(2);
    expect(visibleTextOf(await answer.text())).toContain(
      '“Flat Fees for <Litigation>” brought 9 of yesterday’s 14 subscribers.',
    );
    await site.db.query('update articles set status = $1 where id = $2', ['archived', fees]);
    expect(await dashboard()).toContain('“Intake” brought 5 of yesterday’s 14 subscribers.');
  });

  it('uses the singular for one subscriber or one article', async () => {
    await addReadingTotals(site.db, intake, 1, { signUps: 1 });
    expect(await dashboard()).toContain('“Intake” brought yesterday’s only subscriber.');
    await addReadingTotals(site.db, intake, 1, { signUps: 1, source: 'internal' });
    expect(await dashboard()).toContain('“Intake” brought all of yesterday’s 2 subscribers.');
  });

  it('names the most read article if none brought a subscriber', async () => {
    await site.db.query(
      'insert into reading_hours (day, hour, sign_ups) values (magazine_day(now(), magazine_zone()) - 1, 3, 2)',
    );
    await addReadingTotals(site.db, fees, 1, { views: 500, seconds: 20 });
    expect(await dashboard()).toContain(
      '“Flat Fees for <Litigation>” was yesterday’s most read article, with less than one engaged minute.',
    );
    await addReadingTotals(site.db, intake, 1, { views: 5, seconds: 7_200 });
    expect(await dashboard()).toContain(
      '“Intake” was yesterday’s most read article, with 120 engaged minutes.',
    );
  });

  it('says nothing if nothing was counted', async () => {
    await addReadingTotals(site.db, fees, 0, { views: 5, seconds: 300, signUps: 1 });
    await addReadingTotals(site.db, fees, 2, { views: 5, seconds: 300, signUps: 1 });
    expect(await dashboard()).not.toContain('yesterday’s');
  });

  it('shows the note to editors and the audience role, not to sales and authors', async () => {
    await addReadingTotals(site.db, fees, 1, { views: 5, seconds: 300, signUps: 1 });
    for (const [role, sees] of [
      ['editor', true],
      ['audience', true],
      ['sales', false],
      ['author', false],
    ] as const) {
      await addAccount(site.db, { email: `${role}@example.com`, role });
      const who = visit(site);
      await who.signIn(`${role}@example.com`);
      expect([role, (await dashboard(who)).includes('yesterday’s')]).toEqual([role, sees]);
    }
  });
});
