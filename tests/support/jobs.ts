// Starts test jobs with scripted outcomes and waits for their end.
import { expect, vi } from 'vitest';
import type { Site } from './site/site';

export interface TestJobItem {
  key: string;
  input?:
    | {
        act?: 'do' | 'skip' | 'refuse' | 'unavailable' | 'too-many' | 'crash' | 'clash';
        times?: number;
        milliseconds?: number;
        more?: { key: string }[];
      }
    | undefined;
}

/** `count` items with keys from `prefix-0`. */
export function items(count: number, input?: TestJobItem['input'], prefix = 'item'): TestJobItem[] {
  return Array.from({ length: count }, (_, i) => ({ key: `${prefix}-${i}`, input }));
}

/** Starts a test job through the worker. Returns the job's id. */
export async function runTestItem(site: Site, all: TestJobItem[], input: object = {}): Promise<string> {
  const body = JSON.stringify({ title: `Test ${all.length} items`, input, items: all });
  const headers = { 'content-type': 'application/json', origin: site.url };
  const answer = await site.get('/dev/test-jobs', { method: 'POST', body, headers });
  expect(answer.status).toBe(200);
  const { id, total } = (await answer.json()) as { id: string; total: number };
  expect(total).toBe(all.length);
  return id;
}

/** Inserts a job and its items without queue messages, as a restart would leave them. */
export async function addInterruptedJob(site: Site, all: TestJobItem[], input: object = {}): Promise<string> {
  const { rows } = await site.db.query(
    `with job as (insert into jobs (kind, title, input) values ('test', 'Left behind', $1) returning id),
     rows as (insert into job_items (job_id, key, input, touched_at, next_try_at)
       select job.id, given.key, coalesce(given.input, '{}'), now() - interval '1 hour', now() - interval '1 hour'
       from job, jsonb_to_recordset($2::jsonb) as given (key text, input jsonb))
     select id from job`,
    [input, JSON.stringify(all)],
  );
  return rows[0].id;
}

export async function jobRow(site: Site, id: string) {
  return (await site.db.query('select * from jobs where id = $1', [id])).rows[0];
}

export async function itemRows(site: Site, id: string) {
  return (await site.db.query('select * from job_items where job_id = $1 order by id', [id])).rows;
}

/** Waits until the job ends and returns its row. */
export async function waitForJob(site: Site, id: string, seconds = 45) {
  await vi.waitFor(
    async () => expect((await jobRow(site, id)).status, await stateOf(site, id)).not.toBe('running'),
    { timeout: seconds * 1000, interval: 50 },
  );
  return jobRow(site, id);
}

async function stateOf(site: Site, id: string): Promise<string> {
  const { rows } = await site.db.query(
    'select status, attempts, reason, count(*)::int from job_items where job_id = $1 group by 1, 2, 3',
    [id],
  );
  return JSON.stringify(rows);
}

/** Number of times each item's work was committed, by key. */
export async function timesDone(site: Site, id: string): Promise<Record<string, number>> {
  const { rows } = await site.db.query(
    "select subject, count(*)::int as times from audit_log where event = 'test_job_done' and details->>'jobId' = $1 group by subject",
    [id],
  );
  return Object.fromEntries(rows.map(({ subject, times }) => [subject, times]));
}
