// The related articles of an article: what readers see, pinned and excluded ones.

import { useActionData, useLoaderData } from '@remix-run/react';
import type { RelatedChange } from '~/features/articles/related/related';
import { changeRelated, getRelatedView } from '~/features/articles/related/related.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import type { Submission } from '~/http/forms/form-action.server';
import { idParam } from '~/http/forms/url-params.server';
import { adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { withQuery } from '~/lib/query-string';
import { toSearchText } from '~/lib/text';
import { RelatedPage } from './related-page';

export const meta = noIndexMeta('Related articles');

export const loader = adminLoader('own articles', ({ ctx, params, url, viewer }) =>
  getRelatedView(ctx, viewer, idParam(params), toSearchText(url.searchParams.get('search'))),
);

const change = (name: RelatedChange, notice: string) => ({
  failure: 'Failed to change related articles',
  async run({ ctx, viewer, params, id }: Submission<Record<never, never>>) {
    await changeRelated(ctx, viewer, idParam(params), id, name);
    return notice;
  },
});

export const action = adminForm({
  capability: 'own articles',
  next({ params, url }) {
    const search = toSearchText(url.searchParams.get('search'));
    return withQuery(`/admin/articles/${idParam(params)}/related`, search ? { search } : {});
  },
  intents: {
    pin: change('pin', 'Article pinned'),
    exclude: change('exclude', 'Article excluded'),
    reset: change('reset', 'Related articles updated'),
    up: change('up', 'Pinned article moved up'),
  },
});

export default function Related() {
  return (
    <RelatedPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load article" />;
}
