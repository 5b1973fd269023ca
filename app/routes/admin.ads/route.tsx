// The ads screen: a table with dialogs to create, edit, preview and delete ads.
import { data } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { createAd, deleteAd, findAdRow, listAdRows, saveAd } from '~/features/ads/manage-ads.server';
import { ADS_PER_PAGE } from '~/features/ads/serving/ad-row';
import { listCategoryChoices } from '~/features/categories/categories.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { readDialog } from '~/http/forms/dialog-address.server';
import { adminLoader, type SignedInVisit } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { pageNumber } from '~/lib/query-string';
import { revalidateWhenStale } from '~/ui/revalidate';
import { readAdFields, saveFailure, storeAdImage } from './ad-form.server';
import { AdsPage } from './ads-page';
import { creativeOf, toShownAd } from './ads-view.server';

export const meta = noIndexMeta('Advertisements');
export const shouldRevalidate = revalidateWhenStale;

const DIALOGS = { new: 'without id', edit: 'with id', preview: 'with id', delete: 'with id' } as const;

async function load({ ctx, url }: SignedInVisit) {
  const open = readDialog(url, DIALOGS);
  const page = pageNumber(url.searchParams.get('page'));
  const [{ timeZone }, { rows, total }, categories, chosen] = await Promise.all([
    getSiteSettings(ctx),
    listAdRows(ctx, page),
    listCategoryChoices(ctx),
    open?.id ? findAdRow(ctx, open.id) : null,
  ]);
  const now = ctx.clock.now();
  const view = {
    ads: rows.map((row) => toShownAd(row, timeZone, now)),
    total,
    page,
    pageCount: Math.ceil(total / ADS_PER_PAGE),
    categories,
    timeZone,
    dialog: open && {
      kind: open.kind,
      ad: chosen && toShownAd(chosen, timeZone, now),
      creative: chosen && creativeOf(chosen),
    },
  };
  return data(view, { status: open?.id && !chosen ? 404 : 200 });
}

/**
 * Empty data for the page around a returned form while the database is unavailable. The form restores its own
 * fields.
 */
function inOutage(url: URL): Awaited<ReturnType<typeof load>> {
  const open = readDialog(url, DIALOGS);
  const none = { ads: [], total: 0, page: 1, pageCount: 0, categories: [], timeZone: '' };
  return data({ ...none, dialog: open && { kind: open.kind, ad: null, creative: null } });
}

export const loader = adminLoader('ads', load, ({ url }) => inOutage(url));

export const action = adminForm({
  capability: 'ads',
  keepsInput: true,
  fields: readAdFields,
  next: ({ url }) => withoutDialog(url),
  intents: {
    create: {
      failure: saveFailure,
      async run({ ctx, viewer, form, fields }) {
        await storeAdImage(ctx, viewer, form, fields);
        const imageWarning = await createAd(ctx, viewer, fields);
        return { title: 'Ad created successfully', description: imageWarning };
      },
    },
    save: {
      failure: saveFailure,
      async run({ ctx, viewer, id, form, fields, version }) {
        await storeAdImage(ctx, viewer, form, fields);
        const imageWarning = await saveAd(ctx, viewer, id, fields, version);
        return { title: 'Ad updated successfully', description: imageWarning };
      },
    },
    delete: {
      failure: 'Failed to delete ad',
      async run({ ctx, viewer, id }) {
        await deleteAd(ctx, viewer, id);
        return 'Ad deleted successfully';
      },
    },
  },
});

/** The list URL without the dialog. */
function withoutDialog(url: URL): string {
  const page = pageNumber(url.searchParams.get('page'));
  return page > 1 ? `/admin/ads?page=${page}` : '/admin/ads';
}

export default function Ads() {
  return <AdsPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load ads" />;
}
