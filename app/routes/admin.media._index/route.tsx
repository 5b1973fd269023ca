// The media library.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type MetaFunction,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { may } from '~/features/accounts/capabilities';
import { ImageRefusedError } from '~/features/media/image-refused';
import { UPLOAD_FAILED } from '~/features/media/image-rules';
import { deleteMedia, findMedia, listMedia, saveMedia } from '~/features/media/media-library.server';
import { MEDIA_PER_PAGE, type MediaItem, type MediaView } from '~/features/media/media-view';
import { getSiteSettings } from '~/features/settings/settings.server';
import { acceptForm } from '~/http/accept-form.server';
import { idOf, readDialog } from '~/http/dialog-address.server';
import { refuseForm } from '~/http/form-answer.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/guards.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
import { formatMoment } from '~/lib/dates';
import { ConflictError, ForbiddenError } from '~/lib/errors';
import { pageNumber } from '~/lib/page-number';
import { toSearchText } from '~/lib/search-text';
import type { AppContext } from '~/platform/context';
import { AdminError } from '../admin/admin-error';
import { revalidateWhenStale } from '../admin/revalidate-when-stale';
import { MediaPage } from './media-page';
import { storeChosen } from './store-chosen.server';

export const meta: MetaFunction = () => [{ title: 'Media' }, { name: 'robots', content: 'noindex' }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const shouldRevalidate = revalidateWhenStale;

const DIALOGS = { edit: 'of one', delete: 'of one' } as const;

async function load({ ctx, url, viewer }: SignedInVisit) {
  const seesUses = may(viewer, 'all articles');
  const open = readDialog(url, DIALOGS);
  const text = toSearchText(url.searchParams.get('search'));
  const sort = url.searchParams.get('sort') === 'newest' ? 'newest' : 'name';
  const page = pageNumber(url.searchParams.get('page'));
  const [{ timeZone }, { items, total }, chosen] = await Promise.all([
    getSiteSettings(ctx),
    listMedia(ctx, { text, sort, page }),
    open?.id ? findMedia(ctx, open.id) : null,
  ]);
  const toShown = (item: MediaItem) => ({
    ...item,
    // Titles of what others write are nothing for authors.
    ...(!seesUses && { uses: [], useCount: 0 }),
    createdAt: formatMoment(item.createdAt, timeZone),
  });
  const view: MediaView = {
    text,
    sort,
    page,
    total,
    pageCount: Math.ceil(total / MEDIA_PER_PAGE),
    items: items.map(toShown),
    dialog: open && { kind: open.kind, item: chosen && toShown(chosen) },
  };
  return data(view, { status: open && !chosen ? 404 : 200 });
}

/** The page around a form that is given back while the database is away. */
function inOutage(url: URL) {
  const open = readDialog(url, DIALOGS);
  const view: MediaView = {
    text: '',
    sort: 'name',
    page: 1,
    total: 0,
    pageCount: 0,
    items: [],
    dialog: open && { kind: open.kind, item: null },
  };
  return data(view);
}

export const loader = adminLoader('use pictures', load, ({ url }) => inOutage(url));

const FOR_EDITORS = 'Others use this picture too: only an editor renames or deletes it.';

const FAILURES: Record<string, string> = {
  upload: UPLOAD_FAILED.title,
  save: 'Failed to save image',
  delete: 'Failed to delete image',
};

export const action = adminAction(
  'use pictures',
  async (visit) => {
    const form = await readForm(visit.request);
    try {
      const notice = await accept(form.text('intent'), visit, form);
      return acceptForm(visit.ctx, withoutDialog(visit.url), notice);
    } catch (error) {
      return refuse(visit.ctx, error, form);
    }
  },
  async ({ ctx, request }, error) => refuse(ctx, error, await readForm(request)),
) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuse>>;

function refuse(ctx: AppContext, error: unknown, { text }: PostedForm) {
  const intent = text('intent');
  return refuseForm(ctx, error, {
    intent,
    title: error instanceof ImageRefusedError ? error.title : (FAILURES[intent] ?? 'Failed to save image'),
    typed: {
      id: text('id'),
      name: text('name'),
      alt: text('alt'),
      // Whoever was told of the other state saves over it.
      stamp: error instanceof ConflictError ? '' : text('stamp'),
    },
    fallback: intent === 'upload' ? UPLOAD_FAILED.message : 'Please try again in a moment.',
  });
}

async function accept(intent: string, { ctx, viewer }: SignedInVisit, form: PostedForm) {
  const isManaging = intent === 'save' || intent === 'delete';
  if (isManaging && !may(viewer, 'manage pictures')) throw new ForbiddenError(FOR_EDITORS);
  switch (intent) {
    case 'upload':
      return storeChosen(ctx, viewer, form.files('file'));
    case 'save':
      await saveMedia(
        ctx,
        viewer,
        idOf(form),
        { name: form.text('name'), alt: form.text('alt') },
        form.text('stamp'),
      );
      return { title: 'Image updated successfully' };
    case 'delete':
      await deleteMedia(ctx, viewer, idOf(form));
      return { title: 'Image deleted successfully' };
    default:
      throw new Response(null, { status: 400 });
  }
}

/** The list as it was behind the dialog. */
function withoutDialog(url: URL): string {
  const params = new URLSearchParams(url.search);
  for (const name of ['edit', 'delete', 'index']) params.delete(name);
  return params.size > 0 ? `/admin/media?${params}` : '/admin/media';
}

export default function Media() {
  return <MediaPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load media" />;
}
