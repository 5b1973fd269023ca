// Reads the article editor's form, and returns it with a reason when it is refused.
import { data } from '@remix-run/cloudflare';
import { z } from 'zod';
import type { Viewer } from '~/features/accounts/account';
import type { ArticleConflict } from '~/features/articles/editor/article-comparison';
import type { EditorView } from '~/features/articles/editor/article-editor';
import { describeConflict } from '~/features/articles/editor/conflict.server';
import type { TabCopy } from '~/features/articles/editor/drafts.server';
import { type EditorFields, EMPTY_FIELDS } from '~/features/articles/editor/editor-fields';
import type { SavedArticle } from '~/features/articles/editor/save-article.server';
import { requireOwnArticle } from '~/features/articles/own-articles.server';
import { ImageRefusedError } from '~/features/media/image-rules';
import { storeUpload } from '~/features/media/store-image.server';
import { readSeoFields } from '~/features/seo/seo';
import { ConflictError } from '~/lib/errors';
import { withoutBlanks } from '~/lib/text';
import { formatMoment } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import type { PostedForm } from '../forms/read-form.server';
import { type RefusedForm, refuseForm } from '../forms/refuse-form.server';
import { storeSocialImage } from './social-image.server';

/** In characters. The request gate limits the body's bytes further. */
const LONGEST_TEXT = 24 * 1024 * 1024;

export interface PostedArticle extends TabCopy {
  id: string;
  /** The version that this edit started from; 0 for a new article. */
  version: number;
  fields: EditorFields;
}

export interface RefusedArticle extends RefusedForm, PostedArticle {
  /** Set when another editor saved in the meantime. */
  conflict: ArticleConflict | null;
}

/** `id` is the one in the URL; the form of a new article contains its own. */
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
      coauthors: withoutBlanks(form.all('coauthors')),
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
      ...readSeoFields((field) => form.text(field)),
    },
  };
}

/** A form rendered by an older build may lack the id. Its copy then gets an id that nothing else uses. */
function idOf(form: PostedForm, field: string): string {
  const { success, data: id } = z.uuid().safeParse(form.text(field));
  return success ? id : crypto.randomUUID();
}

const Restored = z.object({ id: z.uuid(), savedAt: z.iso.datetime() });

function readRestored(form: PostedForm): PostedArticle['restored'] {
  const given = { id: form.text('restored'), savedAt: form.text('restoredAt') };
  return Restored.safeParse(given).data ?? null;
}

/** Stores the uploaded images before validation, so that a refused form keeps them as URLs. */
export async function storePostedImages(
  ctx: AppContext,
  viewer: Viewer,
  form: PostedForm,
  { fields }: PostedArticle,
): Promise<void> {
  await storeSocialImage(ctx, viewer, form, fields);
  const file = form.file('imageFile');
  if (!file) return;
  const stored = await storeUpload(ctx, viewer, {
    bytes: new Uint8Array(await file.arrayBuffer()),
    name: file.name,
    type: file.type,
    alt: fields.imageAlt,
    folder: 'articles',
  });
  fields.imageUrl = stored.url;
}

/** The text of the toast after a save: when the draft is published, and the warning about images. */
export function describeSaved(
  { publishAt, imageWarning }: SavedArticle,
  timeZone: string,
): string | undefined {
  const scheduled = publishAt && `Scheduled for ${formatMoment(publishAt, timeZone)}.`;
  return [scheduled, imageWarning].filter(Boolean).join(' ') || undefined;
}

/** Returns the refused form: a conflict with both versions side by side, or null when they are identical. */
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

/** Returns the merged fields as a form that is not saved yet. */
export function returnMergedForm(posted: PostedArticle) {
  const answer: RefusedArticle = {
    ...posted,
    intent: 'merge',
    title: 'Not saved yet',
    message: 'The form shows your choices. Review them, then save.',
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

/** An editor view without choices or drafts, for a refused form while the database is unavailable. */
export function viewInOutage(id: string): EditorView {
  return {
    id,
    copyId: id,
    version: 0,
    fields: {} as EditorView['fields'],
    slug: null,
    isPublished: true,
    isReadOnly: false,
    savedAt: null,
    reading: null,
    choices: { categories: [], tags: [], authors: [] },
    timeZone: 'UTC',
    requiresAltText: false,
    drafts: [],
    restored: null,
    start: null,
  };
}

/** The names of the fields for which the editor chose the stored version. */
export function fieldsToTake(form: PostedForm): string[] {
  return Object.keys(EMPTY_FIELDS).filter((field) => form.text(`take-${field}`) === field);
}
