// One article's repair: read, mended, and written over the version that was read.
import { readWords, rewriteWords, type WordsRow } from '~/features/articles/rewrite-text.server';
import { MOST_BYTES } from '~/features/articles/walk-articles.server';
import type { ClaimedItem, ItemOutcome } from '~/features/jobs/job-kind';
import { listEmbeddedImages } from '~/features/media/embedded-images';
import { storeEmbeddedImagesOnce } from '~/features/media/embedded-images.server';
import { oneAtATime } from '~/lib/one-at-a-time';
import type { AppContext } from '~/platform/context';
import { decodeReferences } from './decode-references';
import { repairText } from './repair-article';

export const GONE = 'It was deleted meanwhile.';
const NOTHING_LEFT = 'There is nothing to repair any more.';
const TOO_LARGE = 'Its content is larger than 8 MB: take pictures out of it by hand.';

/** Several items are worked on side by side; of articles longer than this, only one. */
const LONG_BYTES = 1_000_000;
const inTurn = oneAtATime();
const decodeAlt = (alt: string) => decodeReferences(alt).text;

/** Somebody who saves at the same time wins: the transaction is refused, and another attempt reads what they wrote. */
export async function repairArticle(ctx: AppContext, item: ClaimedItem): Promise<ItemOutcome> {
  const [row] = await readWords(ctx, [item.key], LONG_BYTES);
  if (!row) return { status: 'skipped', reason: GONE };
  if (row.content !== null) return mend(ctx, item, row);
  return inTurn(async () => {
    const [long] = await readWords(ctx, [item.key], MOST_BYTES);
    return long ? mend(ctx, item, long) : { status: 'skipped', reason: GONE };
  });
}

async function mend(ctx: AppContext, item: ClaimedItem, row: WordsRow): Promise<ItemOutcome> {
  const { id, version, title, content, summary, membersOnly } = row;
  if (content === null) return { status: 'skipped', reason: TOO_LARGE };
  const before = { id, version, title, content, summary };
  const pictures = listEmbeddedImages(content).length;
  const uploader = item.createdBy ? { userId: item.createdBy } : null;
  const moved = pictures > 0 ? await storeEmbeddedImagesOnce(ctx, uploader, content, decodeAlt) : content;
  const after = repairText({ ...before, membersOnly }, { content: moved, pictures });
  if (!after) return { status: 'skipped', reason: NOTHING_LEFT };
  return {
    status: 'done',
    result: { version: version + 1, ...after.counts },
    statements: rewriteWords(ctx, {
      before,
      after,
      cause: 'repair',
      actorId: item.createdBy,
      jobId: item.jobId,
    }),
  };
}
