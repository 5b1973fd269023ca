// The job pages without JavaScript, and the live progress behind them.
import { beforeEach, describe, expect } from 'vitest';
import { gate } from '../../support/gate';
import { roundTrips, visibleTextOf } from '../../support/html';
import {
  addInterruptedJob,
  itemRows,
  items,
  jobRow,
  runTestItem,
  timesDone,
  waitForJob,
} from '../../support/jobs';
import { adminTest } from '../../support/site/site-test';

/** Called when the worker has computed the result of a job and is about to store it. */
let afterFinish: () => unknown = () => {};
const { it, site, admin } = adminTest({
  diesAt: async (point) => {
    if (point === 'after-finish') await afterFinish();
    return false;
  },
});

beforeEach(async () => {
  afterFinish = () => {};
  await site.empty('jobs, job_items, audit_log');
});

const text = async (path: string) => visibleTextOf(await (await admin.get(path)).text());

describe('the list of jobs', () => {
  it('has an empty state', async () => {
    const page = await admin.get('/admin/jobs');
    expect(page.status).toBe(200);
    expect(roundTrips(page)).toBe(2);
    expect(visibleTextOf(await page.text())).toContain('No jobs yet');
  });

  it('shows running jobs first, with creator, start, progress and duration', async () => {
    const { rows } = await site.db.query('select id from users');
    const done = await runTestItem(site, [...items(3), { key: 'refused', input: { act: 'refuse' } }]);
    await waitForJob(site, done);
    await site.db.query(
      "update jobs set created_by = $2, title = 'Generate 4 images', finished_at = created_at + interval '125 seconds' where id = $1",
      [done, rows[0].id],
    );
    const running = await addInterruptedJob(site, items(3));
    await site.db.query("update jobs set created_at = now() - interval '1 day' where id = $1", [running]);
    await site.db.query("update job_items set status = 'done' where key = 'item-0' and job_id = $1", [
      running,
    ]);
    const list = await text('/admin/jobs');
    expect(list).toMatch(
      /Left behind\s*System\s*Running.*1 of 3.*1 d.*Generate 4 images\s*Alex Morgan\s*Done.*4 of 4.*1 failed.*2 min 5 s/,
    );
  });

  it('has several pages', async () => {
    for (let i = 0; i < 21; i += 1) await addInterruptedJob(site, []);
    const first = await (await admin.get('/admin/jobs')).text();
    expect(first.match(/Left behind<\/a>/g)).toHaveLength(20);
    expect((await (await admin.get('/admin/jobs?page=2')).text()).match(/Left behind<\/a>/g)).toHaveLength(1);
  });
});

describe('the page of a job', () => {
  it('shows items with their reasons, by status and in pages', async () => {
    const id = await runTestItem(site, [
      ...items(60),
      { key: 'refused', input: { act: 'refuse' } },
      { key: 'idle', input: { act: 'skip' } },
    ]);
    await waitForJob(site, id);
    const all = await admin.get(`/admin/jobs/${id}`);
    expect(roundTrips(all)).toBe(2);
    const html = await all.text();
    expect(visibleTextOf(html)).toMatch(/62 of 62.*60 done, 1 skipped, 1 failed/);
    expect(html).toContain('item-49');
    expect(html).not.toContain('item-50');
    expect(await text(`/admin/jobs/${id}?page=2`)).toMatch(/item-50.*item-59.*refused.*It is refused\./);
    const failed = await text(`/admin/jobs/${id}?status=failed`);
    expect(failed).toContain('It is refused.');
    expect(failed).not.toContain('item-1');
    expect(await text(`/admin/jobs/${id}?status=skipped`)).toContain('There was nothing to do.');
    expect(await text(`/admin/jobs/${id}?status=waiting`)).toContain('No waiting items.');
  });

  it('returns 404 for a missing job', async () => {
    for (const path of ['/admin/jobs/00000000-0000-4000-8000-000000000000', '/admin/jobs/nonsense'])
      expect((await admin.get(path)).status, path).toBe(404);
  });

  it('cancels: finished items stay done and no others start', async () => {
    const id = await addInterruptedJob(site, items(5));
    await site.db.query("update job_items set status = 'done' where key = 'item-0'");
    await site.db.query(
      "update job_items set status = 'running', attempts = 1, claimed_until = now() + interval '1 hour' where key = 'item-1'",
    );
    expect(await text(`/admin/jobs/${id}?cancel`)).toContain(
      '4 items are not processed yet. Completed items are kept.',
    );
    const answer = await admin.post(`/admin/jobs/${id}?cancel`, { intent: 'cancel' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/admin/jobs/${id}`]);
    expect(await text(`/admin/jobs/${id}`)).toContain('Job canceled');
    expect((await jobRow(site, id)).status).toBe('cancelled');
    const statuses = async () => (await itemRows(site, id)).map(({ status }) => status);
    expect(await statuses()).toEqual(['done', 'running', 'cancelled', 'cancelled', 'cancelled']);
    // Messages still in the queue find nothing to do.
    const rows = await itemRows(site, id);
    await site.send(...rows.map((row) => ({ v: 1, type: 'job-item', itemId: Number(row.id) })));
    await waitForJob(site, await runTestItem(site, items(1, {}, 'other')));
    expect(await timesDone(site, id)).toEqual({});
    const again = await admin.post(`/admin/jobs/${id}`, { intent: 'cancel' });
    expect([again.status, visibleTextOf(await again.text())]).toEqual([
      409,
      expect.stringContaining('Failed to cancel job. This job has already ended'),
    ]);
    const log = await site.db.query("select event, subject from audit_log where event like 'job%'");
    expect(log.rows).toContainEqual({ event: 'job_cancelled', subject: 'Left behind' });
    expect(log.rows.filter(({ event }) => event === 'job_cancelled')).toHaveLength(1);
  });

  it('retries failed items only', async () => {
    const id = await runTestItem(site, [
      { key: 'fine' },
      { key: 'weak', input: { act: 'refuse', times: 1 } },
      { key: 'weaker', input: { act: 'refuse', times: 1 } },
    ]);
    await waitForJob(site, id);
    await site.db.query("update job_items set input = '{}' where key like 'weak%'");
    const answer = await admin.post(`/admin/jobs/${id}`, { intent: 'retry' });
    expect(answer.status).toBe(303);
    expect(await text(`/admin/jobs/${id}`)).toContain('Retrying 2 items');
    expect(await waitForJob(site, id)).toMatchObject({ status: 'done', result: { done: 3 } });
    expect(await timesDone(site, id)).toEqual({ fine: 1, weak: 1, weaker: 1 });
    const again = await admin.post(`/admin/jobs/${id}`, { intent: 'retry' });
    expect([again.status, visibleTextOf(await again.text())]).toEqual([
      409,
      expect.stringContaining('This job has no failed items'),
    ]);
  });

  /** A job whose items have ended: one done, one failed. */
  async function addEndedItems(): Promise<string> {
    const id = await addInterruptedJob(site, items(2));
    await site.db.query("update job_items set status = case key when 'item-0' then 'done' else 'failed' end");
    return id;
  }

  it('refuses a retry while the job is finishing, and stores the result', async () => {
    const id = await addEndedItems();
    let answer: Response | undefined;
    afterFinish = async () => {
      afterFinish = () => {};
      answer = await admin.post(`/admin/jobs/${id}`, { intent: 'retry' });
    };
    await site.runCron();
    expect(answer?.status).toBe(409);
    expect(visibleTextOf((await answer?.text()) ?? '')).toContain(
      'Failed to retry. This job is finishing. Try again in a moment.',
    );
    expect(await jobRow(site, id)).toMatchObject({ status: 'done', result: { done: 1 } });
    expect((await itemRows(site, id)).map(({ status }) => status)).toEqual(['done', 'failed']);
    expect((await site.db.query("select from audit_log where event = 'job_retried'")).rowCount).toBe(0);
    expect((await admin.post(`/admin/jobs/${id}`, { intent: 'retry' })).status).toBe(303);
    expect(await waitForJob(site, id)).toMatchObject({ status: 'done', result: { done: 2 } });
  });

  it('stores no result of a consumer that lost the job before the retry', async () => {
    const id = await addEndedItems();
    const [second, secondCloses] = gate();
    const [stored, store] = gate();
    afterFinish = async () => {
      afterFinish = () => {
        secondCloses();
        return stored;
      };
      await site.db.query("update jobs set closing_until = now() - interval '1 second'");
      expect((await admin.post(`/admin/jobs/${id}`, { intent: 'retry' })).status).toBe(303);
      await second;
    };
    await site.runCron();
    expect(await jobRow(site, id)).toMatchObject({ status: 'running', result: null });
    store();
    expect(await waitForJob(site, id)).toMatchObject({ status: 'done', result: { done: 2 } });
  });

  it('rejects other forms', async () => {
    const id = await addInterruptedJob(site, items(1));
    expect((await admin.post(`/admin/jobs/${id}`, { intent: 'explode' })).status).toBe(400);
  });
});

interface Progress {
  total: number;
  done: number;
  failed: number;
  waiting: number;
  running: number;
  skipped: number;
  cancelled: number;
  status: string;
}

/** Every event of a stream until it ends. */
async function readEvents(
  id: string,
  onEvent: (received: Progress) => Promise<void> | void = () => {},
): Promise<Progress[]> {
  const answer = await admin.get(`/admin/jobs/${id}/events`);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const received: Progress[] = [];
  let rest = '';
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value: chunk, done } = (await reader?.read()) ?? { value: '', done: true };
    if (done) return received;
    rest += chunk;
    const events = rest.split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const [, data] = /^event: progress\ndata: (.*)$/.exec(event) ?? [];
      expect(data, event).toBeDefined();
      const value = JSON.parse(data ?? '') as Progress;
      received.push(value);
      await onEvent(value);
    }
  }
}

describe('progress', () => {
  it('is streamed live and correctly until the end', async () => {
    const id = await runTestItem(site, [
      ...items(100, { milliseconds: 50 }),
      { key: 'refused', input: { act: 'refuse' } },
    ]);
    let doneBefore = 0;
    const received = await readEvents(id, async (value) => {
      const { total, done, failed, waiting, running, skipped, cancelled } = value;
      expect(done + failed + waiting + running + skipped + cancelled).toBe(total);
      expect(total).toBe(101);
      // Items reported as done are committed in the database, and the number never decreases.
      const committed = Object.keys(await timesDone(site, id)).length;
      expect(done).toBeLessThanOrEqual(committed);
      expect(done).toBeGreaterThanOrEqual(doneBefore);
      doneBefore = done;
    });
    expect(received.length).toBeGreaterThan(2);
    expect(received.at(-1)).toMatchObject({ status: 'done', done: 100, failed: 1, waiting: 0, running: 0 });
    expect(received.filter(({ status }) => status !== 'running')).toHaveLength(1);
  });

  it('of a finished job is one event', async () => {
    const id = await runTestItem(site, items(2));
    await waitForJob(site, id);
    expect(await readEvents(id)).toMatchObject([{ status: 'done', done: 2, total: 2 }]);
  });

  it('is available as JSON', async () => {
    const id = await addInterruptedJob(site, items(2));
    const answer = await admin.get(`/admin/jobs/${id}/progress`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      status: 'running',
      finishedAt: null,
      total: 2,
      waiting: 2,
      running: 0,
      done: 0,
      skipped: 0,
      failed: 0,
      cancelled: 0,
    });
    for (const route of ['progress', 'events']) {
      const missing = await admin.get(`/admin/jobs/00000000-0000-4000-8000-000000000000/${route}`);
      expect([missing.status, await missing.json()]).toEqual([404, { error: 'This job no longer exists' }]);
    }
  });

  it('stops when the page closes, and can be streamed again', async () => {
    const id = await addInterruptedJob(site, items(1));
    const answer = await admin.get(`/admin/jobs/${id}/events`);
    const reader = answer.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('"waiting":1');
    await reader?.cancel();
    await site.runCron();
    await waitForJob(site, id);
    expect(await readEvents(id)).toMatchObject([{ status: 'done' }]);
  });
});
