// Long work through the real local queue: done, skipped, failed, tried again, cancelled, made up for and pruned.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { itemRows, items, jobRow, leaveBehind, rehearse, timesDone, untilOver } from '../support/jobs';
import { type Site, startSite } from '../support/site';

let site: Site;

beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer') });
});
beforeEach(async () => {
  await site.db.query('truncate jobs, job_items, audit_log cascade');
});
afterAll(() => site.stop());

describe('a job', () => {
  it('does each of its items once and ends with a result', async () => {
    const id = await rehearse(site, items(25));
    expect(await untilOver(site, id)).toMatchObject({ status: 'done', result: { done: 25 }, reason: null });
    const done = await timesDone(site, id);
    expect(Object.keys(done)).toHaveLength(25);
    expect(new Set(Object.values(done))).toEqual(new Set([1]));
    for (const item of await itemRows(site, id))
      expect(item).toMatchObject({
        status: 'done',
        attempts: 1,
        claimed_until: null,
        result: { attempt: 1 },
      });
  });

  it('says why an item was skipped or refused, and goes on with the others', async () => {
    const id = await rehearse(site, [
      { key: 'a', input: { act: 'skip' } },
      { key: 'b', input: { act: 'refuse' } },
      { key: 'c' },
    ]);
    expect(await untilOver(site, id)).toMatchObject({ status: 'done', result: { done: 1 } });
    expect(await itemRows(site, id)).toMatchObject([
      { status: 'skipped', reason: 'There was nothing to do.' },
      { status: 'failed', reason: 'It is refused.', attempts: 1 },
      { status: 'done' },
    ]);
  });

  it('of which nothing came has failed', async () => {
    const id = await rehearse(site, items(2, { act: 'refuse' }));
    expect(await untilOver(site, id)).toMatchObject({ status: 'failed', reason: 'It is refused.' });
  });

  it.each([
    'unavailable',
    'too-many',
    'later',
    'crash',
    'clash',
  ] as const)('tries an item again after "%s"', async (act) => {
    const id = await rehearse(site, [{ key: 'a', input: { act, times: 2 } }]);
    expect(await untilOver(site, id)).toMatchObject({ status: 'done' });
    expect(await itemRows(site, id)).toMatchObject([{ status: 'done', attempts: 3 }]);
    expect(await timesDone(site, id)).toEqual({ a: 1 });
  });

  it('gives an item up after five attempts, by the dead letters, with its last reason', async () => {
    const id = await rehearse(site, [
      { key: 'away', input: { act: 'unavailable' } },
      { key: 'broken', input: { act: 'crash' } },
      { key: 'fine' },
    ]);
    expect(await untilOver(site, id)).toMatchObject({ status: 'done' });
    expect(await itemRows(site, id)).toMatchObject([
      { status: 'failed', attempts: 5, reason: 'The provider is away.' },
      { status: 'failed', attempts: 5, reason: 'Something unexpected went wrong.' },
      { status: 'done', attempts: 1, reason: null },
    ]);
    expect(await timesDone(site, id)).toEqual({ fine: 1 });
  });

  it('may grow while it is worked on', async () => {
    const id = await rehearse(site, [
      { key: 'a', input: { more: [{ key: 'b' }, { key: 'c' }, { key: 'a' }] } },
    ]);
    expect(await untilOver(site, id)).toMatchObject({ status: 'done', result: { done: 3 } });
    expect(await timesDone(site, id)).toEqual({ a: 1, b: 1, c: 1 });
  });

  it('has failed when its end is refused, and is finished when it may be tried again', async () => {
    const refused = await rehearse(site, items(1), { finish: 'refuse' });
    expect(await untilOver(site, refused)).toMatchObject({ status: 'failed', reason: 'It is refused.' });
    const broken = await rehearse(site, items(1), { finish: 'crash' });
    await vi.waitFor(async () => expect((await jobRow(site, broken)).closings).toBe(1), 10_000);
    for (let minute = 0; minute < 4; minute += 1) await site.runCron();
    expect(await jobRow(site, broken)).toMatchObject({
      status: 'failed',
      reason: 'Finishing the job failed unexpectedly.',
      closings: 5,
    });
  });
});

describe('a message', () => {
  it('that nobody understands stops nothing', async () => {
    await site.send({ v: 2, type: 'job-item', itemId: 1 }, 'nonsense', {
      v: 1,
      type: 'job-item',
      itemId: 9e9,
    });
    const id = await rehearse(site, items(3));
    expect(await untilOver(site, id)).toMatchObject({ status: 'done' });
  });

  it('that comes many times does its work once', async () => {
    const id = await leaveBehind(site, items(5));
    const rows = await itemRows(site, id);
    const messages = rows.map((row) => ({ v: 1, type: 'job-item', itemId: Number(row.id) }));
    await site.send(...Array.from({ length: 10 }, () => messages).flat());
    expect(await untilOver(site, id)).toMatchObject({ status: 'done', result: { done: 5 } });
    expect(Object.values(await timesDone(site, id))).toEqual([1, 1, 1, 1, 1]);
  });
});

describe('the clock', () => {
  it('goes on with work that the queue forgot', async () => {
    const id = await leaveBehind(site, items(30));
    await site.runCron();
    expect(await untilOver(site, id)).toMatchObject({ status: 'done', result: { done: 30 } });
  });
});
