// Jobs through the real local queue: done, skipped, failed, retried, canceled, recovered and deleted.

import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { sweepJobs } from '~/features/jobs/sweep-jobs.server';
import { UnavailableError } from '~/lib/errors';
import type { WorkQueue } from '~/platform/context';
import { productContext } from '../../support/accounts/product-context';
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

const { it, site } = siteTest();

beforeEach(async () => {
  await site.empty('jobs, job_items, audit_log');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a job', () => {
  it('runs each item once and ends with a result', async () => {
    const id = await runTestItem(site, items(25));
    expect(await waitForJob(site, id)).toMatchObject({ status: 'done', result: { done: 25 }, reason: null });
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

  it('reports skipped and rejected items and continues with the others', async () => {
    const id = await runTestItem(site, [
      { key: 'a', input: { act: 'skip' } },
      { key: 'b', input: { act: 'refuse' } },
      { key: 'c' },
    ]);
    expect(await waitForJob(site, id)).toMatchObject({ status: 'done', result: { done: 1 } });
    expect(await itemRows(site, id)).toMatchObject([
      { status: 'skipped', reason: 'There was nothing to do.' },
      { status: 'failed', reason: 'It is refused.', attempts: 1 },
      { status: 'done' },
    ]);
  });

  it('without any finished item fails', async () => {
    const id = await runTestItem(site, items(2, { act: 'refuse' }));
    expect(await waitForJob(site, id)).toMatchObject({ status: 'failed', reason: 'It is refused.' });
  });

  it.each([
    'unavailable',
    'too-many',
    'crash',
    'clash',
  ] as const)('retries an item after "%s"', async (act) => {
    const id = await runTestItem(site, [{ key: 'a', input: { act, times: 2 } }]);
    expect(await waitForJob(site, id)).toMatchObject({ status: 'done' });
    expect(await itemRows(site, id)).toMatchObject([{ status: 'done', attempts: 3 }]);
    expect(await timesDone(site, id)).toEqual({ a: 1 });
  });

  it('fails an item after five attempts through the dead letter queue, with its last reason', async () => {
    const id = await runTestItem(site, [
      { key: 'away', input: { act: 'unavailable' } },
      { key: 'broken', input: { act: 'crash' } },
      { key: 'fine' },
    ]);
    expect(await waitForJob(site, id)).toMatchObject({ status: 'done' });
    expect(await itemRows(site, id)).toMatchObject([
      { status: 'failed', attempts: 5, reason: 'The provider is unavailable.' },
      { status: 'failed', attempts: 5, reason: 'An unexpected error occurred.' },
      { status: 'done', attempts: 1, reason: null },
    ]);
    expect(await timesDone(site, id)).toEqual({ fine: 1 });
  });

  it('can add items while running', async () => {
    const id = await runTestItem(site, [
      { key: 'a', input: { more: [{ key: 'b' }, { key: 'c' }, { key: 'a' }] } },
    ]);
    expect(await waitForJob(site, id)).toMatchObject({ status: 'done', result: { done: 3 } });
    expect(await timesDone(site, id)).toEqual({ a: 1, b: 1, c: 1 });
  });

  it('fails when finishing it is rejected, and retries finishing after other errors', async () => {
    const refused = await runTestItem(site, items(1), { finish: 'refuse' });
    expect(await waitForJob(site, refused)).toMatchObject({ status: 'failed', reason: 'It is refused.' });
    const broken = await runTestItem(site, items(1), { finish: 'crash' });
    await vi.waitFor(
      async () => expect(await jobRow(site, broken)).toMatchObject({ closings: 1, closing_until: null }),
      10_000,
    );
    for (let minute = 0; minute < 4; minute += 1) await site.runCron();
    expect(await jobRow(site, broken)).toMatchObject({
      status: 'failed',
      reason: 'Finishing the job failed unexpectedly.',
      closings: 5,
    });
  });
});

describe('a message', () => {
  it('with unknown content does not stop the others', async () => {
    await site.send({ v: 2, type: 'job-item', itemId: 1 }, 'nonsense', {
      v: 1,
      type: 'job-item',
      itemId: 9e9,
    });
    const id = await runTestItem(site, items(3));
    expect(await waitForJob(site, id)).toMatchObject({ status: 'done' });
  });

  it('delivered many times does its work once', async () => {
    const id = await addInterruptedJob(site, items(5));
    const rows = await itemRows(site, id);
    const messages = rows.map((row) => ({ v: 1, type: 'job-item', itemId: Number(row.id) }));
    await site.send(...Array.from({ length: 10 }, () => messages).flat());
    expect(await waitForJob(site, id)).toMatchObject({ status: 'done', result: { done: 5 } });
    expect(Object.values(await timesDone(site, id))).toEqual([1, 1, 1, 1, 1]);
  });
});

describe('the cron task', () => {
  const statuses = async (id: string) => (await itemRows(site, id)).map(({ status }) => status);

  it('continues work that the queue lost', async () => {
    const id = await addInterruptedJob(site, items(30));
    await site.runCron();
    expect(await waitForJob(site, id)).toMatchObject({ status: 'done', result: { done: 30 } });
  });

  it('does not send items again every minute while the queue is paused', async () => {
    const id = await addInterruptedJob(site, items(2));
    // The previous run sent the first one, a minute ago.
    await site.db.query("update job_items set touched_at = now() - interval '1 minute' where key = 'item-0'");
    await site.db.query(
      "update job_items set touched_at = now() - interval '1 minute', next_try_at = now() - interval '1 minute' where key = 'item-1'",
    );
    await site.runCron();
    // A second job passes through the queue, so any messages of the first one have passed too.
    await waitForJob(site, await runTestItem(site, items(3)));
    expect(await statuses(id)).toEqual(['waiting', 'done']);
    await site.db.query(
      "update job_items set touched_at = now() - interval '11 minutes' where key = 'item-0'",
    );
    await site.runCron();
    expect(await waitForJob(site, id)).toMatchObject({ status: 'done', result: { done: 2 } });
  });

  it('sends items again at its next run if the queue is unavailable', async () => {
    const id = await addInterruptedJob(site, items(3));
    await site.db.query('update job_items set touched_at = $1, next_try_at = $1', [
      new Date(Date.now() - 60_000),
    ]);
    const send = vi.fn<WorkQueue['send']>().mockRejectedValue(new UnavailableError('No queue.'));
    const ctx = { ...productContext(site), queue: { send } };
    for (let minute = 0; minute < 2; minute += 1) await sweepJobs(ctx, {}, false);
    expect(send.mock.calls.map(([messages]) => messages.length)).toEqual([3, 3]);
    await site.runCron();
    expect(await waitForJob(site, id)).toMatchObject({ status: 'done', result: { done: 3 } });
  });

  it('skips items that are running or not yet due', async () => {
    const id = await addInterruptedJob(site, items(2));
    await site.db.query(
      `update job_items set status = 'running', attempts = 1, claimed_until = now() + interval '20 seconds' where key = 'item-0'`,
    );
    await site.db.query(`update job_items set next_try_at = now() + interval '1 hour' where key = 'item-1'`);
    await site.runCron();
    await site.runCron(new Date(), '@start');
    // A second job passes through the queue, so any messages of the first one have passed too.
    await waitForJob(site, await runTestItem(site, items(3)));
    expect(await statuses(id)).toEqual(['running', 'waiting']);
    expect(await timesDone(site, id)).toEqual({});
  });

  it('fails an item that crashed five times and cancels one of a canceled job', async () => {
    const setCrashed = `update job_items set status = 'running', attempts = $2, claimed_until = now() - interval '1 second' where job_id = $1`;
    const hopeless = await addInterruptedJob(site, items(1));
    await site.db.query(setCrashed, [hopeless, 5]);
    const cancelled = await addInterruptedJob(site, items(1));
    await site.db.query(setCrashed, [cancelled, 1]);
    await site.db.query("update jobs set status = 'cancelled', finished_at = now() where id = $1", [
      cancelled,
    ]);
    await site.runCron();
    expect(await waitForJob(site, hopeless)).toMatchObject({
      status: 'failed',
      reason: 'The worker stopped unexpectedly on every attempt.',
    });
    expect(await statuses(cancelled)).toEqual(['cancelled']);
  });

  it('cancels a waiting item of a canceled job instead of sending it again', async () => {
    const id = await addInterruptedJob(site, items(1));
    await site.db.query("update jobs set status = 'cancelled', finished_at = now() where id = $1", [id]);
    await site.runCron();
    expect(await statuses(id)).toEqual(['cancelled']);
  });

  it('closes a job that was left open, and one without items', async () => {
    const id = await addInterruptedJob(site, items(2));
    await site.db.query("update job_items set status = 'done' where job_id = $1", [id]);
    const empty = await runTestItem(site, []);
    await site.runCron();
    expect(await jobRow(site, id)).toMatchObject({ status: 'done', result: { done: 2 } });
    expect(await jobRow(site, empty)).toMatchObject({ status: 'done', result: { done: 0 } });
  });

  it('deletes jobs with their items 30 days after their end, except running ones', async () => {
    const end =
      "update jobs set status = 'done', finished_at = now() - $2::interval, created_at = now() - interval '90 days' where id = $1";
    const [old, young, running] = [
      await addInterruptedJob(site, items(3)),
      await addInterruptedJob(site, items(3)),
      await addInterruptedJob(site, [{ key: 'slow' }]),
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
  it('can be unavailable for a while without losing items', async () => {
    const id = await addInterruptedJob(site, items(8));
    const messages = (await itemRows(site, id)).map((row) => ({
      v: 1,
      type: 'job-item',
      itemId: Number(row.id),
    }));
    await site.loseDatabase();
    await site.send(...messages);
    const queue = 'select count(*) from job_items where attempts > 0';
    // All deliveries are used up before the database returns.
    await vi.waitFor(async () => expect(await failures()).toBeGreaterThanOrEqual(8 * 5), 30_000);
    expect((await site.db.query(queue)).rows[0].count).toBe('0');
    await site.restoreDatabase();
    await site.runCron();
    expect(await waitForJob(site, id)).toMatchObject({ status: 'done', result: { done: 8 } });
  });

  async function failures(): Promise<number> {
    return (await site.logLines()).filter(({ event }) => event === 'queue_failed').length;
  }
});

describe('readiness', () => {
  it('reports the oldest waiting work, and fails when nothing is processed', async () => {
    const queue = async () => {
      const answer = await site.get('/readyz');
      const { dependencies } = (await answer.json()) as { dependencies: { queue: object } };
      return [answer.status, dependencies.queue];
    };
    expect(await queue()).toEqual([
      200,
      { status: 'ok', milliseconds: expect.any(Number), oldestSeconds: 0 },
    ]);
    await addInterruptedJob(site, items(2));
    await site.db.query("update job_items set next_try_at = now() - interval '10 minutes'");
    // Allows for the time since then.
    const about = (seconds: number) =>
      expect.toSatisfy((value: number) => value >= seconds && value < seconds + 60, `about ${seconds}`);
    expect(await queue()).toMatchObject([200, { status: 'ok', oldestSeconds: about(600) }]);
    await site.db.query("update job_items set next_try_at = now() - interval '20 minutes'");
    expect(await queue()).toMatchObject([503, { status: 'unavailable', oldestSeconds: about(1200) }]);
    // The cron task sends the messages again, which is no progress.
    await site.db.query('update job_items set touched_at = now()');
    expect(await queue()).toMatchObject([503, { status: 'unavailable', oldestSeconds: about(1200) }]);
    await site.db.query("update job_items set status = 'done' where key = 'item-0'");
    expect(await queue()).toMatchObject([200, { status: 'ok', oldestSeconds: about(1200) }]);
  });
});
