// The viewer's reading list. `?save=` names the article a visitor chose to save before signing in.
import type { LinksFunction } from '@remix-run/cloudflare';
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
import { noIndexMeta } from '~/http/document/to-meta';
import { viewerForm } from '~/http/forms/viewer-form.server';
import { viewerLoader } from '~/http/session/guards.server';
import accountStyles from '~/styles/site/account.css?url';
import listStyles from '~/styles/site/lists.css?url';
import { ReadingListPage } from './reading-list-page';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: listStyles },
  { rel: 'stylesheet', href: accountStyles },
];
export const meta = noIndexMeta('Your reading list');

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

const HERE = '/account/reading-list';

export const action = viewerForm({
  next({ url }) {
    const page = toPageNumber(url.searchParams.get('page')) ?? 1;
    return page === 1 ? HERE : `${HERE}?page=${page}`;
  },
  intents: {
    save: {
      failure: 'Article not saved',
      async run({ ctx, viewer, form }) {
        await saveForLater(ctx, viewer, form.text('slug'));
        return { notice: 'article-saved', to: HERE };
      },
    },
    remove: {
      failure: 'Article not removed',
      async run({ ctx, viewer, form }) {
        await removeSaved(ctx, viewer, form.text('slug'));
        return 'article-removed';
      },
    },
  },
});

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
