// What the viewer keeps to read later. `?save=` names an article that a visitor wanted to keep before they signed in.
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LinksFunction,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TRY_AGAIN } from '~/features/accounts/account-notices';
import { toPageNumber } from '~/features/articles/list-order';
import {
  findSaved,
  getReadingList,
  removeSaved,
  saveForLater,
} from '~/features/reading-list/reading-list.server';
import { refuseForm } from '~/http/form-answer.server';
import { viewerAction, viewerLoader } from '~/http/guards.server';
import { PageError } from '~/http/page-error';
import { readForm } from '~/http/read-form.server';
import { leaveNotice } from '~/http/session.server';
import { addCookies } from '~/http/waiting-cookies.server';
import accountStyles from '~/styles/account.css?url';
import { ReadingListPage } from './reading-list-page';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: accountStyles }];
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [
  { title: 'Your reading list' },
  { name: 'robots', content: 'noindex' },
];

export const loader = viewerLoader(async ({ ctx, url, viewer }) => {
  ctx.page.doNotStore();
  const wished = url.searchParams.get('save');
  const [list, found] = await Promise.all([
    getReadingList(ctx, viewer, toPageNumber(url.searchParams.get('page')) ?? 1),
    wished ? findSaved(ctx, viewer, wished) : null,
  ]);
  return { list, wish: wished && found && !found.saved ? { slug: wished, title: found.title } : null };
});

export const action = viewerAction(async ({ ctx, request, url, viewer }) => {
  const form = await readForm(request);
  const intent = form.text('intent');
  const page = toPageNumber(url.searchParams.get('page')) ?? 1;
  try {
    await (intent === 'save' ? saveForLater : removeSaved)(ctx, viewer, form.text('slug'));
    leaveNotice(ctx, intent === 'save' ? 'article-saved' : 'article-removed');
    const back = intent === 'save' || page === 1 ? '' : `?page=${page}`;
    return redirect(`/account/reading-list${back}`, { status: 303, headers: addCookies(ctx, new Headers()) });
  } catch (error) {
    const title = intent === 'save' ? 'Article not saved' : 'Article not removed';
    return refuseForm(ctx, error, { intent, title, typed: {}, fallback: TRY_AGAIN });
  }
}) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm>>;

export default function ReadingList() {
  return (
    <ReadingListPage {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return (
    <PageError title="Page not found" failureTitle="Your reading list cannot be shown" fallback={TRY_AGAIN} />
  );
}
