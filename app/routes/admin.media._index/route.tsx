// The media library screen.
import { data } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { Viewer } from '~/features/accounts/account';
import { may } from '~/features/accounts/capabilities';
import { ImageRefusedError, UPLOAD_FAILED } from '~/features/media/image-rules';
import { deleteMedia, findMedia, listMedia, saveMedia } from '~/features/media/media-library.server';
import { MEDIA_PER_PAGE, type MediaItem, type MediaView } from '~/features/media/media-view';
import { getSiteSettings } from '~/features/settings/settings.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { readDialog } from '~/http/forms/dialog-address.server';
import { adminLoader, type SignedInVisit } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { ForbiddenError } from '~/lib/errors';
import { pageNumber } from '~/lib/query-string';
import { toSearchText } from '~/lib/text';
import { formatMoment } from '~/lib/time/dates';
import { revalidateWhenStale } from '~/ui/revalidate';
import { MediaPage } from './media-page';
import { replaceFile } from './replace-file.server';
import { storeChosen } from './store-chosen.server';

export const meta = noIndexMeta('Media');
export const shouldRevalidate = revalidateWhenStale;

const DIALOGS = { edit: 'with id', crop: 'with id', replace: 'with id', delete: 'with id' } as const;

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
    // Authors must not see the titles of other people's articles.
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

/**
 * Empty data for the page around a returned form while the database is unavailable. The form restores its own
 * fields.
 */
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

export const loader = adminLoader('use images', load, ({ url }) => inOutage(url));

const FOR_EDITORS = 'Only editors can rename, replace or delete images.';

const titleOf = (usual: string) => (error: unknown) =>
  error instanceof ImageRefusedError ? error.title : usual;

/** @throws ForbiddenError */
function requireEditor(viewer: Viewer): void {
  if (!may(viewer, 'manage images')) throw new ForbiddenError(FOR_EDITORS);
}

export const action = adminForm({
  capability: 'use images',
  keepsInput: true,
  fields: ({ text }) => ({ name: text('name'), alt: text('alt'), imageUrl: text('imageUrl') }),
  next: ({ url }) => withoutDialog(url),
  intents: {
    upload: {
      failure: titleOf(UPLOAD_FAILED.title),
      fallback: UPLOAD_FAILED.message,
      run: ({ ctx, viewer, form }) => storeChosen(ctx, viewer, form.files('file')),
    },
    save: {
      failure: titleOf('Failed to save image'),
      async run({ ctx, viewer, id, fields, version }) {
        requireEditor(viewer);
        await saveMedia(ctx, viewer, id, fields, version);
        return 'Image updated successfully';
      },
    },
    replace: {
      failure: titleOf('Failed to replace file'),
      run(submission) {
        requireEditor(submission.viewer);
        return replaceFile(submission);
      },
    },
    delete: {
      failure: titleOf('Failed to delete image'),
      async run({ ctx, viewer, id }) {
        requireEditor(viewer);
        await deleteMedia(ctx, viewer, id);
        return 'Image deleted successfully';
      },
    },
  },
});

/** The list URL without the dialog. */
function withoutDialog(url: URL): string {
  const params = new URLSearchParams(url.search);
  for (const name of ['edit', 'crop', 'replace', 'delete', 'index']) params.delete(name);
  return params.size > 0 ? `/admin/media?${params}` : '/admin/media';
}

export default function Media() {
  return <MediaPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load media" />;
}
