// Calls to action: a table, and dialogs to create, edit and delete them.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type MetaFunction,
} from '@remix-run/cloudflare';
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
import { acceptForm } from '~/http/accept-form.server';
import { idOf, readDialog } from '~/http/dialog-address.server';
import { refuseForm } from '~/http/form-answer.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/guards.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
import { formatDate } from '~/lib/dates';
import { ConflictError } from '~/lib/errors';
import { pageNumber } from '~/lib/page-number';
import type { AppContext } from '~/platform/context';
import { AdminError } from '../admin/admin-error';
import { revalidateWhenStale } from '../admin/revalidate-when-stale';
import { CtasPage } from './ctas-page';

export const meta: MetaFunction = () => [{ title: 'CTAs' }, { name: 'robots', content: 'noindex' }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const shouldRevalidate = revalidateWhenStale;

const DIALOGS = { new: 'of none', edit: 'of one', delete: 'of one' } as const;

async function load({ ctx, url }: SignedInVisit) {
  const open = readDialog(url, DIALOGS);
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

/** The page around a form that is given back while the database is away. */
function inOutage(url: URL): Awaited<ReturnType<typeof load>> {
  const open = readDialog(url, DIALOGS);
  const none = { ctas: [], total: 0, page: 1, pageCount: 0, categories: [] };
  return data({ ...none, dialog: open && { kind: open.kind, cta: null } });
}

export const loader = adminLoader('ctas', load, ({ url }) => inOutage(url));

export const action = adminAction(
  'ctas',
  async (visit) => {
    const form = await readForm(visit.request);
    try {
      const title = await accept(visit, form);
      const page = pageNumber(visit.url.searchParams.get('page'));
      return acceptForm(visit.ctx, page > 1 ? `/admin/ctas?page=${page}` : '/admin/ctas', { title });
    } catch (error) {
      return refuse(visit.ctx, error, form);
    }
  },
  async ({ ctx, request }, error) => refuse(ctx, error, await readForm(request)),
) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuse>>;

function typedIn({ text }: PostedForm) {
  return {
    title: text('title'),
    body: text('body', 20_000),
    buttonLabel: text('buttonLabel'),
    // One more than is taken, so that what is too long is refused and not cut.
    buttonLink: text('buttonLink', 2_001),
    categoryId: text('categoryId'),
  };
}

function refuse(ctx: AppContext, error: unknown, form: PostedForm) {
  const intent = form.text('intent');
  return refuseForm(ctx, error, {
    intent,
    title: intent === 'delete' ? 'Failed to delete CTA' : 'Failed to save CTA',
    typed: {
      ...typedIn(form),
      active: form.has('active') ? 'on' : '',
      id: form.text('id'),
      // Whoever was told of the other state saves over it.
      stamp: error instanceof ConflictError ? '' : form.text('stamp'),
    },
    fallback: 'Please try again in a moment.',
  });
}

/** @returns what the next page says */
async function accept({ ctx, viewer }: SignedInVisit, form: PostedForm): Promise<string> {
  const typed = { ...typedIn(form), active: form.has('active') };
  switch (form.text('intent')) {
    case 'create':
      await createCta(ctx, viewer, typed);
      return 'CTA created successfully';
    case 'save':
      await saveCta(ctx, viewer, idOf(form), typed, form.text('stamp'));
      return 'CTA updated successfully';
    case 'delete':
      await deleteCta(ctx, viewer, idOf(form));
      return 'CTA deleted successfully';
    default:
      throw new Response(null, { status: 400 });
  }
}

export default function Ctas() {
  return <CtasPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load CTAs" />;
}
