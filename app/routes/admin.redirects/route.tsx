// The Redirects screen: redirects, and requested paths that were not found.
import { data, redirect } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { PATHS_PER_PAGE, REDIRECTS_PER_PAGE } from '~/features/redirects/redirect-view';
import {
  createRedirect,
  deleteRedirect,
  dismissAllPaths,
  dismissPath,
  findRedirect,
  listRedirects,
  listUnknownPaths,
  saveRedirect,
} from '~/features/redirects/redirects.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { ROW_DIALOGS, readDialog } from '~/http/forms/dialog-address.server';
import { rowIntents } from '~/http/forms/row-intents.server';
import { adminLoader, type SignedInVisit } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { pageNumber } from '~/lib/query-string';
import { toSearchText } from '~/lib/text';
import { formatMoment } from '~/lib/time/dates';
import { revalidateWhenStale } from '~/ui/revalidate';
import { RedirectsPage } from './redirects-page';

export const meta = noIndexMeta('Redirects');
export const shouldRevalidate = revalidateWhenStale;

async function load({ ctx, url }: SignedInVisit) {
  const open = readDialog(url, ROW_DIALOGS);
  const query = toSearchText(url.searchParams.get('q'));
  const page = pageNumber(url.searchParams.get('page'));
  const pathsPage = pageNumber(url.searchParams.get('paths'));
  const [{ timeZone }, redirects, paths, chosen] = await Promise.all([
    getSiteSettings(ctx),
    listRedirects(ctx, query, page),
    listUnknownPaths(ctx, pathsPage),
    open?.id ? findRedirect(ctx, open.id) : null,
  ]);
  const pageCount = Math.ceil(redirects.total / REDIRECTS_PER_PAGE);
  const pathsPageCount = Math.ceil(paths.total / PATHS_PER_PAGE);
  const last = { page: Math.min(page, pageCount || 1), paths: Math.min(pathsPage, pathsPageCount || 1) };
  // The only row on the last page may have been deleted. A redirect would close an open form.
  if (!open && (page > last.page || pathsPage > last.paths)) throw redirect(listAddress(url, last));
  const when = (date: Date | null) => date && formatMoment(date, timeZone);
  const view = {
    query,
    redirects: redirects.rows.map((row) => ({ ...row, lastUsedAt: when(row.lastUsedAt) })),
    total: redirects.total,
    page,
    pageCount,
    paths: paths.rows.map((row) => ({ ...row, lastSeenAt: formatMoment(row.lastSeenAt, timeZone) })),
    pathsTotal: paths.total,
    pathsPage,
    pathsPageCount,
    dialog: open && {
      kind: open.kind,
      redirect: chosen && { ...chosen, lastUsedAt: when(chosen.lastUsedAt) },
      from: url.searchParams.get('from') ?? '',
    },
  };
  return data(view, { status: open?.id && !chosen ? 404 : 200 });
}

/**
 * Empty data for the page around a returned form while the database is unavailable. The form restores its own
 * fields.
 */
function inOutage(url: URL): Awaited<ReturnType<typeof load>> {
  const open = readDialog(url, ROW_DIALOGS);
  const none = { total: 0, page: 1, pageCount: 0, pathsTotal: 0, pathsPage: 1, pathsPageCount: 0 };
  const dialog = open && { kind: open.kind, redirect: null, from: '' };
  return data({ query: '', redirects: [], paths: [], ...none, dialog });
}

export const loader = adminLoader('redirects', load, ({ url }) => inOutage(url));

export const action = adminForm({
  capability: 'redirects',
  keepsInput: true,
  fields: ({ text }) => ({ fromPath: text('fromPath'), toPath: text('toPath') }),
  next: ({ url }) => listAddress(url),
  intents: {
    ...rowIntents('redirect', { create: createRedirect, save: saveRedirect, delete: deleteRedirect }),
    dismiss: {
      failure: 'Failed to dismiss path',
      async run({ ctx, viewer, form }) {
        await dismissPath(ctx, viewer, form.text('path'));
        return 'Path dismissed';
      },
    },
    'dismiss-all': {
      failure: 'Failed to dismiss paths',
      async run({ ctx, viewer }) {
        await dismissAllPaths(ctx, viewer);
        return 'All paths dismissed';
      },
    },
  },
});

/** The list URL without the dialog, on other pages if given. */
function listAddress(url: URL, pages: { page?: number; paths?: number } = {}): string {
  const params = new URLSearchParams(url.search);
  for (const name of ['new', 'edit', 'delete', 'from', 'index']) params.delete(name);
  for (const [name, number] of Object.entries(pages)) {
    if (number > 1) params.set(name, String(number));
    else params.delete(name);
  }
  return params.size > 0 ? `/admin/redirects?${params}` : '/admin/redirects';
}

export default function Redirects() {
  return (
    <RedirectsPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load redirects" />;
}
