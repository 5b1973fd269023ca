// The list of all articles, with its Trash: search, filters, order, pages, and work on many at once.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { assignCategory, assignStatus } from '~/features/articles/bulk-work.server';
import { getDesk } from '~/features/articles/desk.server';
import { CategoryChoice, ChosenArticles } from '~/features/articles/desk-input';
import { DESK_PATH, deskAddress, toDeskQuery } from '~/features/articles/desk-query';
import { authorOnly } from '~/features/articles/own-articles';
import { deleteArticles, eraseArticles, restoreArticles } from '~/features/articles/trash.server';
import { acceptForm } from '~/http/accept-form.server';
import type { AdminNotice } from '~/http/admin-notice.server';
import { refuseForm } from '~/http/form-answer.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/guards.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
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

const FAILURES: Record<string, string> = {
  delete: 'Failed to delete article',
  erase: 'Failed to delete article',
  restore: 'Failed to restore articles',
};

export const action = adminAction('own articles', async (visit) => {
  const form = await readForm(visit.request);
  const intent = form.text('intent');
  try {
    return acceptForm(visit.ctx, wayBack(visit), await accept(intent, visit, form));
  } catch (error) {
    return refuseForm(visit.ctx, error, {
      intent,
      title: FAILURES[intent] ?? 'Failed to update articles',
      typed: { id: form.all('id'), categoryId: form.text('categoryId') },
      fallback: 'Please try again in a moment.',
    });
  }
}) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm>>;

/** @returns what the next page says */
async function accept(
  intent: string,
  { ctx, viewer }: SignedInVisit,
  form: PostedForm,
): Promise<Omit<AdminNotice, 'at'>> {
  const { ids } = parseInput(ChosenArticles, { ids: form.all('id') });
  const isOwnDraft = (intent === 'delete' || intent === 'restore') && ids.length === 1;
  if (authorOnly(viewer) && !isOwnDraft) throw new ForbiddenError(FOR_EDITORS);
  const updated = (count: number) => ({ title: `Updated ${count} articles` });
  switch (intent) {
    case 'publish':
      return updated(await assignStatus(ctx, viewer, ids, 'published'));
    case 'archive':
      return updated(await assignStatus(ctx, viewer, ids, 'archived'));
    case 'category': {
      const { categoryId } = parseInput(CategoryChoice, { categoryId: form.text('categoryId') });
      return updated(await assignCategory(ctx, viewer, ids, categoryId));
    }
    case 'delete': {
      const undo = await deleteArticles(ctx, viewer, ids);
      return { title: saying(undo.length, 'Article deleted successfully', 'Deleted'), undo };
    }
    case 'restore': {
      const { length } = await restoreArticles(ctx, viewer, ids);
      return { title: saying(length, 'Article restored successfully', 'Restored') };
    }
    case 'erase': {
      const { length } = await eraseArticles(ctx, viewer, ids);
      return { title: saying(length, 'Article deleted successfully', 'Deleted'), description: 'For good.' };
    }
    default:
      throw new Response(null, { status: 400 });
  }
}

function saying(count: number, one: string, verb: string): string {
  return count === 1 ? one : `${verb} ${count} articles`;
}

/** The list as it was. Undo is posted from anywhere, and leads back to the list one was looking at. */
function wayBack({ url, request }: SignedInVisit): string {
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
