// The three job kinds of article repair: preview, repair and undo. Preview and repair first divide all
// articles into batches; a repair's batch adds an item for every article that would change.
import { z } from 'zod';
import type { ArticleTextRow } from '~/features/articles/bulk/rewrite-text.server';
import {
  ArticleBatch,
  isPageKey,
  showBatchOrArticle,
  streamArticleTexts,
} from '~/features/articles/bulk/walk-articles.server';
import { purgeArticleText } from '~/features/articles/publishing/purge-article-cache.server';
import type { ClaimedItem, ItemOutcome, JobKind, Json } from '~/features/jobs/job-kind';
import { listEmbeddedImages } from '~/features/media/embedded/embedded-images';
import type { AppContext } from '~/platform/context';
import { repairText } from './repair-article';
import { repairArticle } from './repair-article.server';
import { selectCandidates, selectChanged, selectRun, selectSums } from './repair-repo.server';
import { undoRepair } from './undo-repair.server';

const NoInput = z.object({});

/** Concurrent runs would repeat or undo each other's changes. */
const excludeChanges = () => ({
  kinds: ['repair', 'undo-repair'],
  message: 'A repair is already running or being undone.',
});

/** Dry run: lists the articles a repair would change. */
export const previewRepairKind: JobKind<z.infer<typeof NoInput>> = {
  kind: 'preview-repair',
  capability: 'repair',
  input: NoInput,
  yields: true,
  exclusion: () => ({ kinds: ['preview-repair'], message: 'A dry run is already running.' }),
  async run(ctx, item) {
    const { count, ...range } = ArticleBatch.parse(item.input);
    const found = await findDamaged(ctx, range);
    return { status: 'done', reason: `${found.length} of ${count} articles would change`, result: { found } };
  },
  show: showBatchOrArticle,
};

export const repairKind: JobKind<z.infer<typeof NoInput>> = {
  kind: 'repair',
  capability: 'repair',
  input: NoInput,
  yields: true,
  exclusion: excludeChanges,
  run: (ctx, item) => (isPageKey(item.key) ? scanBatch(ctx, item) : repairArticle(ctx, item)),
  finish: (ctx, job) => report(ctx, job.id),
  show: showBatchOrArticle,
};

async function scanBatch(ctx: AppContext, item: ClaimedItem): Promise<ItemOutcome> {
  const { count, ...range } = ArticleBatch.parse(item.input);
  const found = await findDamaged(ctx, range);
  return {
    status: 'done',
    reason: `${found.length} of ${count} articles would change`,
    more: found.map((key) => ({ key })),
  };
}

export const UndoInput = z.object({ jobId: z.uuid() });

export const undoRepairKind: JobKind<z.infer<typeof UndoInput>> = {
  kind: 'undo-repair',
  capability: 'repair',
  input: UndoInput,
  yields: true,
  exclusion: excludeChanges,
  run: undoRepair,
  finish: (ctx, job) => report(ctx, job.id),
  show: showBatchOrArticle,
};

/**
 * Purges the cached pages once, at the end. Purging per article would leave a site of 10,000 articles without
 * a page cache for the whole run.
 */
async function report(ctx: AppContext, jobId: string): Promise<Json> {
  const { db } = ctx;
  const [changed, run, sums] = await Promise.all([
    db.read(selectChanged(db.build, jobId)),
    db.read(selectRun(db.build, jobId)),
    db.read(selectSums(db.build, jobId)),
  ]);
  await purgeArticleText(
    ctx,
    changed.rows.map(({ id }) => id),
  );
  const { total = 0, repaired = 0, skipped = 0 } = run.rows[0] ?? {};
  const { references = 0, spaces = 0, images = 0 } = sums.rows[0] ?? {};
  return { total, repaired, skipped, references, spaces, images };
}

/** Ids of the articles in a range that would change, in order. */
async function findDamaged(
  ctx: Pick<AppContext, 'db'>,
  range: { from: string; upTo: string },
): Promise<string[]> {
  const { rows: candidates } = await ctx.db.read(selectCandidates(ctx.db.build, range));
  const damaged: string[] = [];
  for await (const row of streamArticleTexts(ctx, candidates)) if (isDamaged(row)) damaged.push(row.id);
  return damaged;
}

function isDamaged({ content, summary }: ArticleTextRow): boolean {
  if (content === null || listEmbeddedImages(content).length > 0) return true;
  return repairText({ content, summary }) !== null;
}
