// Undoes one article's repair.
import { z } from 'zod';
import {
  readArticleTexts,
  readRevisionTexts,
  textRewriteStatements,
} from '~/features/articles/bulk/rewrite-text.server';
import { MAX_BATCH_BYTES } from '~/features/articles/bulk/walk-articles.server';
import type { ClaimedItem, ItemOutcome } from '~/features/jobs/job-kind';
import type { AppContext } from '~/platform/context';
import { DELETED_ARTICLE } from './repair-article.server';

const Input = z.object({ version: z.number().int().min(2) });

const EDITED = 'It was edited after the repair.';
const NOT_KEPT = 'Its earlier text is no longer available.';

/**
 * Restores content and summary exactly and leaves everything else, including later changes to status or
 * category. Skips the article if its text was edited after the repair.
 */
export async function undoRepair(ctx: AppContext, item: ClaimedItem): Promise<ItemOutcome> {
  const { version: repairedVersion } = Input.parse(item.input);
  const [[row], [former, repaired]] = await Promise.all([
    readArticleTexts(ctx, [item.key], MAX_BATCH_BYTES),
    readRevisionTexts(ctx, item.key, [repairedVersion - 1, repairedVersion]),
  ]);
  if (!row) return { status: 'skipped', reason: DELETED_ARTICLE };
  if (!former || !repaired) return { status: 'skipped', reason: NOT_KEPT };
  const { id, version, title, content, summary } = row;
  if (content === null || content !== repaired.content || summary !== repaired.summary)
    return { status: 'skipped', reason: EDITED };
  return {
    status: 'done',
    result: { version: version + 1 },
    statements: textRewriteStatements(ctx, {
      before: { id, version, title, content, summary },
      after: { content: former.content, summary: former.summary },
      cause: 'undo-repair',
      actorId: item.createdBy,
      jobId: item.jobId,
    }),
  };
}
