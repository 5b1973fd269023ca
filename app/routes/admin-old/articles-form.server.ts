// Loader and actions of the Articles tab: the newest articles and the short form.
import { data } from '@remix-run/cloudflare';
import { getEditor, getNewEditor } from '~/features/articles/editor/edit-article.server';
import { type EditorFields, toArticleInput } from '~/features/articles/editor/editor-fields';
import { createArticle, saveArticle } from '~/features/articles/editor/save-article.server';
import { listNewestArticles } from '~/features/articles/public/list-articles.server';
import { deleteArticles } from '~/features/articles/publishing/trash.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { describeSaved, readPostedArticle, refuseArticle } from '~/http/admin/article-form.server';
import { acceptForm } from '~/http/forms/admin-notice.server';
import { idOf, type OpenDialog, ROW_DIALOGS, readDialog } from '~/http/forms/dialog-address.server';
import { type PostedForm, readForm } from '~/http/forms/read-form.server';
import { refuseForm } from '~/http/forms/refuse-form.server';
import type { SignedInVisit } from '~/http/session/guards.server';
import { ConflictError, type FieldIssue, InvalidError, NotFoundError } from '~/lib/errors';
import { keysOf } from '~/lib/properties';
import type { AppContext } from '~/platform/context';

/** @returns the view and its status: 404 when the dialog's article does not exist */
export async function loadArticles({ ctx, url }: SignedInVisit) {
  const open = readDialog(url, ROW_DIALOGS);
  const [articles, editor] = await Promise.all([listNewestArticles(ctx), findEditor(ctx, open)]);
  const article = articles.find(({ id }) => id === open?.id) ?? null;
  const isThere = open?.kind === 'delete' ? article : editor;
  return {
    view: { articles, dialog: open && { kind: open.kind, article, editor } },
    status: open && !isThere ? 404 : 200,
  };
}

/**
 * The form's data; null if no form is open or the article does not exist. A new article starts as published.
 */
async function findEditor(ctx: AppContext, open: OpenDialog<keyof typeof ROW_DIALOGS> | null) {
  if (open?.kind === 'new') {
    const editor = await getNewEditor(ctx);
    return { ...editor, fields: { ...editor.fields, status: 'published' } };
  }
  if (open?.kind !== 'edit' || !open.id) return null;
  try {
    return await getEditor(ctx, open.id);
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

/**
 * Empty data for the page around a returned form while the database is unavailable. The form restores its own
 * fields.
 */
export function articlesInOutage(url: URL) {
  const open = readDialog(url, ROW_DIALOGS);
  return { articles: [], dialog: open && { kind: open.kind, article: null, editor: null } };
}

/** @param at the page URL without a dialog */
export async function actOnArticles(visit: SignedInVisit, at: string) {
  const form = await readForm(visit.request);
  if (form.text('intent') !== 'delete') return writeArticle(visit, form, at);
  const { ctx, viewer } = visit;
  try {
    const undo = await deleteArticles(ctx, viewer, [idOf(form)]);
    return acceptForm(ctx, at, { title: 'Article deleted successfully', undo });
  } catch (error) {
    return refuseArticleForm(ctx, error, form);
  }
}

export function refuseArticleForm(ctx: AppContext, error: unknown, form: PostedForm) {
  if (form.text('intent') !== 'delete') return refuseArticle(ctx, error, readPostedArticle(form));
  return refuseForm(ctx, error, {
    intent: 'delete',
    title: 'Failed to delete article',
    typed: {},
    fallback: 'Please try again in a moment.',
  });
}

async function writeArticle({ ctx, viewer }: SignedInVisit, form: PostedForm, at: string) {
  const posted = readPostedArticle(form);
  const isNew = form.text('intent') === 'create';
  try {
    requireTexts(posted.fields);
    const { timeZone } = await getSiteSettings(ctx);
    const input = toArticleInput(posted.fields, timeZone);
    if (isNew) {
      const saved = await createArticle(ctx, viewer, input, 'inline', posted.id);
      return acceptForm(ctx, at, {
        title: 'Article created successfully',
        description: describeSaved(saved, timeZone),
      });
    }
    const saved = await saveArticle(ctx, viewer, posted, input, 'inline');
    return acceptForm(ctx, at, {
      title: 'Article updated successfully',
      description: describeSaved(saved, timeZone),
    });
  } catch (error) {
    const { data: refused, init } = refuseArticle(ctx, error, posted);
    // An earlier request created the article, and its response was lost.
    const isStored = isNew && error instanceof ConflictError;
    const stored = isStored ? await findEditor(ctx, { kind: 'edit', id: posted.id }) : null;
    return data({ ...refused, stored }, init ?? undefined);
  }
}

/** Unlike the editor, this form requires content (specification, section 5). */
function requireTexts(fields: EditorFields): void {
  const required = { title: 'Title', author: 'Author', content: 'Content' } as const;
  const issues: FieldIssue[] = [];
  for (const field of keysOf(required)) {
    if (!fields[field].trim()) issues.push({ field, message: `${required[field]} is required` });
  }
  const [first] = issues;
  if (first) throw new InvalidError(first.message, issues);
}
