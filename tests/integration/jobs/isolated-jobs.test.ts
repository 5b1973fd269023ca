// Jobs that must not run at the same time: a second person sees the running one.
import { beforeAll, beforeEach, expect } from 'vitest';
import { addAccount, changeDuring } from '../../support/factory';
import { hrefsOf, visibleTextOf } from '../../support/html';
import { itemRows, jobRow } from '../../support/jobs';
import { siteTest } from '../../support/site/site-test';
import { type Visitor, visitAsAdmin } from '../../support/visitor';

const { it, site } = siteTest();
let admin: Visitor;
let robin: string;

beforeAll(async () => {
  admin = await visitAsAdmin(site);
  robin = await addAccount(site.db, { email: 'robin@example.com', role: 'admin', fullName: 'Robin First' });
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
    'insert into jobs (kind, title, input, created_by) values ($1, $1, $2, $3) returning id',
    [kindOf(name), INPUTS[name] ?? {}, robin],
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

it.each([
  ['/admin/repair', 'repair', 'repair', '/admin/repair', 'Repairing articles...'],
  ['/admin/repair', 'repair', 'undo-repair', '/admin/repair', 'Undoing the repair...'],
  ['/admin/repair', 'undo', 'undo-repair', '/admin/repair', 'Undoing the repair...'],
  ['/admin/repair', 'preview', 'preview-repair', '/admin/repair', 'Dry run...'],
  ['/admin/repair', 'check', 'check-content', '/admin/repair', 'Checking...'],
  ['/admin/transfer', 'export', 'export', `/admin/transfer/${FILE}`, 'Creating archive'],
  ['/admin/transfer', 'export', 'restore', `/admin/transfer/${FILE}`, 'Restoring'],
  [`/admin/transfer/${FILE}`, 'look', 'look', `/admin/transfer/${FILE}`, 'Analyzing file'],
])('shows a second person at %s (%s) the running %s', async (page, intent, running, to, title) => {
  if (intent === 'undo')
    await site.db.query(
      "insert into jobs (id, kind, title, status, finished_at) values ($1, 'repair', 'Repair', 'done', now())",
      [FILE],
    );
  await addRunning(running);
  const answer = await admin.post(page, { intent, id: FILE });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, to]);
  const text = visibleTextOf(await (await admin.get(to)).text());
  expect(text).toContain(title);
  expect(text).toMatch(/Already running.*Robin First started it\./);
  expect(text).not.toContain('Failed');
  expect((await site.db.query("select 1 from jobs where status = 'running'")).rowCount).toBe(1);
});

const OTHER_FILE = '00000000-0000-4000-8000-000000000002';

it.each([
  ['look', 'wordpress'],
  ['restore', 'wordpress'],
  ['export', 'archive'],
  ['restore', 'archive'],
])('shows the running %s on the page of another file (%s)', async (running, format) => {
  await site.db.query(
    `insert into transfer_files (id, format, origin, name, key, bytes, status)
     values ($1, $2, 'uploaded', 'new', 'transfer/files/new', 10, 'ready')`,
    [OTHER_FILE, format],
  );
  const page = `/admin/transfer/${OTHER_FILE}`;
  expect(visibleTextOf(await (await admin.get(page)).text())).not.toContain('Another job is running');
  const id = await addRunning(running);
  const html = await (await admin.get(page)).text();
  expect(visibleTextOf(html)).toMatch(
    new RegExp(`Another job is running\\s*${kindOf(running)} must finish first.\\s+Robin First started it.`),
  );
  expect(html).toContain('<progress class="progress__bar"');
  expect(hrefsOf(html, '/admin/transfer/')).toContain(FILE);
  await site.db.query("update jobs set status = 'done', finished_at = now() where id = $1", [id]);
  expect(visibleTextOf(await (await admin.get(page)).text())).not.toContain('Another job is running');
});

it('shows no export on the page of a file that can be imported meanwhile', async () => {
  await addRunning('export');

  await site.db.query(
    `insert into transfer_files (id, format, origin, name, key, bytes, status)
     values ($1, 'ghost', 'uploaded', 'new', 'transfer/files/new', 10, 'ready')`,
    [OTHER_FILE],
  );
  const text = visibleTextOf(await (await admin.get(`/admin/transfer/${OTHER_FILE}`)).text());
  expect(text).toContain('Ready');
  expect(text).not.toContain('Another job is running');
});

const retry = (id: string) => admin.post(`/admin/jobs/${id}`, { intent: 'retry' });

it.each([
  ['restore', 'import', 'Another import, export or restore is running'],
  ['restore', 'export', 'Another import, export or restore is running'],
  ['export', 'restore', 'An archive is already being created or restored'],
  ['repair', 'undo-repair', 'A repair is already running or being undone.'],
  ['undo-repair', 'repair', 'A repair is already running or being undone.'],
  ['preview-repair', 'preview-repair', 'A dry run is already running.'],
  ['check-content', 'check-content', 'A content check is already running.'],
])('rejects the retry of a failed %s while %s is running', async (failed, running, sentence) => {
  const id = await addFailed(failed);
  const other = await addRunning(running);
  const before = [await jobRow(site, id), await itemRows(site, id)];
  const answer = await retry(id);
  expect(answer.status).toBe(409);
  const html = await answer.text();
  expect(visibleTextOf(html)).toContain(`Failed to retry. ${sentence}`);
  expect(hrefsOf(html, '/admin/jobs/')).toContain(other);
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
