// Taking one article's repair back.
import { z } from 'zod';
import { readKeptWords, readWords, rewriteWords } from '~/features/articles/rewrite-text.server';
import { MOST_BYTES } from '~/features/articles/walk-articles.server';
import type { ClaimedItem, ItemOutcome } from '~/features/jobs/job-kind';
import type { AppContext } from '~/platform/context';
import { GONE } from './repair-article.server';

const Input = z.object({ version: z.number().int().min(2) });

const EDITED = 'It was edited after the repair.';
const NOT_KEPT = 'Its former text was not kept.';

/**
 * The words come back letter by letter, whatever they were; all else about the article stays, also what was changed since
 * (its status, its category). Only words that still are the repaired ones are replaced.
 */
export async function undoRepair(ctx: AppContext, item: ClaimedItem): Promise<ItemOutcome> {
  const { version: repairedVersion } = Input.parse(item.input);
  const [[row], [former, repaired]] = await Promise.all([
    readWords(ctx, [item.key], MOST_BYTES),
    readKeptWords(ctx, item.key, [repairedVersion - 1, repairedVersion]),
  ]);
  if (!row) return { status: 'skipped', reason: GONE };
  if (!former || !repaired) return { status: 'skipped', reason: NOT_KEPT };
  const { id, version, title, content, summary } = row;
  if (content === null || content !== repaired.content || summary !== repaired.summary)
    return { status: 'skipped', reason: EDITED };
  return {
    status: 'done',
    result: { version: version + 1 },
    statements: rewriteWords(ctx, {
      before: { id, version, title, content, summary },
      after: { content: former.content, summary: former.summary },
      cause: 'undo-repair',
      actorId: item.createdBy,
      jobId: item.jobId,
    }),
  };
}
