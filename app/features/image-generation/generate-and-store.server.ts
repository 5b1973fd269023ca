// Generates an image for a subject, stores it in every size, and returns the statements that record it.
import { makeUsualCopies } from '~/features/media/make-copies.server';
import {
  type MediaFolder,
  type PreparedImage,
  prepareImage,
  type UploadContext,
  type Uploader,
} from '~/features/media/store-image.server';
import { UnavailableError } from '~/lib/errors';
import type { Statement } from '~/platform/context';
import { type DrawContext, generateImage } from './generate-image.server';
import { insertGenerated } from './generated-images-repo.server';
import { describeImage } from './image-alt';
import { buildPrompt } from './image-prompt';

export type MakeContext = DrawContext & UploadContext;

export interface Subject {
  title: string;
  summary: string;
  categoryName: string | null;
  categorySlug: string | null;
}

/** What the image is for. */
export interface ImagePurpose {
  folder: MediaFolder;
  /** 0 for the first image of a subject. */
  variation: number;
  tries: number;
  articleId?: string;
  categoryId?: string;
  /** The image it replaces. */
  previous?: { url: string | null; alt: string };
}

export interface MadeImage {
  /** Id of the row in `generated_images`. */
  id: string;
  /** Site-relative. */
  url: string;
  alt: string;
  /**
   * Inserts into `media`, the audit log and `generated_images`: the start of the transaction that uses the
   * image.
   */
  statements: Statement<unknown>[];
  /** Call when that transaction fails with `error`: deletes the stored file. */
  discard(error: unknown): Promise<void>;
}

/** @throws as `generateImage` does; UnavailableError when the file store is unavailable */
export async function makeImage(
  ctx: MakeContext,
  maker: Uploader,
  subject: Subject,
  purpose: ImagePurpose,
): Promise<MadeImage> {
  const { folder, variation, tries, articleId, categoryId, previous } = purpose;
  const prompt = buildPrompt(subject);
  const order = { prompt, title: subject.title, categorySlug: subject.categorySlug ?? '', variation };
  const generated = await generateImage(ctx, order, tries);
  const { provider, model, price } = generated.maker;
  const alt = describeImage(provider, subject);
  // A slash would create a folder in the key.
  const name = subject.title.replace(/[/\\]/g, '-');
  const prepared = await prepareImage(ctx, maker, { bytes: generated.bytes, name, alt, folder });
  await makeUsualCopies(ctx, { key: prepared.image.key, bytes: prepared.file });
  const id = crypto.randomUUID();
  const row = {
    id,
    mediaId: prepared.image.id,
    articleId,
    categoryId,
    url: prepared.image.url,
    provider,
    model,
    prompt,
    price,
    previousUrl: previous?.url,
    previousAlt: previous?.alt,
    createdBy: maker?.userId,
    createdAt: ctx.clock.now(),
  };
  return {
    id,
    url: prepared.image.url,
    alt,
    statements: [...prepared.statements, insertGenerated(ctx.db.build, row)],
    discard: (error) => discard(prepared, error),
  };
}

/**
 * After a database timeout the transaction may have committed, so the file stays. `sweepLeftovers` deletes it
 * later if nothing uses it.
 */
async function discard(prepared: PreparedImage, error: unknown): Promise<void> {
  if (!(error instanceof UnavailableError)) await prepared.discard();
}
