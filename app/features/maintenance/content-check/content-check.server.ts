// The content check job, and the results of the newest one.
import { z } from 'zod';
import {
  ArticleBatch,
  selectArticlePages,
  showBatchOrArticle,
} from '~/features/articles/bulk/walk-articles.server';
import type { JobStatus } from '~/features/jobs/job';
import type { JobKind } from '~/features/jobs/job-kind';
import { findNewest } from '~/features/jobs/jobs.server';
import { startJob } from '~/features/jobs/start-job.server';
import type { AppContext } from '~/platform/context';
import { checkPage } from './check-page.server';
import { type CheckRow, countFaulty, selectCheck, selectFaulty } from './content-check-repo.server';
import { FAULT_KINDS, type Fault, type FaultKind } from './fault';

const KIND = 'check-content';
export const FAULTY_PER_PAGE = 20;

const NoInput = z.object({});

export const checkContentKind: JobKind<z.infer<typeof NoInput>> = {
  kind: KIND,
  capability: 'repair',
  input: NoInput,
  exclusion: () => ({ kinds: [KIND], message: 'A content check is already running.' }),
  async run(ctx, item) {
    const { count, ...range } = ArticleBatch.parse(item.input);
    const found = await checkPage(ctx, range);
    const rows = found.map(({ id, faults }) => ({ id, faults: faults.map((fault) => ({ ...fault })) }));
    return {
      status: 'done',
      reason: `Found issues in ${found.length} of ${count} articles`,
      result: { found: rows },
    };
  },
  show: showBatchOrArticle,
};

/** @throws JobRunningError while one is running */
export async function startContentCheck(
  ctx: Pick<AppContext, 'db' | 'request' | 'queue' | 'log'>,
  actor: { userId: string },
): Promise<void> {
  await startJob(ctx, {
    kind: checkContentKind,
    title: 'Check content',
    items: selectArticlePages(),
    createdBy: actor.userId,
  });
}

export interface ContentCheck {
  id: string;
  status: JobStatus;
  /** ISO 8601. */
  startedAt: string;
  finishedAt: string | null;
  articles: number;
  looked: number;
  /** Batches that could not be checked. */
  unread: number;
}

/** The newest check, in any status. */
export async function findContentCheck({ db }: Pick<AppContext, 'db'>): Promise<ContentCheck | null> {
  const job = await findNewest({ db }, KIND);
  if (!job) return null;
  const { rows } = await db.read(selectCheck(db.build, job.id));
  const { articles, looked, unread } = rows[0] as CheckRow;
  const { id, status, createdAt, finishedAt } = job;
  return { id, status, startedAt: createdAt, finishedAt, articles, looked, unread };
}

export interface FaultyArticles {
  rows: { id: string; title: string; faults: Fault[] }[];
  /** Number of articles with each kind of fault, and with any. */
  totals: Record<FaultKind | 'any', number>;
}

/**
 * @param kind null for all
 * @param page from 1
 */
export async function listFaulty(
  { db }: Pick<AppContext, 'db'>,
  jobId: string,
  kind: FaultKind | null,
  page: number,
): Promise<FaultyArticles> {
  const [rows, counted] = await Promise.all([
    db.read(selectFaulty(db.build, jobId, kind, FAULTY_PER_PAGE, (page - 1) * FAULTY_PER_PAGE)),
    db.read(countFaulty(db.build, jobId)),
  ]);
  const totals = Object.fromEntries([...FAULT_KINDS, 'any'].map((name) => [name, 0]));
  for (const { kind: ofKind, total } of counted.rows) totals[ofKind ?? 'any'] = total;
  return {
    rows: rows.rows.map(({ id, title, faults }) => ({
      id,
      title,
      faults: kind === null ? faults : faults.filter((fault) => fault.kind === kind),
    })),
    totals: totals as FaultyArticles['totals'],
  };
}
