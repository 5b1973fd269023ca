// A consumer that crashes at any step: each item is done exactly once, or fails with its reason.
import { beforeEach, describe, expect, vi } from 'vitest';
import {
  addInterruptedJob,
  itemRows,
  items,
  jobRow,
  runTestItem,
  timesDone,
  waitForJob,
} from '../../support/jobs';
import { siteTest } from '../../support/site/site-test';

const POINTS = [
  'before-claim',
  'after-claim',
  'after-run',
  'after-end',
  'after-more',
  'after-all',
  'before-close',
  'before-finish',
  'after-finish',
];

const { it, site } = siteTest({
  vars: { JOB_LEASE_SECONDS: '1' },
  diesAt: (point, where) => {
    reached.add(point);
    return shouldCrash(point, where);
  },
});
/** Decides whether the worker crashes; tests replace it. */
let shouldCrash: (point: string, where: string) => boolean = () => false;
const reached = new Set<string>();

beforeEach(async () => {
  shouldCrash = () => false;
  await site.empty('jobs, job_items, audit_log');
});

/** Returns true for the first `times` that the point is reached at each place. */
function diesAt(point: string, times: number) {
  const crashes = new Map<string, number>();
  return (at: string, where: string) => {
    const before = crashes.get(where) ?? 0;
    if (at !== point || before >= times) return false;
    crashes.set(where, before + 1);
    return true;
  };
}

/**
 * Runs the cron task together with the queue, more often than in production, as if the worker kept
 * restarting.
 */
async function untilOverWithClock(id: string) {
  await vi.waitFor(
    async () => {
      await site.runCron(new Date(), '@start');
      expect((await jobRow(site, id)).status).not.toBe('running');
    },
    { timeout: 50_000, interval: 250 },
  );
  return jobRow(site, id);
}

describe('a consumer that crashes', () => {
  it.each(POINTS)('completes every item exactly once after one crash at "%s"', async (point) => {
    shouldCrash = diesAt(point, 1);
    const all = [...items(6), { key: 'grows', input: { more: [{ key: 'more' }] } }];
    const id = await runTestItem(site, all);
    expect(await untilOverWithClock(id)).toMatchObject({ status: 'done', result: { done: 8 } });
    expect(reached).toContain(point);
    const done = await timesDone(site, id);
    expect(Object.keys(done)).toHaveLength(8);
    expect(new Set(Object.values(done))).toEqual(new Set([1]));
  });

  it.each([
    'before-claim',
    'after-claim',
    'after-run',
  ])('always at "%s" of one item fails only that item', async (point) => {
    // Slow enough to still be running whenever the crashing item crashes.
    const id = await addInterruptedJob(site, [...items(4, { milliseconds: 300 }), { key: 'deadly' }]);
    const deadly = String((await itemRows(site, id))[4].id);
    shouldCrash = (at, where) => at === point && where === deadly;
    expect(await untilOverWithClock(id)).toMatchObject({ status: 'done', result: { done: 4 } });
    const rows = await itemRows(site, id);
    expect(rows.slice(0, 4)).toMatchObject(Array(4).fill({ status: 'done' }));
    expect(rows[4]).toMatchObject({
      status: 'failed',
      attempts: 5,
      reason: 'The worker stopped unexpectedly on every attempt.',
    });
    expect(Object.values(await timesDone(site, id))).toEqual([1, 1, 1, 1]);
    // The other items crash with the poison item once at most, because possible poison items then run alone.
    if (point !== 'before-claim')
      for (const { attempts } of rows.slice(0, 4)) expect(attempts).toBeLessThanOrEqual(2);
  });

  it('while handling dead letters still fails the item with its reason', async () => {
    shouldCrash = diesAt('dead-letter', 3);
    const id = await runTestItem(site, [{ key: 'away', input: { act: 'unavailable' } }, { key: 'fine' }]);
    expect(await waitForJob(site, id)).toMatchObject({ status: 'done', result: { done: 1 } });
    expect(reached).toContain('dead-letter');
    expect((await itemRows(site, id))[0]).toMatchObject({
      status: 'failed',
      reason: 'The provider is unavailable.',
    });
  });

  it('at random steps does not change the outcome', async () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    let crashCount = 0;
    shouldCrash = () => {
      if (crashCount >= 40 || random() > 0.15) return false;
      crashCount += 1;
      return true;
    };
    const id = await runTestItem(site, [
      ...items(40),
      { key: 'refused', input: { act: 'refuse' } },
      { key: 'skipped', input: { act: 'skip' } },
      { key: 'grows', input: { more: [{ key: 'more' }] } },
    ]);
    expect(await untilOverWithClock(id)).toMatchObject({ status: 'done' });
    expect(crashCount).toBe(40);
    const rows = await itemRows(site, id);
    const done = await timesDone(site, id);
    for (const { key, status, reason } of rows) {
      if (status === 'done') expect(done[key], key).toBe(1);
      else
        expect([status, reason === null, done[key]], key).toEqual([
          expect.stringMatching(/failed|skipped/),
          false,
          undefined,
        ]);
    }
    expect(rows.filter(({ status }) => status === 'done').length).toBeGreaterThan(30);
  });
});

describe('the worker', () => {
  it('continues interrupted items after a restart', async () => {
    const id = await addInterruptedJob(site, items(12));
    // Touched a moment ago, as if the last run had ended in the middle. Four items were running.
    await site.db.query(
      `update job_items set touched_at = now(), status = 'running', attempts = 1, claimed_until = now() - interval '1 second'
       where job_id = $1 and id in (select id from job_items where job_id = $1 order by id limit 4)`,
      [id],
    );
    await site.db.query("update job_items set touched_at = now() where status = 'waiting'");
    await site.runCron(new Date(), '@start');
    expect(await waitForJob(site, id)).toMatchObject({ status: 'done', result: { done: 12 } });
    expect(Object.values(await timesDone(site, id))).toEqual(Array(12).fill(1));
  });
});
