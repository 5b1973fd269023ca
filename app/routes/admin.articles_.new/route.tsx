// The editor of a new article.
import type { ActionFunctionArgs, HeadersFunction, MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getNewEditor } from '~/features/articles/edit-article.server';
import { toArticleInput } from '~/features/articles/editor-fields';
import { createArticle } from '~/features/articles/save-article.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { acceptForm } from '~/http/accept-form.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { readForm } from '~/http/read-form.server';
import { AdminError } from '../admin/admin-error';
import {
  readPostedArticle,
  refuseArticle,
  storePicture,
  viewInOutage,
} from '../admin.articles_.$id.edit/editor-form.server';
import { EditorPage } from '../admin.articles_.$id.edit/editor-page';

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [{ title: 'Create Article' }, { name: 'robots', content: 'noindex' }];

export const loader = adminLoader(
  ({ ctx }) => getNewEditor(ctx),
  () => viewInOutage(''),
);

export const action = adminAction(
  async ({ ctx, request, viewer }) => {
    const form = await readForm(request);
    const posted = readPostedArticle(form);
    try {
      await storePicture(ctx, viewer, form, posted);
      const { timeZone } = await getSiteSettings(ctx);
      const { id } = await createArticle(
        ctx,
        viewer,
        toArticleInput(posted.fields, timeZone),
        'editor',
        posted.id,
      );
      return acceptForm(ctx, `/admin/articles/${id}/edit`, { title: 'Article created successfully' });
    } catch (error) {
      return refuseArticle(ctx, error, posted);
    }
  },
  async ({ ctx, request }, error) => refuseArticle(ctx, error, readPostedArticle(await readForm(request))),
) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseArticle>>;

export default function NewArticle() {
  return (
    <EditorPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load article" />;
}
