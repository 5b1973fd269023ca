// Repairs one article. The write is refused if the article changed after it was read.
import {
  type ArticleTextRow,
  readArticleTexts,
  textRewriteStatements,
} from '~/features/articles/bulk/rewrite-text.server';
import { MAX_BATCH_BYTES } from '~/features/articles/bulk/walk-articles.server';
import type { ClaimedItem, ItemOutcome } from '~/features/jobs/job-kind';
import { listEmbeddedImages } from '~/features/media/embedded/embedded-images';
import { storeEmbeddedImagesOnce } from '~/features/media/embedded/embedded-images.server';
import { oneAtATime } from '~/lib/time/within-time';
import type { AppContext } from '~/platform/context';
import { decodeReferences } from './decode-references';
import { repairText } from './repair-article';

export const DELETED_ARTICLE = 'The article was deleted.';
const NOTHING_LEFT = 'Nothing left to repair.';
const TOO_LARGE = 'Its content is larger than 8 MB. Remove embedded images from it by hand.';

/** Items run concurrently, but only one article longer than this at a time, to limit memory. */
const LONG_BYTES = 1_000_000;
const inTurn = oneAtATime();
const decodeAlt = (alt: string) => decodeReferences(alt).text;

/** A concurrent save wins: this transaction is refused, and the next attempt reads the saved text. */
export async function repairArticle(ctx: AppContext, item: ClaimedItem): Promise<ItemOutcome> {
  const [row] = await readArticleTexts(ctx, [item.key], LONG_BYTES);
  if (!row) return { status: 'skipped', reason: DELETED_ARTICLE };
  if (row.content !== null) return repairRow(ctx, item, row);
  return inTurn(async () => {
    const [long] = await readArticleTexts(ctx, [item.key], MAX_BATCH_BYTES);
    return long ? repairRow(ctx, item, long) : { status: 'skipped', reason: DELETED_ARTICLE };
  });
}

async function repairRow(ctx: AppContext, item: ClaimedItem, row: ArticleTextRow): Promise<ItemOutcome> {
  const { id, version, title, content, summary, membersOnly } = row;
  if (content === null) return { status: 'skipped', reason: TOO_LARGE };
  const before = { id, version, title, content, summary };
  const images = listEmbeddedImages(content).length;
  const uploader = item.createdBy ? { userId: item.createdBy } : null;
  const moved = images > 0 ? await storeEmbeddedImagesOnce(ctx, uploader, content, decodeAlt) : content;
  const after = repairText({ ...before, membersOnly }, { content: moved, images });
  if (!after) return { status: 'skipped', reason: NOTHING_LEFT };
  return {
    status: 'done',
    result: { version: version + 1, ...after.counts },
    statements: textRewriteStatements(ctx, {
      before,
      after,
      cause: 'repair',
      actorId: item.createdBy,
      jobId: item.jobId,
    }),
  };
}
