// The articles' part of the content dashboard: the newest ones, and a simple form.
import { getEditor, getNewEditor } from '~/features/articles/edit-article.server';
import { type EditorFields, toArticleInput } from '~/features/articles/editor-fields';
import { listNewestArticles } from '~/features/articles/newest-articles.server';
import { createArticle, saveArticle } from '~/features/articles/save-article.server';
import { deleteArticles } from '~/features/articles/trash.server';
import { tellUnfetched } from '~/features/media/foreign-pictures';
import { getSiteSettings } from '~/features/settings/settings.server';
import { acceptForm } from '~/http/accept-form.server';
import { idOf, type OpenDialog, readDialog } from '~/http/dialog-address.server';
import { refuseForm } from '~/http/form-answer.server';
import type { SignedInVisit } from '~/http/guards.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
import { type FieldIssue, InvalidError, NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { readPostedArticle, refuseArticle } from '../admin.articles_.$id.edit/editor-form.server';

const KINDS = { new: 'of none', edit: 'of one', delete: 'of one' } as const;

/** @returns the view and its status: 404 when the dialog is about an article that is gone */
export async function loadArticles({ ctx, url }: SignedInVisit) {
  const open = readDialog(url, KINDS);
  const [articles, editor] = await Promise.all([listNewestArticles(ctx), findEditor(ctx, open)]);
  const article = articles.find(({ id }) => id === open?.id) ?? null;
  const isThere = open?.kind === 'delete' ? article : editor;
  return {
    view: { articles, dialog: open && { kind: open.kind, article, editor } },
    status: open && !isThere ? 404 : 200,
  };
}

/** What the form shows; null where there is no form, or no article any more. A new article starts published. */
async function findEditor(ctx: AppContext, open: OpenDialog<keyof typeof KINDS> | null) {
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

/** The page around a form that is given back while the database is away: the form brings its own fields. */
export function articlesInOutage(url: URL) {
  const open = readDialog(url, KINDS);
  return { articles: [], dialog: open && { kind: open.kind, article: null, editor: null } };
}

/** @param at where the page is found without a dialog */
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
  try {
    requireTexts(posted.fields);
    const { timeZone } = await getSiteSettings(ctx);
    const input = toArticleInput(posted.fields, timeZone);
    if (form.text('intent') === 'create') {
      const { unfetched } = await createArticle(ctx, viewer, input, 'inline', posted.id);
      return acceptForm(ctx, at, {
        title: 'Article created successfully',
        description: tellUnfetched(unfetched),
      });
    }
    const { unfetched } = await saveArticle(ctx, viewer, posted, input, 'inline');
    return acceptForm(ctx, at, {
      title: 'Article updated successfully',
      description: tellUnfetched(unfetched),
    });
  } catch (error) {
    return refuseArticle(ctx, error, posted);
  }
}

/** Here, unlike in the editor, an article without content is a slip (specification, section 5). */
function requireTexts(fields: EditorFields): void {
  const required = { title: 'Title', author: 'Author', content: 'Content' } as const;
  const issues: FieldIssue[] = [];
  for (const [field, label] of Object.entries(required)) {
    if (!fields[field as keyof typeof required].trim())
      issues.push({ field, message: `${label} is required` });
  }
  const [first] = issues;
  if (first) throw new InvalidError(first.message, issues);
}
