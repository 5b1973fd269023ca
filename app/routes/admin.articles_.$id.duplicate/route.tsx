// Duplicates an article, and opens the editor of the new draft.
import { redirect } from '@remix-run/cloudflare';
import { duplicateArticle } from '~/features/articles/editor/duplicate-article.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { acceptForm } from '~/http/forms/admin-notice.server';
import { idParam } from '~/http/forms/url-params.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';

export const meta = noIndexMeta('Duplicate Article');

/** After a sign-in, the browser returns here with GET. */
export const loader = adminLoader('own articles', ({ params }) =>
  redirect(`/admin/articles/${idParam(params)}/edit`),
);

export const action = adminAction('own articles', async ({ ctx, params, viewer }) => {
  const { id, imageWarning } = await duplicateArticle(ctx, viewer, idParam(params));
  return acceptForm(ctx, `/admin/articles/${id}/edit`, {
    title: 'Article duplicated',
    description: imageWarning,
  });
});

/** Without content: both the loader and the action redirect. */
export default function Duplicate() {
  return null;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to duplicate article" />;
}
