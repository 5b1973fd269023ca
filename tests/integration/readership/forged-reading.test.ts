// Limits on clients that report more than a reader can have done.
import { beforeEach, describe, expect } from 'vitest';
import type { ReportedOutcome } from '~/features/readership/tracking/reading-event';
import { ADS_SECRET } from '../../support/ads';
import { addArticle, emptyMagazine } from '../../support/factory';
import { randomNumbers } from '../../support/random-numbers';
import { backdateView, recount, report, startView } from '../../support/readership';
import { siteTest } from '../../support/site/site-test';

const REPORTS = 2_000;
/** For slow connections and differing clocks. */
const TOLERANCE_SECONDS = 5;
const MAX_COUNTED_SECONDS = 7_200;
const KINDS: readonly ReportedOutcome[] = ['cta_view', 'cta_click', 'save', 'share', 'search'];

const { it, site } = siteTest({ vars: { AUTH_JWT_SECRET: ADS_SECRET } });

let ctas: string[];
beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty(
    'reading_beacons, page_views, reading_outcomes, reading_totals, reading_days, reading_hours, reading_groups, cta_days, article_reading, reading_drops, ctas',
  );
  await addArticle(site.db, { slug: 'a-story', category: 'tools' });
  const { rows } = await site.db.query("insert into ctas (title) values ('One'), ('Two') returning id");
  ctas = rows.map(({ id }) => id);
});

const counted = () =>
  expect
    .poll(async () => {
      await site.runCron();
      return (await site.db.query('select 1 from reading_beacons')).rows;
    })
    .toEqual([]);

describe('10,000 random reports', () => {
  it.each([
    [1, 0],
    [2, 20],
    [3, 90],
    [4, 600],
    [5, 7_200],
  ])(
    'gain no more than a reader can do in the elapsed time: token %i, after %i seconds',
    async (seed, age) => {
      const random = randomNumbers(seed * 7_919);
      const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
      const began = Date.now();
      const token = await backdateView(await startView(site, '/article/a-story'), age);
      const most = () => age + TOLERANCE_SECONDS + (Date.now() - began) / 1000;
      let claimed = 0;
      let accepted = 0;
      const sendOne = async () => {
        const seconds = Math.floor(random() * (2 * age + 60));
        const outcomes = Array.from({ length: Math.floor(random() * 4) }, (): [ReportedOutcome, string] => {
          const kind = pick(KINDS);
          // Known and made-up calls to action, also in capitals, and now and then a target that the kind does not have.
          const target = pick([...ctas, ...ctas.map((id) => id.toUpperCase()), crypto.randomUUID(), 'x']);
          return [kind, kind.startsWith('cta') || random() < 0.05 ? target : ''];
        });
        const address = `10.6.${Math.floor(random() * 200)}.1`;
        const { status } = await report(
          site,
          token,
          { seconds, quarter: Math.floor(random() * 6), outcomes },
          address,
        );
        expect([200, 422]).toContain(status);
        if (status !== 200) return;
        expect(seconds).toBeLessThanOrEqual(most());
        accepted += 1;
        claimed = Math.max(claimed, Math.min(seconds, MAX_COUNTED_SECONDS));
      };
      let left = REPORTS;
      const sendAll = async () => {
        while (left > 0) {
          left -= 1;
          await sendOne();
        }
      };
      await Promise.all(Array.from({ length: 64 }, sendAll));
      await counted();
      expect(accepted).toBeGreaterThan(REPORTS / 50);
      const { rows: views } = await site.db.query('select engaged_seconds, quarter from page_views');
      expect(views).toEqual([{ engaged_seconds: claimed, quarter: 4 }]);
      expect(claimed).toBeLessThanOrEqual(most());
      const { rows: outcomes } = await site.db.query(
        "select kind, target from reading_outcomes order by kind = 'search', kind = 'share', kind = 'save', kind, target",
      );
      const ofCtas = (kind: string) => [...ctas].sort().map((target) => ({ kind, target }));
      expect(outcomes).toEqual([
        ...ofCtas('cta_click'),
        ...ofCtas('cta_view'),
        ...['save', 'share', 'search'].map((kind) => ({ kind, target: '' })),
      ]);
      for (const { name, totals, log } of await recount(site.db)) expect(totals, name).toEqual(log);
    },
    120_000,
  );
});

describe('a report about a page that is not an article', () => {
  it('completes no article', async () => {
    const token = await backdateView(await startView(site, '/'), 60);
    for (const quarter of [2, 4])
      expect((await report(site, token, { seconds: 9 + quarter, quarter })).status).toBe(200);
    await counted();
    const { rows: views } = await site.db.query('select engaged_seconds, quarter from page_views');
    expect(views).toEqual([{ engaged_seconds: 13, quarter: 0 }]);
    const { rows: hours } = await site.db.query('select views, article_views, quarter4 from reading_hours');
    expect(hours).toEqual([{ views: 1, article_views: 0, quarter4: 0 }]);
    for (const { name, totals, log } of await recount(site.db)) expect(totals, name).toEqual(log);
  });
});
