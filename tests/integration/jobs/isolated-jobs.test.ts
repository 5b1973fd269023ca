// Jobs that must not run at the same time: a failed one cannot be retried while a conflicting one is running.
import { beforeAll, beforeEach, expect } from 'vitest';
import { changeDuring } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { itemRows, jobRow } from '../../support/jobs';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visitAsAdmin } from '../../support/visitor';

const { it, site } = siteTest();
let admin: Visitor;

beforeAll(async () => {
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
  ['export', 'restore', 'An archive is already being made or restored'],
  ['repair', 'undo-repair', 'A repair is running already, or is being undone.'],
  ['undo-repair', 'repair', 'A repair is running already, or is being undone.'],
  ['preview-repair', 'preview-repair', 'A dry run is running already.'],
  ['check-content', 'check-content', 'A content check is running already.'],
])('rejects the retry of a failed %s while %s is running', async (failed, running, sentence) => {
  const id = await addFailed(failed);
  await addRunning(running);
  const before = [await jobRow(site, id), await itemRows(site, id)];
  const answer = await retry(id);
  expect(answer.status).toBe(409);
  expect(visibleTextOf(await answer.text())).toContain(`Failed to retry. ${sentence}`);
  expect([await jobRow(site, id), await itemRows(site, id)]).toEqual(before);
  expect((await site.db.query("select 1 from audit_log where event = 'job_retried'")).rowCount).toBe(0);
});

it.each([
  ['the scan of a file', 'look', 'restore'],
  ['a dry run', 'preview-repair', 'repair'],
])('allows the retry of %s while changes are running', async (_, failed, running) => {
  const id = await addFailed(failed);
  await addRunning(running);
  expect((await retry(id)).status).toBe(303);
});

it('retries the failed items of a job that is still running', async () => {
  const id = await addFailed('repair');
  await site.db.query("update jobs set status = 'running', finished_at = null");
  expect((await retry(id)).status).toBe(303);
  expect(visibleTextOf(await (await admin.get(`/admin/jobs/${id}`)).text())).toContain('Retrying 1 item');
});

it('rejects one of two simultaneous retries', async () => {
  const [repair, undo] = [await addFailed('repair'), await addFailed('undo-repair')];
  // Both requests have checked for conflicts before either may change a job.
  const hold = 'lock table jobs in share mode';
  const answers = await changeDuring(site.db, hold, () => Promise.all([retry(repair), retry(undo)]), 2);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
});
