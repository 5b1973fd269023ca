// Reports that arrive at the same time, and counting that is interrupted, repeated or done by several workers at the same time.
import { beforeEach, describe, expect, vi } from 'vitest';
import { ADS_SECRET, BROWSER, waitUntilCounted } from '../../support/ads';
import { addArticle, emptyMagazine } from '../../support/factory';
import { backdateView, recount, report, startView } from '../../support/readership';
import { siteTest } from '../../support/site/site-test';

const VIEWS = 40;
const MESSAGE = { v: 1, type: 'reading-beacons' };

let diesAt: (point: string) => boolean = () => false;
const { it, site } = siteTest({
  vars: { AUTH_JWT_SECRET: ADS_SECRET },
  diesAt: (point) => diesAt(point),
});

beforeEach(async () => {
  diesAt = () => false;
  await emptyMagazine(site.db);
  await site.empty(
    'reading_beacons, page_views, reading_outcomes, reading_totals, reading_days, reading_hours, reading_groups, cta_days, article_reading, reading_drops',
  );
  await addArticle(site.db, { slug: 'a-story', category: 'tools' });
});

/** Reports views. The engaged seconds of each equal its number. */
async function readAll(): Promise<void> {
  const numbers = Array.from({ length: VIEWS }, (_, number) => number + 1);
  await Promise.all(
    numbers.map(async (number) => {
      const address = `10.7.0.${number}`;
      const token = await backdateView(await startView(site, '/article/a-story', { address }), 600);
      for (const seconds of [Math.ceil(number / 2), number, number]) {
        const progress = { seconds, quarter: number % 5, outcomes: [['share', '']] as ['share', string][] };
        expect((await report(site, token, progress, address)).status).toBe(200);
      }
    }),
  );
}

/** Each view, its time and its outcome once, and totals that equal the log. */
async function expectAllCounted(): Promise<void> {
  await vi.waitFor(
    async () => {
      await site.runCron().catch(() => {});
      expect((await site.db.query('select 1 from reading_beacons')).rows).toEqual([]);
    },
    { timeout: 50_000, interval: 50 },
  );
  const { rows: views } = await site.db.query(
    'select engaged_seconds as seconds, quarter from page_views order by 1',
  );
  expect(views).toEqual(
    Array.from({ length: VIEWS }, (_, index) => ({ seconds: index + 1, quarter: (index + 1) % 5 })),
  );
  const { rows } = await site.db.query(
    'select views, readers, shares, engaged_seconds::int as seconds from reading_days',
  );
  expect(rows).toEqual([{ views: VIEWS, readers: VIEWS, shares: VIEWS, seconds: (VIEWS * (VIEWS + 1)) / 2 }]);
  for (const { name, totals, log } of await recount(site.db)) expect(totals, name).toEqual(log);
}

const logged = async () => (await site.db.query('select id, engaged_seconds, quarter from page_views')).rows;

/** The default of a second is too short on a busy machine. */
const WITHIN = { timeout: 50_000, interval: 50 };

describe('reports', () => {
  it.each([
    'before-reading',
    'after-reading',
  ])('are counted once when the consumer and the cron task are killed at %s', async (point) => {
    let crashes = 0;
    diesAt = (reached) => reached === point && crashes++ < 12;
    await readAll();
    await expectAllCounted();
    await vi.waitFor(async () => {
      await site.runCron().catch(() => {});
      expect(crashes).toBeGreaterThan(12);
    }, WITHIN);
    await expectAllCounted();
  });

  it('are counted once when messages are delivered several times and cron triggers run at the same time', async () => {
    const stop = new AbortController();
    const disturb = async () => {
      while (!stop.signal.aborted) {
        await site.send(MESSAGE, MESSAGE, MESSAGE);
        await Promise.all([site.runCron(), site.runCron(), site.runCron()]);
      }
    };
    const disturbed = disturb();
    await readAll();
    stop.abort();
    await disturbed;
    await Promise.all([site.send(MESSAGE, MESSAGE), site.runCron(), site.runCron()]);
    await expectAllCounted();
  });

  it('are counted once when the database disappears while they are counted', async () => {
    await readAll();
    for (let times = 0; times < 3; times += 1) {
      await site.db.query('select pg_advisory_lock(hashtext($1))', ['counting reading']);
      // Waits for the lock, so the database is lost in the middle of the count.
      const running = site.runCron().catch(() => 'failed');
      await vi.waitFor(async () => {
        const { rows } = await site.db.query(
          "select 1 from pg_locks where locktype = 'advisory' and not granted",
        );
        expect(rows.length).toBeGreaterThan(0);
      }, WITHIN);
      await site.loseDatabase();
      await site.db.query('select pg_advisory_unlock(hashtext($1))', ['counting reading']);
      await site.restoreDatabase();
      expect(await running).toBe('failed');
    }
    await expectAllCounted();
  });

  it('that arrive at the same moment are written together, each to its own view', async () => {
    const ids = Array.from({ length: 60 }, () => crypto.randomUUID());
    const tokens = await Promise.all(
      ids.map(async (id) => backdateView(await startView(site, '/article/a-story', { id }), 600)),
    );
    const answers = await Promise.all(
      tokens.map((token, number) => report(site, token, { seconds: number, quarter: number % 5 })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const writes = answers.filter(
      (answer) => !answer.headers.get('server-timing')?.includes('"0 round trips"'),
    );
    expect(writes.length).toBeGreaterThan(0);
    expect(writes.length).toBeLessThan(ids.length / 2);
    await waitUntilCounted(site, 'reading_beacons');
    const stored = new Map((await logged()).map((view) => [view.id, [view.engaged_seconds, view.quarter]]));
    expect(ids.map((id) => stored.get(id))).toEqual(ids.map((_, number) => [number, number % 5]));
    for (const { name, totals, log } of await recount(site.db)) expect(totals, name).toEqual(log);
  });

  it('of a worker that was deployed before are stored too', async () => {
    const id = crypto.randomUUID();
    await startView(site, '/article/a-story', { id });
    const progress = { seconds: 9, quarter: 2, outcomes: [['share', '']] };
    await site.db.query('select store_progress($1::uuid, $2::jsonb)', [id, JSON.stringify(progress)]);
    await waitUntilCounted(site, 'reading_beacons');
    expect(await logged()).toEqual([{ id, engaged_seconds: 9, quarter: 2 }]);
    const { rows } = await site.db.query('select view_id, kind, target from reading_outcomes');
    expect(rows).toEqual([{ view_id: id, kind: 'share', target: '' }]);
  });

  it('are stored and acknowledged when a reader who reported just before closes the connection', async () => {
    const ids = Array.from({ length: 20 }, () => crypto.randomUUID());
    const tokens = await Promise.all(
      ids.map(async (id) => backdateView(await startView(site, '/article/a-story', { id }), 60)),
    );
    const closing = new AbortController();
    const first = site.get('/api/reading', {
      method: 'POST',
      headers: { 'user-agent': BROWSER, origin: site.url },
      body: JSON.stringify({ token: tokens[0], seconds: 1, quarter: 0, outcomes: [] }),
      signal: closing.signal,
    });
    const closed = expect(first).rejects.toThrow('abort');
    const others = tokens.slice(1).map((token) => report(site, token, { seconds: 10 }));
    closing.abort();
    await closed;
    expect(new Set((await Promise.all(others)).map(({ status }) => status))).toEqual(new Set([200]));
    await waitUntilCounted(site, 'reading_beacons');
    const stored = new Map((await logged()).map((view) => [view.id, view.engaged_seconds]));
    expect(ids.slice(1).map((id) => stored.get(id))).toEqual(ids.slice(1).map(() => 10));
  });
});
