// Jobs that must not run side by side: one that failed is not tried again beside another that has begun since.
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { changeDuring } from '../support/factory';
import { textOf } from '../support/html';
import { itemRows, jobRow } from '../support/jobs';
import { type Site, startSite } from '../support/site';
import { type Visitor, visitAsAdmin } from '../support/visitor';

let site: Site;
let admin: Visitor;

beforeAll(async () => {
  site = await startSite({ databaseServer: inject('databaseServer') });
  admin = await visitAsAdmin(site);
});
beforeEach(async () => {
  await site.empty('jobs, transfer_files, audit_log');
  await site.db.query(
    `insert into transfer_files (id, format, origin, name, key, bytes, status)
     values ($1, 'wordpress', 'uploaded', 'old.xml', 'transfer/files/old', 10, 'ready')`,
    [FILE],
  );
});
afterAll(() => site.stop());

const FILE = '00000000-0000-4000-8000-000000000001';
const INPUTS: Record<string, object> = {
  restore: { fileId: FILE, replace: true },
  export: { fileId: FILE },
  look: { fileId: FILE, mode: 'look' },
  'undo-repair': { jobId: FILE },
};
const kindOf = (name: string) => (name === 'look' ? 'import' : name);

async function addRunning(name: string): Promise<string> {
  const { rows } = await site.db.query(
    'insert into jobs (kind, title, input) values ($1, $1, $2) returning id',
    [kindOf(name), INPUTS[name] ?? {}],
  );
  return rows[0].id;
}

async function addFailed(name: string): Promise<string> {
  const { rows } = await site.db.query(
    `with job as (insert into jobs (kind, title, input, status, reason, finished_at)
       values ($1, $1, $2, 'failed', 'It broke.', now()) returning id)
     insert into job_items (job_id, key, input, status, attempts, reason)
       select id, 'broken', '{"do": "wipe"}', 'failed', 5, 'It broke.' from job returning job_id`,
    [kindOf(name), INPUTS[name] ?? {}],
  );
  return rows[0].job_id;
}

const retry = (id: string) => admin.post(`/admin/jobs/${id}`, { intent: 'retry' });

it.each([
  ['restore', 'import', 'Another import, export or restore is running'],
  ['restore', 'export', 'Another import, export or restore is running'],
  ['export', 'restore', 'An archive is being made or restored already'],
  ['repair', 'undo-repair', 'A repair is running already, or is being undone.'],
  ['undo-repair', 'repair', 'A repair is running already, or is being undone.'],
  ['preview-repair', 'preview-repair', 'A dry run is running already.'],
  ['check-content', 'check-content', 'A content check is running already.'],
])('a failed %s is not tried again while %s runs, and stays as it is', async (failed, running, sentence) => {
  const id = await addFailed(failed);
  await addRunning(running);
  const before = [await jobRow(site, id), await itemRows(site, id)];
  const answer = await retry(id);
  expect(answer.status).toBe(409);
  expect(textOf(await answer.text())).toContain(`Failed to retry. ${sentence}`);
  expect([await jobRow(site, id), await itemRows(site, id)]).toEqual(before);
  expect((await site.db.query("select 1 from audit_log where event = 'job_retried'")).rowCount).toBe(0);
});

it.each([
  ['a look through a file', 'look', 'restore'],
  ['a dry run', 'preview-repair', 'repair'],
])('%s may be tried again beside what changes things', async (_, failed, running) => {
  const id = await addFailed(failed);
  await addRunning(running);
  expect((await retry(id)).status).toBe(303);
});

it('what failed in a job that still runs is tried again', async () => {
  const id = await addFailed('repair');
  await site.db.query("update jobs set status = 'running', finished_at = null");
  expect((await retry(id)).status).toBe(303);
  expect(textOf(await (await admin.get(`/admin/jobs/${id}`)).text())).toContain('1 item is tried again');
});

it('of two that are tried again at the same moment one is refused', async () => {
  const [repair, undo] = [await addFailed('repair'), await addFailed('undo-repair')];
  // Both have looked by the time that either may change a job.
  const hold = 'lock table jobs in share mode';
  const answers = await changeDuring(site.db, hold, () => Promise.all([retry(repair), retry(undo)]), 2);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
});
