// The editor of an article that exists.
import { type HeadersFunction, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { mergeFields } from '~/features/articles/conflict.server';
import { discardDraft, forgetTyped } from '~/features/articles/drafts.server';
import { getEditor } from '~/features/articles/edit-article.server';
import { toArticleInput } from '~/features/articles/editor-fields';
import { requireOwnArticle } from '~/features/articles/own-articles.server';
import { saveArticle } from '~/features/articles/save-article.server';
import { tellUnfetched } from '~/features/media/foreign-pictures';
import { getSiteSettings } from '~/features/settings/settings.server';
import { acceptForm } from '~/http/accept-form.server';
import { idOf } from '~/http/dialog-address.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { idParam } from '~/http/id-param.server';
import { readForm } from '~/http/read-form.server';
import { AdminError } from '../admin/admin-error';
import {
  giveBackMerged,
  readPostedArticle,
  refuseArticle,
  refuseSave,
  storePicture,
  takenOf,
  viewInOutage,
} from './editor-form.server';
import { ArticleScreen } from './editor-page';

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [{ title: 'Edit Article' }, { name: 'robots', content: 'noindex' }];

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
    const accept = (unfetched: string[]) =>
      acceptForm(ctx, here, {
        title: 'Article updated successfully',
        description: tellUnfetched(unfetched),
      });
    try {
      const intent = form.text('intent');
      if (intent === 'discard') {
        await discardDraft(ctx, viewer.userId, idOf(form, 'draft'));
        throw redirect(here, 303);
      }
      if (intent === 'merge') {
        // A page of an older build has it in place of the version that the typing began with.
        const over = form.number('over') || posted.version;
        posted.fields = await mergeFields(ctx, { ...posted, version: over }, takenOf(form));
        posted.version = over;
        if (form.text('next') === 'edit') return giveBackMerged(posted);
      }
      await storePicture(ctx, viewer, form, posted);
      const { timeZone } = await getSiteSettings(ctx);
      const input = toArticleInput(posted.fields, timeZone);
      const also = [forgetTyped(ctx, viewer.userId, posted)];
      return accept((await saveArticle(ctx, viewer, posted, input, 'editor', also)).unfetched);
    } catch (error) {
      return (await refuseSave(ctx, viewer, error, posted)) ?? accept([]);
    }
  },
  async ({ ctx, params, request }, error) =>
    refuseArticle(ctx, error, readPostedArticle(await readForm(request), idParam(params))),
);

export default ArticleScreen;

export function ErrorBoundary() {
  return <AdminError failure="Failed to load article" />;
}
