// The article list and its Trash: search, filters, sorting, pagination and bulk actions.
import { data, redirect } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { Viewer } from '~/features/accounts/account';
import { assignCategory, assignStatus, publishArticles } from '~/features/articles/bulk/bulk-actions.server';
import { getArticleList } from '~/features/articles/list/article-list.server';
import { CategoryChoice, ChosenArticles } from '~/features/articles/list/article-list-input';
import {
  ARTICLES_PATH,
  articleListAddress,
  toArticleListQuery,
} from '~/features/articles/list/article-list-query';
import { authorOnly } from '~/features/articles/own-articles';
import { deleteArticles, eraseArticles, restoreArticles } from '~/features/articles/publishing/trash.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { adminLoader, type SignedInVisit } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { ForbiddenError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { ArticlesPage } from './articles-page';
import { readListDialog } from './list-dialog.server';

export const meta = noIndexMeta('Articles');

export const loader = adminLoader('own articles', async ({ ctx, url, viewer }) => {
  const query = toArticleListQuery(url.searchParams);
  const dialog = readListDialog(url);
  const view = await getArticleList(ctx, query, dialog?.ids ?? [], authorOnly(viewer));
  // The only article on the last page may have been deleted.
  if (query.page > view.pageCount) throw redirect(articleListAddress(query, { page: view.pageCount }));
  const isGone = dialog?.of === 'one' && view.chosen.length === 0;
  return data({ view, dialog }, { status: isGone ? 404 : 200 });
});

const FOR_EDITORS = 'Only editors can publish, archive or change several articles at a time.';

interface Chosen {
  viewer: Viewer;
  fields: { id: string[] };
}

/** @throws ForbiddenError for authors, who may only delete or restore one of their own drafts at a time */
function idsForEditor({ viewer, fields }: Chosen): string[] {
  if (authorOnly(viewer)) throw new ForbiddenError(FOR_EDITORS);
  return parseInput(ChosenArticles, { ids: fields.id }).ids;
}

function idsForAuthor(chosen: Chosen): string[] {
  return chosen.fields.id.length === 1
    ? parseInput(ChosenArticles, { ids: chosen.fields.id }).ids
    : idsForEditor(chosen);
}

const updated = (count: number) => `Updated ${count} articles`;

export const action = adminForm({
  capability: 'own articles',
  fields: ({ all, text }) => ({ id: all('id'), categoryId: text('categoryId') }),
  next: listAddress,
  intents: {
    publish: {
      failure: 'Failed to update articles',
      async run(form) {
        const { count, note } = await publishArticles(form.ctx, form.viewer, idsForEditor(form));
        return { title: updated(count), description: note };
      },
    },
    archive: {
      failure: 'Failed to update articles',
      run: async (form) => updated(await assignStatus(form.ctx, form.viewer, idsForEditor(form), 'archived')),
    },
    category: {
      failure: 'Failed to update articles',
      async run(form) {
        const ids = idsForEditor(form);
        const { categoryId } = parseInput(CategoryChoice, { categoryId: form.fields.categoryId });
        return updated(await assignCategory(form.ctx, form.viewer, ids, categoryId));
      },
    },
    delete: {
      failure: 'Failed to delete article',
      async run(form) {
        const undo = await deleteArticles(form.ctx, form.viewer, idsForAuthor(form));
        return { title: titleFor(undo.length, 'Article deleted successfully', 'Deleted'), undo };
      },
    },
    restore: {
      failure: 'Failed to restore articles',
      async run(form) {
        const { length } = await restoreArticles(form.ctx, form.viewer, idsForAuthor(form));
        return titleFor(length, 'Article restored successfully', 'Restored');
      },
    },
    erase: {
      failure: 'Failed to delete article',
      async run(form) {
        const { length } = await eraseArticles(form.ctx, form.viewer, idsForEditor(form));
        return {
          title: titleFor(length, 'Article deleted successfully', 'Deleted'),
          description: 'This is permanent.',
        };
      },
    },
  },
});

function titleFor(count: number, one: string, verb: string): string {
  return count === 1 ? one : `${verb} ${count} articles`;
}

/**
 * The list URL with its filters. Undo can be posted from any page; it returns to the list the person was
 * viewing.
 */
function listAddress({ url, request }: SignedInVisit): string {
  const referrer = request.headers.get('referer') ?? '';
  const from = url.search === '' && URL.canParse(referrer) ? new URL(referrer) : url;
  return articleListAddress(
    toArticleListQuery(from.pathname === ARTICLES_PATH ? from.searchParams : url.searchParams),
  );
}

export default function Articles() {
  const { view, dialog } = useLoaderData<typeof loader>();
  return <ArticlesPage view={view} dialog={dialog} refused={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load articles" />;
}
