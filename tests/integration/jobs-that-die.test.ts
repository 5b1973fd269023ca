// A consumer that dies at any step leaves each item done exactly once, or failed with its reason.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { itemRows, items, jobRow, leaveBehind, rehearse, timesDone, untilOver } from '../support/jobs';
import { type Site, startSite } from '../support/site';

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

let site: Site;
/** Decides whether the worker dies; a test sets its own. */
let judge: (point: string, where: string) => boolean = () => false;
const reached = new Set<string>();

beforeAll(async () => {
  site = await startSite({
    databaseServer: inject('databaseServer'),
    vars: { JOB_LEASE_SECONDS: '1' },
    diesAt: (point, where) => {
      reached.add(point);
      return judge(point, where);
    },
  });
});
beforeEach(async () => {
  judge = () => false;
  await site.empty('jobs, job_items, audit_log');
});
afterAll(() => site.stop());

/** True for the first `times` that a point is reached at each place. */
function diesAt(point: string, times: number) {
  const died = new Map<string, number>();
  return (at: string, where: string) => {
    const before = died.get(where) ?? 0;
    if (at !== point || before >= times) return false;
    died.set(where, before + 1);
    return true;
  };
}

/** The clock goes on beside the queue, and faster than it does: like one start after the other. */
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

describe('a consumer that dies', () => {
  it.each(POINTS)('once at "%s" leaves nothing undone and nothing done twice', async (point) => {
    judge = diesAt(point, 1);
    const all = [...items(6), { key: 'grows', input: { more: [{ key: 'more' }] } }];
    const id = await rehearse(site, all);
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
  ])('always at "%s" of one item fails that one alone', async (point) => {
    // Slow enough to be at work whenever their neighbour dies.
    const id = await leaveBehind(site, [...items(4, { milliseconds: 300 }), { key: 'deadly' }]);
    const deadly = String((await itemRows(site, id))[4].id);
    judge = (at, where) => at === point && where === deadly;
    expect(await untilOverWithClock(id)).toMatchObject({ status: 'done', result: { done: 4 } });
    const rows = await itemRows(site, id);
    expect(rows.slice(0, 4)).toMatchObject(Array(4).fill({ status: 'done' }));
    expect(rows[4]).toMatchObject({
      status: 'failed',
      attempts: 5,
      reason: 'The work on it stopped unexpectedly, again and again.',
    });
    expect(Object.values(await timesDone(site, id))).toEqual([1, 1, 1, 1]);
    // They die with it once at most: what may have been the reason is then worked on alone.
    if (point !== 'before-claim')
      for (const { attempts } of rows.slice(0, 4)) expect(attempts).toBeLessThanOrEqual(2);
  });

  it('at the dead letters too is made up for', async () => {
    judge = diesAt('dead-letter', 3);
    const id = await rehearse(site, [{ key: 'away', input: { act: 'unavailable' } }, { key: 'fine' }]);
    expect(await untilOver(site, id)).toMatchObject({ status: 'done', result: { done: 1 } });
    expect(reached).toContain('dead-letter');
    expect((await itemRows(site, id))[0]).toMatchObject({
      status: 'failed',
      reason: 'The provider is away.',
    });
  });

  it('at any step, at random, changes nothing about the outcome', async () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    let deaths = 0;
    judge = () => {
      if (deaths >= 40 || random() > 0.15) return false;
      deaths += 1;
      return true;
    };
    const id = await rehearse(site, [
      ...items(40),
      { key: 'refused', input: { act: 'refuse' } },
      { key: 'skipped', input: { act: 'skip' } },
      { key: 'grows', input: { more: [{ key: 'more' }] } },
    ]);
    expect(await untilOverWithClock(id)).toMatchObject({ status: 'done' });
    expect(deaths).toBe(40);
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

describe('the machine', () => {
  it('that starts again goes on with what nobody works on any more', async () => {
    const id = await leaveBehind(site, items(12));
    // Touched a moment ago, as when the last run ended in the middle; four were being worked on.
    await site.db.query(
      `update job_items set touched_at = now(), status = 'running', attempts = 1, claimed_until = now() - interval '1 second'
       where job_id = $1 and id in (select id from job_items where job_id = $1 order by id limit 4)`,
      [id],
    );
    await site.db.query("update job_items set touched_at = now() where status = 'waiting'");
    await site.runCron(new Date(), '@start');
    expect(await untilOver(site, id)).toMatchObject({ status: 'done', result: { done: 12 } });
    expect(Object.values(await timesDone(site, id))).toEqual(Array(12).fill(1));
  });
});
