// The editor of a new article.
import { type HeadersFunction, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { discardDraft, forgetTyped } from '~/features/articles/drafts.server';
import { getNewEditor } from '~/features/articles/edit-article.server';
import { toArticleInput } from '~/features/articles/editor-fields';
import { refuseForeignId } from '~/features/articles/own-articles.server';
import { createArticle } from '~/features/articles/save-article.server';
import { tellUnfetched } from '~/features/media/foreign-pictures';
import { getSiteSettings } from '~/features/settings/settings.server';
import { acceptForm } from '~/http/accept-form.server';
import { idOf } from '~/http/dialog-address.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { readForm } from '~/http/read-form.server';
import { AdminError } from '../admin/admin-error';
import {
  readPostedArticle,
  refuseArticle,
  refuseSave,
  storePicture,
  viewInOutage,
} from '../admin.articles_.$id.edit/editor-form.server';
import { ArticleScreen } from '../admin.articles_.$id.edit/editor-page';

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [{ title: 'Create Article' }, { name: 'robots', content: 'noindex' }];

export const loader = adminLoader(
  'own articles',
  ({ ctx, url, viewer }) => getNewEditor(ctx, { viewer, shown: url.searchParams.get('draft') }),
  () => viewInOutage(''),
);

export const action = adminAction(
  'own articles',
  async ({ ctx, request, viewer }) => {
    const form = await readForm(request);
    const posted = readPostedArticle(form);
    try {
      if (form.text('intent') === 'discard') {
        await discardDraft(ctx, viewer.userId, idOf(form, 'draft'));
        throw redirect('/admin/articles/new', 303);
      }
      await refuseForeignId(ctx, viewer, posted.id);
      await storePicture(ctx, viewer, form, posted);
      const { timeZone } = await getSiteSettings(ctx);
      const { id, unfetched } = await createArticle(
        ctx,
        viewer,
        toArticleInput(posted.fields, timeZone),
        'editor',
        posted.id,
        [forgetTyped(ctx, viewer.userId, posted)],
      );
      return acceptForm(ctx, `/admin/articles/${id}/edit`, {
        title: 'Article created successfully',
        description: tellUnfetched(unfetched),
      });
    } catch (error) {
      const refused = await refuseSave(ctx, viewer, error, posted);
      return (
        refused ??
        acceptForm(ctx, `/admin/articles/${posted.id}/edit`, { title: 'Article updated successfully' })
      );
    }
  },
  async ({ ctx, request }, error) => refuseArticle(ctx, error, readPostedArticle(await readForm(request))),
);

export default ArticleScreen;

export function ErrorBoundary() {
  return <AdminError failure="Failed to load article" />;
}
