// The editor for a new static page. `?draft=privacy` fills it with a draft.

import { createPage } from '~/features/pages/manage-pages.server';
import { findPageDraft } from '~/features/pages/page-drafts';
import type { EditedPage } from '~/features/pages/page-view';
import { toSeoFields } from '~/features/seo/seo';
import { readPostedPage, refusePage } from '~/http/admin/page-form.server';
import { storeSocialImage } from '~/http/admin/social-image.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { acceptForm } from '~/http/forms/admin-notice.server';
import { readForm } from '~/http/forms/read-form.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { PageScreen } from '~/layouts/admin/page-editor/page-editor';
import { AdminError } from '~/layouts/admin/shell/admin-error';

export const meta = noIndexMeta('New Page');

const blank = (): EditedPage => ({
  id: crypto.randomUUID(),
  version: 0,
  title: '',
  slug: '',
  summary: '',
  content: '',
  ...toSeoFields(null),
});

export const loader = adminLoader(
  'pages',
  ({ url }): EditedPage => {
    const draft = findPageDraft(url.searchParams.get('draft'));
    if (!draft) return blank();
    const { slug, title, summary, content } = draft;
    return { ...blank(), slug, title, summary, content };
  },
  blank,
);

export const action = adminAction(
  'pages',
  async ({ ctx, request, viewer }) => {
    const form = await readForm(request);
    const posted = readPostedPage(form);
    try {
      await storeSocialImage(ctx, viewer, form, posted);
      const { imageWarning } = await createPage(ctx, viewer, posted.id, posted);
      return acceptForm(ctx, `/admin/pages/${posted.id}/edit`, {
        title: 'Page created successfully',
        description: imageWarning,
      });
    } catch (error) {
      return refusePage(ctx, error, posted);
    }
  },
  async ({ ctx, request }, error) => refusePage(ctx, error, readPostedPage(await readForm(request))),
);

export default PageScreen;

export function ErrorBoundary() {
  return <AdminError failure="Failed to load page" />;
}
