// Import & Export: everything out as one archive, another magazine in.
import { data, type HeadersFunction, type MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { startExport } from '~/features/archive/export-job.server';
import { formatBytes } from '~/features/media/media-view';
import { getSiteSettings } from '~/features/settings/settings.server';
import { type ListedFile, listFiles, removeFile } from '~/features/transfer/transfer-files.server';
import { receiveWhole } from '~/features/transfer/uploads.server';
import { readDialog } from '~/http/dialog-address.server';
import { adminForm } from '~/http/forms/admin-form.server';
import { adminLoader } from '~/http/guards.server';
import { formatMoment } from '~/lib/dates';
import { InvalidError } from '~/lib/errors';
import { AdminError } from '../admin/admin-error';
import { afterArrival } from './after-arrival.server';
import { stateOf } from './file-state';
import { TransferPage } from './transfer-page';

export const meta: MetaFunction = () => [
  { title: 'Import & Export' },
  { name: 'robots', content: 'noindex' },
];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = adminLoader('transfer', async ({ ctx, url }) => {
  const open = readDialog(url, { delete: 'of one' });
  const [{ timeZone }, files] = await Promise.all([getSiteSettings(ctx), listFiles(ctx)]);
  const toShown = (file: ListedFile) => ({
    id: file.id,
    name: file.name,
    format: file.format,
    origin: file.origin,
    size: file.bytes > 0 ? formatBytes(file.bytes) : null,
    who: file.createdByName,
    when: formatMoment(file.createdAt, timeZone),
    state: stateOf(file),
    canDownload: file.status === 'ready',
  });
  const shown = files.map(toShown);
  const chosen = shown.find(({ id }) => id === open?.id) ?? null;
  return data({ files: shown, dialog: open && { file: chosen } }, { status: open && !chosen ? 404 : 200 });
});

export const action = adminForm({
  capability: 'transfer',
  next: '/admin/transfer',
  intents: {
    export: {
      failure: 'Failed to start the export',
      async run({ ctx, viewer }) {
        const id = await startExport(ctx, viewer);
        return { title: 'The archive is being made', to: `/admin/transfer/${id}` };
      },
    },
    upload: {
      failure: 'Failed to upload the file',
      async run({ ctx, viewer, form }) {
        const file = form.file('file');
        if (!file) throw InvalidError.at('file', 'Choose a file first');
        const bytes = new Uint8Array(await file.arrayBuffer());
        const id = await receiveWhole(ctx, viewer, { name: file.name, bytes });
        await afterArrival(ctx, viewer, id);
        return { title: 'File uploaded successfully', to: `/admin/transfer/${id}` };
      },
    },
    delete: {
      failure: 'Failed to delete the file',
      async run({ ctx, viewer, id }) {
        await removeFile(ctx, viewer, id);
        return 'File deleted successfully';
      },
    },
  },
});

export default function Transfer() {
  return (
    <TransferPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load imports and exports" />;
}
