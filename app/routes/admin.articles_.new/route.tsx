// The editor for a new article.
import { redirect } from '@remix-run/cloudflare';
import { deleteTypedDraft, discardDraft } from '~/features/articles/editor/drafts.server';
import { getNewEditor } from '~/features/articles/editor/edit-article.server';
import { toArticleInput } from '~/features/articles/editor/editor-fields';
import { createArticle } from '~/features/articles/editor/save-article.server';
import { requireOwnId } from '~/features/articles/own-articles.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import {
  describeSaved,
  readPostedArticle,
  refuseArticle,
  refuseSave,
  storePostedImages,
  viewInOutage,
} from '~/http/admin/article-form.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { acceptForm } from '~/http/forms/admin-notice.server';
import { idOf } from '~/http/forms/dialog-address.server';
import { readForm } from '~/http/forms/read-form.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { ArticleScreen } from '~/layouts/admin/article-editor/article-screen';
import { AdminError } from '~/layouts/admin/shell/admin-error';

export const meta = noIndexMeta('Create Article');

export const loader = adminLoader(
  'own articles',
  ({ ctx, url: { searchParams }, viewer }) =>
    getNewEditor(ctx, {
      viewer,
      shown: searchParams.get('draft'),
      template: searchParams.get('template'),
    }),
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
      await requireOwnId(ctx, viewer, posted.id);
      await storePostedImages(ctx, viewer, form, posted);
      const { timeZone } = await getSiteSettings(ctx);
      const saved = await createArticle(
        ctx,
        viewer,
        toArticleInput(posted.fields, timeZone),
        'editor',
        posted.id,
        () => ({ statements: [deleteTypedDraft(ctx, viewer.userId, posted)] }),
      );
      return acceptForm(ctx, `/admin/articles/${saved.id}/edit`, {
        title: 'Article created successfully',
        description: describeSaved(saved, timeZone),
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
