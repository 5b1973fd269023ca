// Links to a draft for people without an account.
import type { MetaFunction } from '@remix-run/cloudflare';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { requireWritableArticle } from '~/features/articles/own-articles.server';
import { getShareView, revokePreviews, sharePreview } from '~/features/articles/previews.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { idParam } from '~/http/id-param.server';
import { readForm } from '~/http/read-form.server';
import { formatDay } from '~/lib/dates';
import { CopyButton } from '~/ui/copy-button';
import { AdminError } from '../admin/admin-error';
import { Moment } from '../admin/moment';
import { PageHead } from '../admin/page-head';

export const meta: MetaFunction = () => [{ title: 'Share draft' }, { name: 'robots', content: 'noindex' }];

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
      <PageHead title="Share draft" text={title}>
        <Link className="button button--quiet" to={`/admin/articles/${id}/edit`}>
          Back to the editor
        </Link>
      </PageHead>
      <Form className="form panel" method="post">
        <p>
          Whoever has a link may read this article for seven days, published or not. Nobody else finds it.
        </p>
        {link && (
          <p className="refusal refusal--good" role="status">
            Copy it now, it is shown only once: <a href={link}>{link}</a>{' '}
            <CopyButton text={link} label="Copy link" className="button button--text" />
          </p>
        )}
        {links.map(({ createdAt, expiresAt }) => (
          <p className="field__hint" key={createdAt}>
            A link made <Moment at={createdAt} /> works until {formatDay(expiresAt.slice(0, 10))}.
          </p>
        ))}
        <p className="page-head__actions">
          <button className="button" type="submit" name="intent" value="share">
            Create link
          </button>
          {links.length > 0 && (
            <button className="button button--quiet" type="submit" name="intent" value="revoke">
              Revoke all links
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
