// The three kinds of job around repair. Each first divides the magazine into pages of articles; a page that was looked
// through adds an item for every article on it that would change.
import { z } from 'zod';
import { purgeWords } from '~/features/articles/purge-words.server';
import { ArticlePage, isPageKey } from '~/features/articles/walk-articles.server';
import type { ClaimedItem, ItemOutcome, JobKind, Json } from '~/features/jobs/job-kind';
import type { AppContext } from '~/platform/context';
import { findDamaged } from './find-damage.server';
import { repairArticle } from './repair-article.server';
import { selectChanged, selectRun, selectSums } from './repair-repo.server';
import { undoRepair } from './undo-repair.server';

const NoInput = z.object({});

/** Two that change articles would do each other's work, or undo it. */
const apartFromChanges = () => ({
  kinds: ['repair', 'undo-repair'],
  sentence: 'A repair is running already, or is being undone.',
});

/** Nothing but looking: what a run would change, without changing anything. */
export const previewRepairKind: JobKind<z.infer<typeof NoInput>> = {
  kind: 'preview-repair',
  capability: 'repair',
  input: NoInput,
  yields: true,
  apart: () => ({ kinds: ['preview-repair'], sentence: 'A dry run is running already.' }),
  async run(ctx, item) {
    const { count, ...range } = ArticlePage.parse(item.input);
    const found = await findDamaged(ctx, range);
    return { status: 'done', reason: `${found.length} of ${count} articles would change`, result: { found } };
  },
};

export const repairKind: JobKind<z.infer<typeof NoInput>> = {
  kind: 'repair',
  capability: 'repair',
  input: NoInput,
  yields: true,
  apart: apartFromChanges,
  run: (ctx, item) => (isPageKey(item.key) ? lookThrough(ctx, item) : repairArticle(ctx, item)),
  finish: (ctx, job) => report(ctx, job.id),
};

async function lookThrough(ctx: AppContext, item: ClaimedItem): Promise<ItemOutcome> {
  const { count, ...range } = ArticlePage.parse(item.input);
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
  apart: apartFromChanges,
  run: undoRepair,
  finish: (ctx, job) => report(ctx, job.id),
};

/**
 * The pages that show what was changed are dropped once, at the end: doing so article by article would leave a magazine
 * of ten thousand without any cached page for as long as the run takes.
 */
async function report(ctx: AppContext, jobId: string): Promise<Json> {
  const { db } = ctx;
  const [changed, run, sums] = await Promise.all([
    db.read(selectChanged(db.build, jobId)),
    db.read(selectRun(db.build, jobId)),
    db.read(selectSums(db.build, jobId)),
  ]);
  await purgeWords(
    ctx,
    changed.rows.map(({ id }) => id),
  );
  const { total = 0, repaired = 0, skipped = 0 } = run.rows[0] ?? {};
  const { references = 0, spaces = 0, pictures = 0 } = sums.rows[0] ?? {};
  return { total, repaired, skipped, references, spaces, pictures };
}
