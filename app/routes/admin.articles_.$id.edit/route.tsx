// The editor of an article that exists.
import type { ActionFunctionArgs, HeadersFunction, MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getEditor } from '~/features/articles/edit-article.server';
import { toArticleInput } from '~/features/articles/editor-fields';
import { saveArticle } from '~/features/articles/save-article.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { acceptForm } from '~/http/accept-form.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { idParam } from '~/http/id-param.server';
import { readForm } from '~/http/read-form.server';
import { AdminError } from '../admin/admin-error';
import { readPostedArticle, refuseArticle, storePicture, viewInOutage } from './editor-form.server';
import { EditorPage } from './editor-page';

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [{ title: 'Edit Article' }, { name: 'robots', content: 'noindex' }];

export const loader = adminLoader(
  ({ ctx, params }) => getEditor(ctx, idParam(params)),
  ({ params }) => viewInOutage(idParam(params)),
);

export const action = adminAction(
  async ({ ctx, params, request, viewer }) => {
    const id = idParam(params);
    const form = await readForm(request);
    const posted = readPostedArticle(form, id);
    try {
      await storePicture(ctx, viewer, form, posted);
      const { timeZone } = await getSiteSettings(ctx);
      await saveArticle(ctx, viewer, posted, toArticleInput(posted.fields, timeZone), 'editor');
      return acceptForm(ctx, `/admin/articles/${id}/edit`, { title: 'Article updated successfully' });
    } catch (error) {
      return refuseArticle(ctx, error, posted);
    }
  },
  async ({ ctx, params, request }, error) =>
    refuseArticle(ctx, error, readPostedArticle(await readForm(request), idParam(params))),
) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseArticle>>;

export default function EditArticle() {
  return (
    <EditorPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load article" />;
}
