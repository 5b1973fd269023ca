// Long work through the real local queue: done, skipped, failed, tried again, cancelled, made up for and pruned.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { itemRows, items, jobRow, leaveBehind, rehearse, timesDone, untilOver } from '../support/jobs';
import { type Site, startSite } from '../support/site';

let site: Site;

beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer') });
});
beforeEach(async () => {
  await site.empty('jobs, job_items, audit_log');
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
  const statuses = async (id: string) => (await itemRows(site, id)).map(({ status }) => status);

  it('goes on with work that the queue forgot', async () => {
    const id = await leaveBehind(site, items(30));
    await site.runCron();
    expect(await untilOver(site, id)).toMatchObject({ status: 'done', result: { done: 30 } });
  });

  it('leaves alone what is being worked on and what is not due', async () => {
    const id = await leaveBehind(site, items(2));
    await site.db.query(
      `update job_items set status = 'running', attempts = 1, claimed_until = now() + interval '20 seconds' where key = 'item-0'`,
    );
    await site.db.query(`update job_items set next_try_at = now() + interval '1 hour' where key = 'item-1'`);
    await site.runCron();
    await site.runCron(new Date(), '@start');
    // Another job's way through the queue shows that the first one's messages, if there were any, are through too.
    await untilOver(site, await rehearse(site, items(3)));
    expect(await statuses(id)).toEqual(['running', 'waiting']);
    expect(await timesDone(site, id)).toEqual({});
  });

  it('fails what died five times and cancels what died in a cancelled job', async () => {
    const died = `update job_items set status = 'running', attempts = $2, claimed_until = now() - interval '1 second' where job_id = $1`;
    const hopeless = await leaveBehind(site, items(1));
    await site.db.query(died, [hopeless, 5]);
    const cancelled = await leaveBehind(site, items(1));
    await site.db.query(died, [cancelled, 1]);
    await site.db.query("update jobs set status = 'cancelled', finished_at = now() where id = $1", [
      cancelled,
    ]);
    await site.runCron();
    expect(await untilOver(site, hopeless)).toMatchObject({
      status: 'failed',
      reason: 'The work on it stopped unexpectedly, again and again.',
    });
    expect(await statuses(cancelled)).toEqual(['cancelled']);
  });

  it('closes a job that nobody closed, and one that had nothing to do', async () => {
    const id = await leaveBehind(site, items(2));
    await site.db.query("update job_items set status = 'done' where job_id = $1", [id]);
    const empty = await rehearse(site, []);
    await site.runCron();
    expect(await jobRow(site, id)).toMatchObject({ status: 'done', result: { done: 2 } });
    expect(await jobRow(site, empty)).toMatchObject({ status: 'done', result: { done: 0 } });
  });

  it('forgets jobs 30 days after their end, with their items, and none that runs', async () => {
    const end =
      "update jobs set status = 'done', finished_at = now() - $2::interval, created_at = now() - interval '90 days' where id = $1";
    const [old, young, running] = [
      await leaveBehind(site, items(3)),
      await leaveBehind(site, items(3)),
      await leaveBehind(site, [{ key: 'slow' }]),
    ];
    await site.db.query(end, [old, '30 days 1 minute']);
    await site.db.query(end, [young, '29 days']);
    await site.db.query("update jobs set created_at = now() - interval '90 days' where id = $1", [running]);
    await site.db.query("update job_items set next_try_at = now() + interval '1 hour' where job_id = $1", [
      running,
    ]);
    await site.runCron();
    const { rows } = await site.db.query('select id from jobs order by created_at, id');
    expect(rows.map(({ id }) => id).sort()).toEqual([young, running].sort());
    expect(await itemRows(site, old)).toEqual([]);
  });
});

describe('the database', () => {
  it('that is away for a while costs time and no item', async () => {
    const id = await leaveBehind(site, items(8));
    const messages = (await itemRows(site, id)).map((row) => ({
      v: 1,
      type: 'job-item',
      itemId: Number(row.id),
    }));
    await site.loseDatabase();
    await site.send(...messages);
    const queue = 'select count(*) from job_items where attempts > 0';
    // All their deliveries are used up before it comes back.
    await vi.waitFor(async () => expect(await failures()).toBeGreaterThanOrEqual(8 * 5), 30_000);
    expect((await site.db.query(queue)).rows[0].count).toBe('0');
    await site.restoreDatabase();
    await site.runCron();
    expect(await untilOver(site, id)).toMatchObject({ status: 'done', result: { done: 8 } });
  });

  async function failures(): Promise<number> {
    return (await site.logLines()).filter(({ event }) => event === 'queue_failed').length;
  }
});

describe('readiness', () => {
  it('tells how long work has waited, and that nobody works when nobody does', async () => {
    const queue = async () => {
      const answer = await site.get('/readyz');
      const { dependencies } = (await answer.json()) as { dependencies: { queue: object } };
      return [answer.status, dependencies.queue];
    };
    expect(await queue()).toEqual([
      200,
      { status: 'ok', milliseconds: expect.any(Number), oldestSeconds: 0 },
    ]);
    await leaveBehind(site, items(2));
    await site.db.query("update job_items set next_try_at = now() - interval '10 minutes'");
    // And what the test itself has taken since.
    const about = (seconds: number) =>
      expect.toSatisfy((value: number) => value >= seconds && value < seconds + 60, `about ${seconds}`);
    expect(await queue()).toMatchObject([200, { status: 'ok', oldestSeconds: about(600) }]);
    await site.db.query("update job_items set next_try_at = now() - interval '20 minutes'");
    expect(await queue()).toMatchObject([503, { status: 'unavailable', oldestSeconds: about(1200) }]);
    await site.db.query("update job_items set touched_at = now() where key = 'item-0'");
    expect(await queue()).toMatchObject([200, { status: 'ok', oldestSeconds: about(1200) }]);
  });
});
