// Standing pages: About, Contact and the like.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type MetaFunction,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { deletePage, listPages } from '~/features/pages/manage-pages.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { acceptForm } from '~/http/accept-form.server';
import { idOf, readDialog } from '~/http/dialog-address.server';
import { refuseForm } from '~/http/form-answer.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { readForm } from '~/http/read-form.server';
import { formatMoment } from '~/lib/dates';
import { AdminError } from '../admin/admin-error';
import { PagesPage } from './pages-page';

export const meta: MetaFunction = () => [{ title: 'Pages' }, { name: 'robots', content: 'noindex' }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = adminLoader('pages', async ({ ctx, url }) => {
  const open = readDialog(url, { delete: 'of one' });
  const [{ timeZone }, rows] = await Promise.all([getSiteSettings(ctx), listPages(ctx)]);
  const pages = rows.map(({ updatedAt, ...page }) => ({
    ...page,
    updatedAt: formatMoment(updatedAt, timeZone),
  }));
  const chosen = pages.find(({ id }) => id === open?.id) ?? null;
  return data({ pages, isDeleting: open !== null, chosen }, { status: open && !chosen ? 404 : 200 });
});

export const action = adminAction('pages', async ({ ctx, request, viewer }) => {
  const form = await readForm(request);
  try {
    if (form.text('intent') !== 'delete') throw new Response(null, { status: 400 });
    await deletePage(ctx, viewer, idOf(form));
    return acceptForm(ctx, '/admin/pages', { title: 'Page deleted successfully' });
  } catch (error) {
    return refuseForm(ctx, error, {
      intent: 'delete',
      title: 'Failed to delete page',
      typed: {},
      fallback: 'Please try again in a moment.',
    });
  }
}) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm>>;

export default function Pages() {
  return <PagesPage {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load pages" />;
}
