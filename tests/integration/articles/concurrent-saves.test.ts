// Pages that show running work read one snapshot, even if the work ends during the request. With two
// snapshots, a page could show work as running without listening for its end.
import { beforeEach, expect } from 'vitest';
import { addArticle, changeDuring, emptyMagazine } from '../../support/factory';
import { visibleTextOf } from '../../support/html';
import { adminTest } from '../../support/site/site-test';

const { it, site, admin } = adminTest();

beforeEach(async () => {
  await emptyMagazine(site.db);
  await site.empty('transfer_files, newsletter_issues, jobs');
});

async function addJob(kind: string, key: string, input: object = {}): Promise<string> {
  const { rows } = await site.db.query(
    `with job as (insert into jobs (kind, title, input) values ($1, 'Work', $2) returning id)
     insert into job_items (job_id, key, status, attempts, claimed_until)
       select id, $3, 'running', 1, now() + interval '1 hour' from job returning job_id`,
    [kind, input, key],
  );
  return rows[0].job_id;
}

const END = `
  update job_items set status = 'done', claimed_until = null;
  update jobs set status = 'done', finished_at = now();`;

/** Loads the page while the work is running, and blocks its query at `table` until the work has ended. */
async function loadWhileWorkEnds(path: string, table: string, more = ''): Promise<string> {
  const change = `lock table ${table} in access exclusive mode; ${END} ${more}`;
  const answer = await changeDuring(site.db, change, () => admin.get(path));
  expect(answer.status).toBe(200);
  return answer.text();
}

const progressIn = (html: string) => /job-progress--(\w+)/.exec(html)?.[1];

it('reads the page of a transfer file from one snapshot', async () => {
  const { rows } = await site.db.query(`insert into transfer_files (format, origin, name, key, bytes, status)
    values ('wordpress', 'uploaded', 'old.xml', 'transfer/files/old', 10, 'ready') returning id`);
  const [{ id }] = rows;
  await addJob('import', 'look', { mode: 'look', fileId: id });
  const html = await loadWhileWorkEnds(`/admin/transfer/${id}`, 'job_items');
  expect(progressIn(html)).toBe('running');
  expect(visibleTextOf(html)).toContain('Reading');
});

it('reads the page of a newsletter issue from one snapshot', async () => {
  const jobId = await addJob('newsletter', 'emails');
  const { rows } = await site.db.query(
    `insert into newsletter_issues (issue_date, status, content, job_id, started_at)
     values ('2026-01-06', 'sending', '{}', $1, now()) returning id`,
    [jobId],
  );
  const sent = "update newsletter_issues set status = 'sent', sent_at = now()";
  const html = await loadWhileWorkEnds(`/admin/newsletter/${rows[0].id}`, 'job_items', sent);
  expect(progressIn(html)).toBe('running');
  expect(visibleTextOf(html)).toContain('Sending');
  expect(visibleTextOf(html)).not.toContain('couldn’t be delivered');
});

it('reads the list of articles that get images from one snapshot', async () => {
  const articleId = await addArticle(site.db, { slug: 'bare', imageUrl: null });
  const jobId = await addJob('generate-images', articleId);
  const html = await loadWhileWorkEnds(`/admin/images?job=${jobId}`, 'image_spending');
  expect(/data-work="(\w+)"/.exec(html)?.[1]).toBe('running');
  expect(progressIn(html)).toBe('running');
});
