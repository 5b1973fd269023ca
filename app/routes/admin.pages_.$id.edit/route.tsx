// The editor for an existing static page.
import { data } from '@remix-run/cloudflare';
import { findPage, savePage } from '~/features/pages/manage-pages.server';
import { readPostedPage, refusePage } from '~/http/admin/page-form.server';
import { storeSocialImage } from '~/http/admin/social-image.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { acceptForm } from '~/http/forms/admin-notice.server';
import { readForm } from '~/http/forms/read-form.server';
import { idParam } from '~/http/forms/url-params.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { PageScreen } from '~/layouts/admin/page-editor/page-editor';
import { AdminError } from '~/layouts/admin/shell/admin-error';

export const meta = noIndexMeta('Edit Page');

/**
 * Returns null instead of throwing, because the form of a deleted page must still show the editor's input.
 */
export const loader = adminLoader(
  'pages',
  async ({ ctx, params }) => {
    const page = await findPage(ctx, idParam(params));
    return data(page, { status: page ? 200 : 404 });
  },
  (_, { status }) => data(null, { status }),
);

export const action = adminAction(
  'pages',
  async ({ ctx, params, request, viewer }) => {
    const id = idParam(params);
    const form = await readForm(request);
    const posted = readPostedPage(form, id);
    try {
      await storeSocialImage(ctx, viewer, form, posted);
      const { imageWarning } = await savePage(ctx, viewer, posted, posted);
      return acceptForm(ctx, `/admin/pages/${id}/edit`, {
        title: 'Page updated successfully',
        description: imageWarning,
      });
    } catch (error) {
      return refusePage(ctx, error, posted);
    }
  },
  async ({ ctx, params, request }, error) =>
    refusePage(ctx, error, readPostedPage(await readForm(request), idParam(params))),
);

export default PageScreen;

export function ErrorBoundary() {
  return <AdminError failure="Failed to load page" />;
}
