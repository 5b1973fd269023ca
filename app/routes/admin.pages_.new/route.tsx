// The editor of a new standing page.
import type { HeadersFunction, MetaFunction } from '@remix-run/cloudflare';
import { tellUnfetched } from '~/features/media/foreign-pictures';
import { createPage } from '~/features/pages/manage-pages.server';
import type { EditedPage } from '~/features/pages/page-view';
import { acceptForm } from '~/http/accept-form.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { readForm } from '~/http/read-form.server';
import { AdminError } from '../admin/admin-error';
import { PageScreen } from '../admin.pages_.$id.edit/page-editor';
import { readPostedPage, refusePage } from '../admin.pages_.$id.edit/page-form.server';

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const meta: MetaFunction = () => [{ title: 'New Page' }, { name: 'robots', content: 'noindex' }];

const blank = (): EditedPage => ({
  id: crypto.randomUUID(),
  version: 0,
  title: '',
  slug: '',
  summary: '',
  content: '',
});

export const loader = adminLoader('pages', blank, blank);

export const action = adminAction(
  'pages',
  async ({ ctx, request, viewer }) => {
    const posted = readPostedPage(await readForm(request));
    try {
      const { unfetched } = await createPage(ctx, viewer, posted.id, posted);
      return acceptForm(ctx, `/admin/pages/${posted.id}/edit`, {
        title: 'Page created successfully',
        description: tellUnfetched(unfetched),
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
