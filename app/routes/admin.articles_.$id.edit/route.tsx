// The editor for an existing article.
import { redirect } from '@remix-run/cloudflare';
import { mergeFields } from '~/features/articles/editor/conflict.server';
import { deleteTypedDraft, discardDraft } from '~/features/articles/editor/drafts.server';
import { getEditor } from '~/features/articles/editor/edit-article.server';
import { toArticleInput } from '~/features/articles/editor/editor-fields';
import { saveArticle } from '~/features/articles/editor/save-article.server';
import { requireOwnArticle } from '~/features/articles/own-articles.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import {
  describeSaved,
  fieldsToTake,
  readPostedArticle,
  refuseArticle,
  refuseSave,
  returnMergedForm,
  storePostedImages,
  viewInOutage,
} from '~/http/admin/article-form.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { acceptForm } from '~/http/forms/admin-notice.server';
import { idOf } from '~/http/forms/dialog-address.server';
import { readForm } from '~/http/forms/read-form.server';
import { idParam } from '~/http/forms/url-params.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { ArticleScreen } from '~/layouts/admin/article-editor/article-screen';
import { AdminError } from '~/layouts/admin/shell/admin-error';

export const meta = noIndexMeta('Edit Article');

export const loader = adminLoader(
  'own articles',
  async ({ ctx, params, url, viewer }) => {
    const id = idParam(params);
    await requireOwnArticle(ctx, viewer, id);
    return getEditor(ctx, id, { viewer, shown: url.searchParams.get('draft') });
  },
  ({ params }) => viewInOutage(idParam(params)),
);

export const action = adminAction(
  'own articles',
  async ({ ctx, params, request, viewer }) => {
    const id = idParam(params);
    await requireOwnArticle(ctx, viewer, id);
    const form = await readForm(request);
    const posted = readPostedArticle(form, id);
    const here = `/admin/articles/${id}/edit`;
    const accept = (description?: string) =>
      acceptForm(ctx, here, { title: 'Article updated successfully', description });
    try {
      const intent = form.text('intent');
      if (intent === 'discard') {
        await discardDraft(ctx, viewer.userId, idOf(form, 'draft'));
        throw redirect(here, 303);
      }
      if (intent === 'merge') {
        // Pages of an older build send the base version in `version` instead of `over`.
        const over = form.number('over') || posted.version;
        posted.fields = await mergeFields(ctx, posted, over, fieldsToTake(form));
        posted.version = over;
        if (form.text('next') === 'edit') return returnMergedForm(posted);
      }
      await storePostedImages(ctx, viewer, form, posted);
      const { timeZone } = await getSiteSettings(ctx);
      const input = toArticleInput(posted.fields, timeZone);
      const also = [deleteTypedDraft(ctx, viewer.userId, posted)];
      const saved = await saveArticle(ctx, viewer, posted, input, 'editor', also);
      return accept(describeSaved(saved, timeZone));
    } catch (error) {
      return (await refuseSave(ctx, viewer, error, posted)) ?? accept();
    }
  },
  async ({ ctx, params, request }, error) =>
    refuseArticle(ctx, error, readPostedArticle(await readForm(request), idParam(params))),
);

export default ArticleScreen;

export function ErrorBoundary() {
  return <AdminError failure="Failed to load article" />;
}
