// Inserts what three months of work leave behind in the admin: redirects, unknown paths, revisions and jobs.
import { eq, sql } from 'drizzle-orm';
import { snapshot } from '../../../app/features/articles/revisions/snapshots-repo.server';
import { redirects, unknownPaths } from '../../schema/addresses';
import { articleRevisions } from '../../schema/article-history';
import { articles } from '../../schema/articles';
import { jobItems, jobs } from '../../schema/jobs';
import { DEMO_ACCOUNTS } from '../demo-accounts';
import type { SeedDatabase } from '../insert-demo';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

export interface OperationsFacts {
  now: Date;
  articleId: (slug: string) => string;
  /** Account ids by email address. */
  accounts: ReadonlyMap<string, string>;
}

export const ago = ({ now }: OperationsFacts, days: number) => new Date(now.getTime() - days * DAY);
export const adminOf = ({ accounts }: OperationsFacts) => accounts.get(DEMO_ACCOUNTS[0].email) ?? null;
export const editorOf = ({ accounts }: OperationsFacts) => accounts.get(DEMO_ACCOUNTS[1].email) ?? null;

export async function insertOperations(db: SeedDatabase, facts: OperationsFacts): Promise<void> {
  await insertAddresses(db, facts);
  await insertRevisions(db, facts);
  await insertRepair(db, facts);
  await insertImageJob(db, facts);
}

async function insertAddresses(db: SeedDatabase, facts: OperationsFacts): Promise<void> {
  const moved = [
    [
      '/blog/trust-reconciliation',
      '/article/three-way-trust-reconciliation-done-in-under-an-hour-a-month',
      48,
      1,
    ],
    ['/blog/raise-your-rates', '/article/how-to-raise-rates-with-clients-who-already-like-you', 31, 2],
    ['/resources', '/category/tools', 19, 3],
    ['/podcast', '/category/interviews', 12, 6],
    ['/signup', '/newsletter', 143, 0.1],
    ['/write-for-us', '/page/contact', 8, 9],
  ] as const;
  await db.insert(redirects).values(
    moved.map(([fromPath, toPath, hits, lastDay], index) => ({
      fromPath,
      toPath,
      hits,
      createdBy: adminOf(facts),
      createdAt: ago(facts, 70 - index * 6),
      lastUsedAt: ago(facts, lastDay),
    })),
  );
  const unknown = [
    ['/blog/hiring-a-virtual-assistant', 23, 0.3, 'https://www.google.com/'],
    ['/article/ten-day-billing', 11, 1, 'https://www.linkedin.com/'],
    ['/downloads/intake-scorecard.pdf', 9, 2, 'https://mail.example.com/'],
    ['/wp-login.php', 64, 0.1, null],
    ['/category/marketing', 6, 4, 'https://www.bing.com/'],
    ['/events/2025', 2, 17, null],
  ] as const;
  await db.insert(unknownPaths).values(
    unknown.map(([path, hits, lastDay, lastReferrer]) => ({
      path,
      hits,
      lastReferrer,
      firstSeenAt: ago(facts, lastDay + hits),
      lastSeenAt: ago(facts, lastDay),
    })),
  );
}

/** An earlier title and summary of some articles, so that the history has versions to compare. */
const EDITED = [
  {
    slug: 'a-ten-day-billing-cycle-from-month-end-close-to-sent-invoice',
    title: 'Bill in Ten Days',
    summary: 'How to send invoices ten days after the month ends.',
  },
  {
    slug: 'six-jobs-a-small-law-firm-should-refuse-to-automate',
    title: 'Six Tasks Not to Automate',
    summary: 'Some work should stay with people.',
  },
  {
    slug: 'partner-compensation-fix-the-arguments-before-the-formula',
    title: 'Partner Compensation: Fix the Arguments First',
    summary: 'The formula is rarely what partners fight about.',
  },
];

async function insertRevisions(db: SeedDatabase, facts: OperationsFacts): Promise<void> {
  for (const { slug, title, summary } of EDITED)
    await addEarlierVersion(db, facts, {
      articleId: facts.articleId(slug),
      earlier: sql`jsonb_build_object('title', ${title}::text, 'summary', ${summary}::text)`,
      causes: ['editor', 'editor'],
      minutesBefore: 45,
    });
}

interface EarlierVersion {
  articleId: string;
  /** Fields of the snapshot that were different. */
  earlier: ReturnType<typeof sql>;
  causes: readonly [first: string, second: string];
  /** Age of the first version when the second was saved. */
  minutesBefore: number;
}

/** Makes the article's current state its version 2, and stores both versions as revisions. */
async function addEarlierVersion(
  db: SeedDatabase,
  facts: OperationsFacts,
  { articleId, earlier, causes, minutesBefore }: EarlierVersion,
): Promise<void> {
  const { id, version, updatedAt } = articles;
  await db.execute(sql`update ${articles} set version = 2 where ${eq(id, articleId)}`);
  const actor = editorOf(facts);
  await db.execute(sql`
    insert into ${articleRevisions} (article_id, version, cause, actor_id, snapshot, created_at)
    select ${id}, ${version} - 1, ${causes[0]}, ${actor}::uuid, ${snapshot} || ${earlier},
      ${updatedAt} - make_interval(mins => ${minutesBefore}::int)
    from ${articles} where ${eq(id, articleId)}
    union all
    select ${id}, ${version}, ${causes[1]}, ${actor}::uuid, ${snapshot}, ${updatedAt}
    from ${articles} where ${eq(id, articleId)}`);
}

/** Articles that the repair changed: their apostrophes had been encoded twice. */
const REPAIRED = [
  'hiring-your-first-virtual-assistant-start-with-a-task-ledger',
  'nine-numbers-a-managing-partner-should-read-every-monday',
  'the-first-associate-work-the-math-before-you-post-the-job',
  'put-intake-response-time-on-your-monthly-marketing-report',
];

/** A finished repair that can be undone. */
async function insertRepair(db: SeedDatabase, facts: OperationsFacts): Promise<void> {
  const startedAt = ago(facts, 9);
  const [job] = await db
    .insert(jobs)
    .values({
      kind: 'repair',
      title: 'Repair articles',
      status: 'done',
      createdBy: adminOf(facts),
      createdAt: startedAt,
      finishedAt: new Date(startedAt.getTime() + 4_000),
    })
    .returning({ id: jobs.id });
  if (!job) return;
  const broken = sql`jsonb_build_object('content', regexp_replace(content, '([a-z])''([a-z])', '\\1&amp;#8217;\\2', 'g'))`;
  const { rows } = await db.execute<{ count: number; first: string; last: string }>(
    sql`select count(*)::int as count, min(id::text) as first, max(id::text) as last from ${articles}`,
  );
  const [all] = rows;
  await db.insert(jobItems).values({
    jobId: job.id,
    key: 'page-0',
    status: 'done',
    attempts: 1,
    input: { count: all?.count ?? 0, from: all?.first, upTo: all?.last },
    reason: `${REPAIRED.length} of ${all?.count ?? 0} articles would change`,
    touchedAt: startedAt,
  });
  let references = 0;
  for (const slug of REPAIRED) {
    const articleId = facts.articleId(slug);
    await addEarlierVersion(db, facts, {
      articleId,
      earlier: broken,
      causes: ['editor', 'repair'],
      minutesBefore: 600,
    });
    const { rows: counted } = await db.execute<{ count: number }>(
      sql`select regexp_count(content, '[a-z]''[a-z]')::int as count from ${articles} where ${eq(articles.id, articleId)}`,
    );
    const count = counted[0]?.count ?? 0;
    references += count;
    await db.insert(jobItems).values({
      jobId: job.id,
      key: articleId,
      status: 'done',
      attempts: 1,
      result: { version: 2, references: count, spaces: 0, images: 0 },
      touchedAt: startedAt,
    });
  }
  const total = REPAIRED.length;
  const result = { total, repaired: total, skipped: 0, references, spaces: 0, images: 0 };
  await db.update(jobs).set({ result }).where(eq(jobs.id, job.id));
}

async function insertImageJob(db: SeedDatabase, facts: OperationsFacts): Promise<void> {
  const startedAt = ago(facts, 24);
  const { rows } = await db.execute<{ id: string; title: string; url: string }>(sql`
    select id, title, image_url as url from ${articles}
    where image_url is not null and status = 'published' order by publish_date limit 6`);
  const [job] = await db
    .insert(jobs)
    .values({
      kind: 'generate-images',
      title: `Generate ${rows.length} images`,
      status: 'done',
      createdBy: editorOf(facts),
      createdAt: startedAt,
      finishedAt: new Date(startedAt.getTime() + 51_000),
    })
    .returning({ id: jobs.id });
  if (!job) return;
  await db.insert(jobItems).values(
    rows.map(({ id, title, url }, index) => ({
      jobId: job.id,
      key: id,
      status: 'done',
      attempts: 1,
      input: { title },
      result: { url },
      touchedAt: new Date(startedAt.getTime() + (index + 1) * 8_000),
    })),
  );
}
