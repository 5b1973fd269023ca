// The editor of a standing page that exists.
import { data, type HeadersFunction, type MetaFunction } from '@remix-run/cloudflare';
import { tellUnfetched } from '~/features/media/foreign-pictures';
import { findPage, savePage } from '~/features/pages/manage-pages.server';
import { acceptForm } from '~/http/accept-form.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { idParam } from '~/http/id-param.server';
import { readForm } from '~/http/read-form.server';
import { AdminError } from '../admin/admin-error';
import { PageScreen } from './page-editor';
import { readPostedPage, refusePage } from './page-form.server';

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [{ title: 'Edit Page' }, { name: 'robots', content: 'noindex' }];

/** Null instead of a failure: the form of a page that was deleted meanwhile still has to be given back. */
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
    const posted = readPostedPage(await readForm(request), id);
    try {
      const { unfetched } = await savePage(ctx, viewer, posted, posted);
      return acceptForm(ctx, `/admin/pages/${id}/edit`, {
        title: 'Page updated successfully',
        description: tellUnfetched(unfetched),
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
