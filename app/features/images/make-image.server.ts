// From a subject to a picture that lies in the store in every size, with the statements that enter it into the books.
import { makeUsualCopies } from '~/features/media/make-copies.server';
import {
  type MediaFolder,
  type PreparedImage,
  prepareImage,
  type UploadContext,
  type Uploader,
} from '~/features/media/upload-image.server';
import { UnavailableError } from '~/lib/errors';
import type { Statement } from '~/platform/context';
import { type DrawContext, drawPicture } from './draw-picture.server';
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

/** What the picture is for. */
export interface Purpose {
  folder: MediaFolder;
  /** 0 for the first picture of its subject. */
  variation: number;
  tries: number;
  articleId?: string;
  categoryId?: string;
  /** What it takes the place of. */
  previous?: { url: string | null; alt: string };
}

export interface MadeImage {
  /** Of its line in `generated_images`. */
  id: string;
  /** Site-relative. */
  url: string;
  alt: string;
  /** The library's row, its audit line, where it came from: the beginning of the transaction that uses the picture. */
  statements: Statement<unknown>[];
  /** After that transaction failed with `error`. */
  takeBack(error: unknown): Promise<void>;
}

/** @throws like `drawPicture`; UnavailableError when the file store is away */
export async function makeImage(
  ctx: MakeContext,
  maker: Uploader,
  subject: Subject,
  purpose: Purpose,
): Promise<MadeImage> {
  const { folder, variation, tries, articleId, categoryId, previous } = purpose;
  const prompt = buildPrompt(subject);
  const order = { prompt, title: subject.title, categorySlug: subject.categorySlug ?? '', variation };
  const drawn = await drawPicture(ctx, order, tries);
  const { provider, model, price } = drawn.maker;
  const alt = describeImage(provider, subject);
  // A slash would be taken for a folder.
  const name = subject.title.replace(/[/\\]/g, '-');
  const prepared = await prepareImage(ctx, maker, { bytes: drawn.bytes, name, alt, folder });
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
    takeBack: (error) => takeBack(prepared, error),
  };
}

/** A database that fell silent may have stored it all: then the file stays, and `sweepLeftovers` sees whether it is used. */
async function takeBack(prepared: PreparedImage, error: unknown): Promise<void> {
  if (!(error instanceof UnavailableError)) await prepared.takeBack();
}
