// The CTAs screen: a table with dialogs to create, edit and delete calls to action.
import { data } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { listCategoryChoices } from '~/features/categories/categories.server';
import type { CtaRow } from '~/features/ctas/cta';
import {
  CTAS_PER_PAGE,
  createCta,
  deleteCta,
  findCtaRow,
  listCtaRows,
  saveCta,
} from '~/features/ctas/manage-ctas.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { ROW_DIALOGS, readDialog } from '~/http/forms/dialog-address.server';
import { rowIntents } from '~/http/forms/row-intents.server';
import { adminLoader, type SignedInVisit } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { pageNumber } from '~/lib/query-string';
import { formatDate } from '~/lib/time/dates';
import { revalidateWhenStale } from '~/ui/revalidate';
import { CtasPage } from './ctas-page';

export const meta = noIndexMeta('CTAs');
export const shouldRevalidate = revalidateWhenStale;

async function load({ ctx, url }: SignedInVisit) {
  const open = readDialog(url, ROW_DIALOGS);
  const page = pageNumber(url.searchParams.get('page'));
  const [{ timeZone }, { rows, total }, categories, chosen] = await Promise.all([
    getSiteSettings(ctx),
    listCtaRows(ctx, page),
    listCategoryChoices(ctx),
    open?.id ? findCtaRow(ctx, open.id) : null,
  ]);
  const shown = (row: CtaRow) => ({ ...row, createdAt: formatDate(row.createdAt, timeZone) });
  const view = {
    ctas: rows.map(shown),
    total,
    page,
    pageCount: Math.ceil(total / CTAS_PER_PAGE),
    categories,
    dialog: open && { kind: open.kind, cta: chosen && shown(chosen) },
  };
  return data(view, { status: open?.id && !chosen ? 404 : 200 });
}

/**
 * Empty data for the page around a returned form while the database is unavailable. The form restores its own
 * fields.
 */
function inOutage(url: URL): Awaited<ReturnType<typeof load>> {
  const open = readDialog(url, ROW_DIALOGS);
  const none = { ctas: [], total: 0, page: 1, pageCount: 0, categories: [] };
  return data({ ...none, dialog: open && { kind: open.kind, cta: null } });
}

export const loader = adminLoader('ctas', load, ({ url }) => inOutage(url));

export const action = adminForm({
  capability: 'ctas',
  keepsInput: true,
  fields: ({ text, has }) => ({
    title: text('title'),
    body: text('body', 20_000),
    buttonLabel: text('buttonLabel'),
    // One character over the limit, so that a longer URL is rejected instead of truncated.
    buttonLink: text('buttonLink', 2_001),
    categoryId: text('categoryId'),
    active: has('active'),
  }),
  next({ url }) {
    const page = pageNumber(url.searchParams.get('page'));
    return page > 1 ? `/admin/ctas?page=${page}` : '/admin/ctas';
  },
  intents: rowIntents('CTA', { create: createCta, save: saveCta, delete: deleteCta }),
});

export default function Ctas() {
  return <CtasPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load CTAs" />;
}
