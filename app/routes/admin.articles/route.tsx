// The list of all articles, with its Trash: search, filters, order, pages, and work on many at once.
import { data, type HeadersFunction, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { Viewer } from '~/features/accounts/account';
import { assignCategory, assignStatus } from '~/features/articles/bulk-work.server';
import { getDesk } from '~/features/articles/desk.server';
import { CategoryChoice, ChosenArticles } from '~/features/articles/desk-input';
import { DESK_PATH, deskAddress, toDeskQuery } from '~/features/articles/desk-query';
import { authorOnly } from '~/features/articles/own-articles';
import { deleteArticles, eraseArticles, restoreArticles } from '~/features/articles/trash.server';
import { adminForm } from '~/http/forms/admin-form.server';
import { adminLoader, type SignedInVisit } from '~/http/guards.server';
import { ForbiddenError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { AdminError } from '../admin/admin-error';
import { ArticlesPage } from './articles-page';
import { readDeskDialog } from './desk-dialog.server';

export const meta: MetaFunction = () => [{ title: 'Articles' }, { name: 'robots', content: 'noindex' }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = adminLoader('own articles', async ({ ctx, url, viewer }) => {
  const query = toDeskQuery(url.searchParams);
  const dialog = readDeskDialog(url);
  const view = await getDesk(ctx, query, dialog?.ids ?? [], authorOnly(viewer));
  // The last page's last article may just have been deleted.
  if (query.page > view.pageCount) throw redirect(deskAddress(query, { page: view.pageCount }));
  const isGone = dialog?.of === 'one' && view.chosen.length === 0;
  return data({ view, dialog }, { status: isGone ? 404 : 200 });
});

const FOR_EDITORS = 'Publishing, archiving and work on many articles at once are for editors.';

interface Chosen {
  viewer: Viewer;
  fields: { id: string[] };
}

/** @throws ForbiddenError for authors, who may only delete and restore one draft of their own at a time */
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
      run: async (form) =>
        updated(await assignStatus(form.ctx, form.viewer, idsForEditor(form), 'published')),
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
          description: 'For good.',
        };
      },
    },
  },
});

function titleFor(count: number, one: string, verb: string): string {
  return count === 1 ? one : `${verb} ${count} articles`;
}

/** The list with its filters. Undo is posted from any page and leads back to the list that the person was looking at. */
function listAddress({ url, request }: SignedInVisit): string {
  const referrer = request.headers.get('referer') ?? '';
  const from = url.search === '' && URL.canParse(referrer) ? new URL(referrer) : url;
  return deskAddress(toDeskQuery(from.pathname === DESK_PATH ? from.searchParams : url.searchParams));
}

export default function Articles() {
  const { view, dialog } = useLoaderData<typeof loader>();
  return <ArticlesPage view={view} dialog={dialog} refused={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load articles" />;
}
