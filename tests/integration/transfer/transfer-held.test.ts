// Transfer files and their jobs: a file is never deleted while a job uses it.
import { beforeEach, expect } from 'vitest';
import { changeDuring } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';

const DAY_MS = 86_400_000;
const ID = '00000000-0000-4000-8000-000000000002';
const KEY = `transfer/files/${ID}`;
const { it, site, admin } = adminTest();

beforeEach(async () => {
  await site.empty('transfer_files, jobs, audit_log');
  await site.putFile(KEY, new TextEncoder().encode('<rss></rss>'), 'application/octet-stream');
  await site.db.query(
    `insert into transfer_files (id, format, origin, name, key, bytes, status)
     values ($1, 'wordpress', 'uploaded', 'old.xml', $2, 11, 'ready')`,
    [ID, KEY],
  );
});

/** Simulates an uncommitted job start. */
const BEGIN_WORK = `
  insert into jobs (kind, title, input) values ('import', 'Look', '{"mode": "look", "fileId": "${ID}"}');
  select 1 from transfer_files where id = '${ID}' for key share`;
/** Deletes the file after a request to start a job has found it. */
const DELETE_FILE = `lock table jobs in share mode; delete from transfer_files where id = '${ID}'`;

async function expectFileExists() {
  expect(await site.listFiles('transfer/')).toEqual([KEY]);
  expect((await admin.get(`/admin/transfer/${ID}`)).status).toBe(200);
  expect(
    (await site.db.query("select 1 from audit_log where event = 'transfer_file_deleted'")).rowCount,
  ).toBe(0);
}

it('keeps a file whose job starts while someone deletes it', async () => {
  const answer = await changeDuring(site.db, BEGIN_WORK, () =>
    admin.post('/admin/transfer', { intent: 'delete', id: ID }),
  );
  expect(answer.status).toBe(409);
  expect(visibleTextOf(await answer.text())).toContain(
    'A job is using this file. Wait until it finishes, or cancel it.',
  );
  await expectFileExists();
});

it('keeps an expired file whose job starts at the same time', async () => {
  const later = new Date(Date.now() + 8 * DAY_MS);
  later.setUTCMinutes(23);
  await changeDuring(site.db, BEGIN_WORK, () => site.runCron(later));
  await expectFileExists();
});

it('starts no job for a file that is deleted at the same time', async () => {
  const answer = await changeDuring(site.db, DELETE_FILE, () =>
    admin.post(`/admin/transfer/${ID}`, { intent: 'look' }),
  );
  expect(answer.status).toBe(404);
  expect((await site.db.query('select 1 from jobs')).rowCount).toBe(0);
});

it('does not retry a failed job whose file is deleted at the same time', async () => {
  const { rows } = await site.db.query(
    `with job as (insert into jobs (kind, title, input, status, finished_at)
       values ('restore', 'Restore', $1, 'failed', now()) returning id)
     insert into job_items (job_id, key, input, status) select id, 'wipe', '{"do": "wipe"}', 'failed' from job
     returning job_id as id`,
    [{ fileId: ID, replace: true }],
  );
  const answer = await changeDuring(site.db, DELETE_FILE, () =>
    admin.post(`/admin/jobs/${rows[0].id}`, { intent: 'retry' }),
  );
  expect(answer.status).toBe(404);
  expect(visibleTextOf(await answer.text())).toContain(
    'This file no longer exists. Files are kept for a week.',
  );
  const { rows: jobs } = await site.db.query('select status from jobs');
  expect(jobs).toEqual([{ status: 'failed' }]);
});
