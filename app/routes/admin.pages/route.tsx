// The list of static pages, such as About and Contact.
import { data } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { deletePage, listPages } from '~/features/pages/manage-pages.server';
import { PAGE_DRAFTS } from '~/features/pages/page-drafts';
import { getSiteSettings } from '~/features/settings/settings.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { readDialog } from '~/http/forms/dialog-address.server';
import { adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { formatMoment } from '~/lib/time/dates';
import { PagesPage } from './pages-page';

export const meta = noIndexMeta('Pages');

export const loader = adminLoader('pages', async ({ ctx, url }) => {
  const open = readDialog(url, { delete: 'with id' });
  const [{ timeZone }, rows] = await Promise.all([getSiteSettings(ctx), listPages(ctx)]);
  const pages = rows.map(({ updatedAt, ...page }) => ({
    ...page,
    updatedAt: formatMoment(updatedAt, timeZone),
  }));
  const chosen = pages.find(({ id }) => id === open?.id) ?? null;
  const missing = PAGE_DRAFTS.filter(({ slug }) => !pages.some((page) => page.slug === slug)).map(
    ({ slug, title, reason }) => ({ slug, title, reason }),
  );
  return data({ pages, missing, isDeleting: open !== null, chosen }, { status: open && !chosen ? 404 : 200 });
});

export const action = adminForm({
  capability: 'pages',
  next: '/admin/pages',
  intents: {
    delete: {
      failure: 'Failed to delete page',
      async run({ ctx, viewer, id }) {
        await deletePage(ctx, viewer, id);
        return 'Page deleted successfully';
      },
    },
  },
});

export default function Pages() {
  return <PagesPage {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load pages" />;
}
