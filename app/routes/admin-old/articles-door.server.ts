// The articles' part of the content dashboard.
import { listNewestArticles } from '~/features/articles/newest-articles.server';
import { deleteArticles } from '~/features/articles/trash.server';
import { acceptForm } from '~/http/accept-form.server';
import { idOf, readDialog } from '~/http/dialog-address.server';
import { refuseForm } from '~/http/form-answer.server';
import type { SignedInVisit } from '~/http/guards.server';
import { readForm } from '~/http/read-form.server';

/** @returns the view and its status: 404 when the dialog is about an article that is gone */
export async function loadArticles({ ctx, url }: SignedInVisit) {
  const open = readDialog(url, { delete: 'of one' });
  const articles = await listNewestArticles(ctx);
  const article = articles.find(({ id }) => id === open?.id) ?? null;
  return {
    view: { articles, dialog: open && { kind: open.kind, article } },
    status: open?.id && !article ? 404 : 200,
  };
}

/** @param at where the page is found without a dialog */
export async function actOnArticles({ ctx, viewer, request }: SignedInVisit, at: string) {
  const form = await readForm(request);
  const intent = form.text('intent');
  try {
    if (intent !== 'delete') throw new Response(null, { status: 400 });
    const undo = await deleteArticles(ctx, viewer, [idOf(form)]);
    return acceptForm(ctx, at, { title: 'Article deleted successfully', undo });
  } catch (error) {
    return refuseForm(ctx, error, {
      intent,
      title: 'Failed to delete article',
      typed: {},
      fallback: 'Please try again in a moment.',
    });
  }
}
