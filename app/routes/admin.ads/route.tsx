// Advertisements: a table, and dialogs to create, edit, look at and delete them.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type MetaFunction,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ADS_PER_PAGE } from '~/features/ads/ad-row';
import { createAd, deleteAd, findAdRow, listAdRows, saveAd } from '~/features/ads/manage-ads.server';
import { listCategoryChoices } from '~/features/categories/categories.server';
import { tellUnfetched } from '~/features/media/foreign-pictures';
import { getSiteSettings } from '~/features/settings/settings.server';
import { acceptForm } from '~/http/accept-form.server';
import { idOf, readDialog } from '~/http/dialog-address.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/guards.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
import { pageNumber } from '~/lib/page-number';
import { AdminError } from '../admin/admin-error';
import { revalidateWhenStale } from '../admin/revalidate-when-stale';
import { type PostedAd, readPostedAd, refuseAd, storePicture } from './ad-form.server';
import { AdsPage } from './ads-page';
import { creativeOf, toShownAd } from './ads-view.server';

export const meta: MetaFunction = () => [{ title: 'Advertisements' }, { name: 'robots', content: 'noindex' }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const shouldRevalidate = revalidateWhenStale;

const DIALOGS = { new: 'of none', edit: 'of one', preview: 'of one', delete: 'of one' } as const;

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

/** The page around a form that is given back while the database is away. */
function inOutage(url: URL): Awaited<ReturnType<typeof load>> {
  const open = readDialog(url, DIALOGS);
  const none = { ads: [], total: 0, page: 1, pageCount: 0, categories: [], timeZone: '' };
  return data({ ...none, dialog: open && { kind: open.kind, ad: null, creative: null } });
}

export const loader = adminLoader('ads', load, ({ url }) => inOutage(url));

export const action = adminAction(
  'ads',
  async (visit) => {
    const form = await readForm(visit.request);
    const ad = readPostedAd(form);
    try {
      const notice = await accept(visit, form, ad);
      return acceptForm(visit.ctx, withoutDialog(visit.url), notice);
    } catch (error) {
      return refuseAd(visit.ctx, error, form, ad);
    }
  },
  async ({ ctx, request }, error) => {
    const form = await readForm(request);
    return refuseAd(ctx, error, form, readPostedAd(form));
  },
) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseAd>>;

/** @returns what the next page says */
async function accept({ ctx, viewer }: SignedInVisit, form: PostedForm, ad: PostedAd) {
  switch (form.text('intent')) {
    case 'create': {
      await storePicture(ctx, viewer, form, ad);
      const unfetched = await createAd(ctx, viewer, ad);
      return { title: 'Ad created successfully', description: tellUnfetched(unfetched) };
    }
    case 'save': {
      await storePicture(ctx, viewer, form, ad);
      const unfetched = await saveAd(ctx, viewer, idOf(form), ad, form.text('stamp'));
      return { title: 'Ad updated successfully', description: tellUnfetched(unfetched) };
    }
    case 'delete':
      await deleteAd(ctx, viewer, idOf(form));
      return { title: 'Ad deleted successfully' };
    default:
      throw new Response(null, { status: 400 });
  }
}

/** The list as it was behind the dialog. */
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
