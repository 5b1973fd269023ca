// Creates and revokes preview links, which show a draft to people without an account.

import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { getShareView, revokePreviews, sharePreview } from '~/features/articles/editor/previews.server';
import { requireWritableArticle } from '~/features/articles/own-articles.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { readForm } from '~/http/forms/read-form.server';
import { idParam } from '~/http/forms/url-params.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { PageHead } from '~/layouts/admin/list/page-head';
import { RelativeTime } from '~/layouts/admin/list/relative-time';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { formatDay } from '~/lib/time/dates';
import { CopyButton } from '~/ui/copy-button';

export const meta = noIndexMeta('Share Draft');

export const loader = adminLoader('own articles', async ({ ctx, params, viewer }) => {
  await requireWritableArticle(ctx, viewer, idParam(params));
  return getShareView(ctx, idParam(params));
});

export const action = adminAction<{ link: string | null }>(
  'own articles',
  async ({ ctx, params, request, viewer }) => {
    const id = idParam(params);
    await requireWritableArticle(ctx, viewer, id);
    const shared = await getShareView(ctx, id);
    const form = await readForm(request);
    if (form.text('intent') !== 'revoke') return { link: await sharePreview(ctx, viewer, shared) };
    await revokePreviews(ctx, viewer, shared);
    return { link: null };
  },
);

export default function ShareDraft() {
  const { id, title, links } = useLoaderData<typeof loader>();
  const link = useActionData<typeof action>()?.link ?? null;
  return (
    <>
      <PageHead title="Share Draft" text={title}>
        <Link className="button button--quiet" to={`/admin/articles/${id}/edit`}>
          Back to Editor
        </Link>
      </PageHead>
      <Form className="form panel" method="post">
        <p>Anyone with a link can read this article for 7 days, even before it is published.</p>
        {link && (
          <p className="refusal refusal--good" role="status">
            Copy this link now. We show it only once: <a href={link}>{link}</a>{' '}
            <CopyButton text={link} label="Copy Link" className="button button--text" />
          </p>
        )}
        {links.map(({ createdAt, expiresAt }) => (
          <p className="field__hint" key={createdAt}>
            Link created <RelativeTime at={createdAt} />, expires on {formatDay(expiresAt.slice(0, 10))}.
          </p>
        ))}
        <p className="page-head__actions">
          <button className="button" type="submit" name="intent" value="share">
            Create Link
          </button>
          {links.length > 0 && (
            <button className="button button--quiet" type="submit" name="intent" value="revoke">
              Revoke All Links
            </button>
          )}
        </p>
      </Form>
    </>
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load article" />;
}
