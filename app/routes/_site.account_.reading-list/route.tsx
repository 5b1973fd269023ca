// The viewer's reading list. `?save=` names the article a visitor chose to save before signing in.
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LinksFunction,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TRY_AGAIN } from '~/features/accounts/sign-in/account-notices';
import { toPageNumber } from '~/features/articles/public/list-order';
import {
  findSaved,
  getReadingList,
  removeSaved,
  saveForLater,
} from '~/features/reading-list/reading-list.server';
import { PageError } from '~/http/document/page-error';
import { readForm } from '~/http/forms/read-form.server';
import { refuseForm } from '~/http/forms/refuse-form.server';
import { viewerAction, viewerLoader } from '~/http/session/guards.server';
import { addCookies } from '~/http/session/pending-cookies.server';
import { setNotice } from '~/http/session/session.server';
import accountStyles from '~/styles/site/account.css?url';
import listStyles from '~/styles/site/lists.css?url';
import { ReadingListPage } from './reading-list-page';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: listStyles },
  { rel: 'stylesheet', href: accountStyles },
];
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [
  { title: 'Your reading list' },
  { name: 'robots', content: 'noindex' },
];

export const loader = viewerLoader(async ({ ctx, url, viewer }) => {
  ctx.page.doNotStore();
  const slugToSave = url.searchParams.get('save');
  const [list, found] = await Promise.all([
    getReadingList(ctx, viewer, toPageNumber(url.searchParams.get('page')) ?? 1),
    slugToSave ? findSaved(ctx, viewer, slugToSave) : null,
  ]);
  return {
    list,
    pendingSave: slugToSave && found && !found.saved ? { slug: slugToSave, title: found.title } : null,
  };
});

export const action = viewerAction(async ({ ctx, request, url, viewer }) => {
  const form = await readForm(request);
  const intent = form.text('intent');
  const page = toPageNumber(url.searchParams.get('page')) ?? 1;
  try {
    await (intent === 'save' ? saveForLater : removeSaved)(ctx, viewer, form.text('slug'));
    setNotice(ctx, intent === 'save' ? 'article-saved' : 'article-removed');
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
    <PageError
      title="Page not found"
      failureTitle="We couldn’t load your reading list"
      fallback={TRY_AGAIN}
    />
  );
}
