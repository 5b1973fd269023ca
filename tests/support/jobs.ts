// Jobs in tests: rehearsals that do as they are told, and waiting for their end.
import { expect, vi } from 'vitest';
import type { Site } from './site';

export interface RehearsalItem {
  key: string;
  input?: {
    act?: 'do' | 'skip' | 'refuse' | 'unavailable' | 'too-many' | 'later' | 'crash' | 'clash';
    times?: number;
    milliseconds?: number;
    more?: { key: string }[];
  };
}

/** `count` items with keys from `prefix-0`. */
export function items(count: number, input?: RehearsalItem['input'], prefix = 'item'): RehearsalItem[] {
  return Array.from({ length: count }, (_, i) => ({ key: `${prefix}-${i}`, input }));
}

/** Starts a rehearsal through the worker. Returns the job's id. */
export async function rehearse(site: Site, all: RehearsalItem[], input: object = {}): Promise<string> {
  const body = JSON.stringify({ title: `Rehearse ${all.length} items`, input, items: all });
  const headers = { 'content-type': 'application/json', origin: site.url };
  const answer = await site.get('/dev/rehearsal', { method: 'POST', body, headers });
  expect(answer.status).toBe(200);
  const { id, total } = (await answer.json()) as { id: string; total: number };
  expect(total).toBe(all.length);
  return id;
}

/** Rows of a job and its items, without the queue's help: as they stand after a start of the machine. */
export async function leaveBehind(site: Site, all: RehearsalItem[], input: object = {}): Promise<string> {
  const { rows } = await site.db.query(
    `with job as (insert into jobs (kind, title, input) values ('rehearsal', 'Left behind', $1) returning id),
     rows as (insert into job_items (job_id, key, input, touched_at)
       select job.id, given.key, coalesce(given.input, '{}'), now() - interval '1 hour'
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

/** Waits for the job's end and gives its row. */
export async function untilOver(site: Site, id: string, seconds = 45) {
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

/** How often each item's work was committed, by key. */
export async function timesDone(site: Site, id: string): Promise<Record<string, number>> {
  const { rows } = await site.db.query(
    "select subject, count(*)::int as times from audit_log where event = 'rehearsal_done' and details->>'jobId' = $1 group by subject",
    [id],
  );
  return Object.fromEntries(rows.map(({ subject, times }) => [subject, times]));
}
