// Previews, article by article, what a repair would change. Writes nothing.

import { type ArticleTextRow, readArticleTexts } from '~/features/articles/bulk/rewrite-text.server';
import { MAX_BATCH_BYTES } from '~/features/articles/bulk/walk-articles.server';
import type { FieldDifference } from '~/features/articles/editor/article-comparison';
import { compareFields } from '~/features/articles/editor/compare-fields.server';
import { EMPTY_FIELDS } from '~/features/articles/editor/editor-fields';
import { listEmbeddedImages, replaceEmbeddedImages } from '~/features/media/embedded/embedded-images';
import { isReadableImage } from '~/features/media/embedded/embedded-images.server';
import type { AppContext } from '~/platform/context';
import { type RepairCounts, repairText } from './repair-article';
import { selectFound } from './repair-repo.server';

export const PREVIEWS_PER_PAGE = 10;

export interface ArticlePreview {
  id: string;
  title: string;
  differences: FieldDifference[];
  counts: RepairCounts;
  /** Embedded images that cannot be read and will be removed. */
  broken: number;
  /** Shown instead of differences. */
  remark: string | null;
}

const MOVED = '/media/embedded';
const TOO_LARGE = 'Its content is larger than 8 MB, so it will be skipped.';
const NOTHING_LEFT = 'Nothing left to repair.';

/** @param page from 1 */
export async function listPreviews(
  ctx: Pick<AppContext, 'db'>,
  jobId: string,
  page: number,
): Promise<ArticlePreview[]> {
  const { db } = ctx;
  const offset = (page - 1) * PREVIEWS_PER_PAGE;
  const { rows: found } = await db.read(selectFound(db.build, jobId, PREVIEWS_PER_PAGE, offset));
  const previews: ArticlePreview[] = [];
  // One at a time, because each article may be up to 8 MB.
  for (const { id } of found) {
    const [row] = await readArticleTexts(ctx, [id], MAX_BATCH_BYTES);
    if (row) previews.push(previewOf(row));
  }
  return previews;
}

function previewOf({ id, title, content, summary, membersOnly }: ArticleTextRow): ArticlePreview {
  const nothing = { references: 0, spaces: 0, images: 0 };
  const plain = { id, title, differences: [], counts: nothing, broken: 0 };
  if (content === null) return { ...plain, remark: TOO_LARGE };
  const images = listEmbeddedImages(content);
  const addresses = new Map(images.map((image) => [image.src, isReadableImage(image) ? MOVED : null]));
  const moved = replaceEmbeddedImages(content, addresses);
  const after = repairText({ content, summary, membersOnly }, { content: moved, images: images.length });
  if (!after) return { ...plain, remark: NOTHING_LEFT };
  const shortened = new Map(images.map(({ src }) => [src, `${src.slice(0, src.indexOf(',') + 1)}…`]));
  const from = { ...EMPTY_FIELDS, summary, content: replaceEmbeddedImages(content, shortened) };
  const to = { ...EMPTY_FIELDS, summary: after.summary, content: after.content };
  return {
    ...plain,
    differences: compareFields(from, to, { categories: [], tags: [] }),
    counts: after.counts,
    broken: [...addresses.values()].filter((address) => address === null).length,
    remark: null,
  };
}
