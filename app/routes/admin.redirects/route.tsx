// Redirects, and the paths that readers asked for in vain.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type MetaFunction,
} from '@remix-run/cloudflare';
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
import { acceptForm } from '~/http/accept-form.server';
import { idOf, readDialog } from '~/http/dialog-address.server';
import { refuseForm } from '~/http/form-answer.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/guards.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
import { formatMoment } from '~/lib/dates';
import { pageNumber } from '~/lib/page-number';
import { toSearchText } from '~/lib/search-text';
import { AdminError } from '../admin/admin-error';
import { RedirectsPage } from './redirects-page';

export const meta: MetaFunction = () => [{ title: 'Redirects' }, { name: 'robots', content: 'noindex' }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = adminLoader(async ({ ctx, url }) => {
  const open = readDialog(url, { new: 'of none', edit: 'of one', delete: 'of one' });
  const query = toSearchText(url.searchParams.get('q'));
  const page = pageNumber(url.searchParams.get('page'));
  const pathsPage = pageNumber(url.searchParams.get('paths'));
  const [{ timeZone }, redirects, paths, chosen] = await Promise.all([
    getSiteSettings(ctx),
    listRedirects(ctx, query, page),
    listUnknownPaths(ctx, pathsPage),
    open?.id ? findRedirect(ctx, open.id) : null,
  ]);
  const when = (date: Date | null) => date && formatMoment(date, timeZone);
  const view = {
    query,
    redirects: redirects.rows.map((row) => ({ ...row, lastUsedAt: when(row.lastUsedAt) })),
    total: redirects.total,
    page,
    pageCount: Math.ceil(redirects.total / REDIRECTS_PER_PAGE),
    paths: paths.rows.map((row) => ({ ...row, lastSeenAt: formatMoment(row.lastSeenAt, timeZone) })),
    pathsTotal: paths.total,
    pathsPage,
    pathsPageCount: Math.ceil(paths.total / PATHS_PER_PAGE),
    dialog: open && {
      kind: open.kind,
      redirect: chosen && { ...chosen, lastUsedAt: when(chosen.lastUsedAt) },
      from: url.searchParams.get('from') ?? '',
    },
  };
  return data(view, { status: open?.id && !chosen ? 404 : 200 });
});

export const action = adminAction(async (visit) => {
  const form = await readForm(visit.request);
  const intent = form.text('intent');
  try {
    const title = await accept(intent, visit, form);
    return acceptForm(visit.ctx, withoutDialog(visit.url), { title });
  } catch (error) {
    return refuseForm(visit.ctx, error, {
      intent,
      title: FAILURES[intent] ?? 'Failed to save redirect',
      typed: { fromPath: form.text('fromPath'), toPath: form.text('toPath') },
      fallback: 'Please try again in a moment.',
    });
  }
}) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm>>;

const FAILURES: Record<string, string> = {
  delete: 'Failed to delete redirect',
  dismiss: 'Failed to dismiss path',
  'dismiss-all': 'Failed to dismiss paths',
};

/** @returns what the next page says */
async function accept(intent: string, { ctx, viewer }: SignedInVisit, form: PostedForm): Promise<string> {
  const typed = { fromPath: form.text('fromPath'), toPath: form.text('toPath') };
  switch (intent) {
    case 'create':
      await createRedirect(ctx, viewer, typed);
      return 'Redirect created successfully';
    case 'save':
      await saveRedirect(ctx, viewer, idOf(form), typed);
      return 'Redirect updated successfully';
    case 'delete':
      await deleteRedirect(ctx, viewer, idOf(form));
      return 'Redirect deleted successfully';
    case 'dismiss':
      await dismissPath(ctx, viewer, form.text('path'));
      return 'Path dismissed';
    case 'dismiss-all':
      await dismissAllPaths(ctx, viewer);
      return 'All paths dismissed';
    default:
      throw new Response(null, { status: 400 });
  }
}

/** The list as it was behind the dialog. */
function withoutDialog(url: URL): string {
  const params = new URLSearchParams(url.search);
  for (const name of ['new', 'edit', 'delete', 'from', 'index']) params.delete(name);
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
