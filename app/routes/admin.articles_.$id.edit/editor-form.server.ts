// The editor's form as it is posted, and as it is given back when it is refused.
import { data } from '@remix-run/cloudflare';
import { z } from 'zod';
import type { Viewer } from '~/features/accounts/account';
import type { ArticleConflict } from '~/features/articles/article-comparison';
import type { EditorView } from '~/features/articles/article-editor';
import { describeConflict } from '~/features/articles/conflict.server';
import type { TabCopy } from '~/features/articles/drafts.server';
import { type EditorFields, EMPTY_FIELDS } from '~/features/articles/editor-fields';
import { requireOwnArticle } from '~/features/articles/own-articles.server';
import { ImageRefusedError } from '~/features/media/image-refused';
import { storeImage } from '~/features/media/upload-image.server';
import { type RefusedForm, refuseForm } from '~/http/form-answer.server';
import type { PostedForm } from '~/http/read-form.server';
import { ConflictError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';

/** Characters; the request gate is stricter about bytes. */
const LONGEST_TEXT = 24 * 1024 * 1024;

export interface PostedArticle extends TabCopy {
  id: string;
  /** The version that the typing started from; 0 for a new article. */
  version: number;
  fields: EditorFields;
}

export interface RefusedArticle extends RefusedForm, PostedArticle {
  /** Set when somebody else saved meanwhile. */
  conflict: ArticleConflict | null;
}

/** `id` is that of the address; a new article's form brings its own. */
export function readPostedArticle(form: PostedForm, id?: string): PostedArticle {
  const known = id ?? idOf(form, 'id');
  const version = form.number('version');
  return {
    id: known,
    version,
    copyId: version === 0 ? known : idOf(form, 'copy'),
    restored: readRestored(form),
    fields: {
      title: form.text('title'),
      slug: form.text('slug'),
      summary: form.text('summary', LONGEST_TEXT),
      content: form.text('content', LONGEST_TEXT),
      author: form.text('author'),
      readTime: form.text('readTime'),
      categoryId: form.text('categoryId'),
      status: form.text('status'),
      isFeatured: form.has('isFeatured'),
      isPopular: form.has('isPopular'),
      membersOnly: form.has('membersOnly'),
      tagIds: form.all('tagIds'),
      imageUrl: form.text('imageUrl'),
      imageAlt: form.text('imageAlt'),
      publishAt: form.text('publishAt'),
      keepPublishDate: form.has('keepPublishDate'),
    },
  };
}

/** A form that names none (of an older build) has a copy that nobody goes on with. */
function idOf(form: PostedForm, field: string): string {
  const { success, data: id } = z.uuid().safeParse(form.text(field));
  return success ? id : crypto.randomUUID();
}

const Restored = z.object({ id: z.uuid(), savedAt: z.iso.datetime() });

function readRestored(form: PostedForm): PostedArticle['restored'] {
  const given = { id: form.text('restored'), savedAt: form.text('restoredAt') };
  return Restored.safeParse(given).data ?? null;
}

/** The file field: stored before anything else is judged, so that a refused form gives the picture back as its address. */
export async function storePicture(
  ctx: AppContext,
  viewer: Viewer,
  form: PostedForm,
  { fields }: PostedArticle,
): Promise<void> {
  const file = form.file('imageFile');
  if (!file) return;
  const stored = await storeImage(ctx, viewer, {
    bytes: new Uint8Array(await file.arrayBuffer()),
    name: file.name,
    type: file.type,
    alt: fields.imageAlt,
    folder: 'articles',
  });
  fields.imageUrl = stored.url;
}

/**
 * Gives the form back. A stale save comes with both versions beside each other, or counts as saved when they say the same.
 */
export async function refuseSave(ctx: AppContext, viewer: Viewer, error: unknown, posted: PostedArticle) {
  if (!(error instanceof ConflictError)) return refuseArticle(ctx, error, posted);
  try {
    await requireOwnArticle(ctx, viewer, posted.id);
    const conflict = await describeConflict(ctx, viewer.userId, posted);
    return conflict.differences.length > 0 ? refuseArticle(ctx, error, posted, conflict) : null;
  } catch (failure) {
    return refuseArticle(ctx, failure, posted);
  }
}

/** The merged fields as a form that is not saved yet. */
export function giveBackMerged(posted: PostedArticle) {
  const answer: RefusedArticle = {
    ...posted,
    intent: 'merge',
    title: 'Not saved yet',
    message: 'These are the parts you chose. Look them over, then save.',
    issues: {},
    typed: {},
    conflict: null,
  };
  return data(answer);
}

export function refuseArticle(
  ctx: AppContext,
  error: unknown,
  posted: PostedArticle,
  conflict: ArticleConflict | null = null,
) {
  const { data: refused, init } = refuseForm(ctx, error, {
    intent: 'save',
    title: error instanceof ImageRefusedError ? error.title : 'Failed to save article',
    typed: {},
    fallback: 'Please try again in a moment.',
  });
  const answer: RefusedArticle = { ...refused, ...posted, conflict };
  return data(answer, init ?? undefined);
}

/** The page around a form that is given back while the database is away: nothing to choose from but what was chosen. */
export function viewInOutage(id: string): EditorView {
  return {
    id,
    copyId: id,
    version: 0,
    fields: {} as EditorView['fields'],
    slug: null,
    isPublished: true,
    isOutOfHand: false,
    savedAt: null,
    choices: { categories: [], tags: [], authors: [] },
    timeZone: 'UTC',
    drafts: [],
    restored: null,
  };
}

/** The fields of which the stored version was chosen. */
export function takenOf(form: PostedForm): string[] {
  return Object.keys(EMPTY_FIELDS).filter((field) => form.text(`take-${field}`) === field);
}
