// The Import & Export screen: exports the magazine as an archive, and imports archives and other products'
// exports.
import { data } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getSiteSettings } from '~/features/settings/settings.server';
import { startExport } from '~/features/transfer/export/export-job.server';
import { processUpload } from '~/features/transfer/files/after-upload.server';
import { filePageOf } from '~/features/transfer/files/transfer-file';
import { listFiles, removeFile } from '~/features/transfer/files/transfer-files.server';
import { receiveFile } from '~/features/transfer/files/uploads.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { readDialog } from '~/http/forms/dialog-address.server';
import { confirmationMethods } from '~/http/session/confirm-identity.server';
import { adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { toShownFile } from '~/layouts/admin/transfer/file-state';
import { InvalidError } from '~/lib/errors';
import { revalidateToConfirm } from '~/ui/revalidate';
import { TransferPage } from './transfer-page';

export const meta = noIndexMeta('Import & Export');

export const shouldRevalidate = revalidateToConfirm;

export const loader = adminLoader('transfer', async (visit) => {
  const { ctx, url } = visit;
  const open = readDialog(url, { delete: 'with id' });
  const [{ timeZone }, files] = await Promise.all([getSiteSettings(ctx), listFiles(ctx)]);
  const shown = files.map((file) => ({
    ...toShownFile(file, timeZone),
    canDownload: file.status === 'ready',
  }));
  const chosen = shown.find(({ id }) => id === open?.id) ?? null;
  const view = { files: shown, dialog: open && { file: chosen }, ways: confirmationMethods(visit) };
  return data(view, { status: open && !chosen ? 404 : 200 });
});

export const action = adminForm({
  capability: 'transfer',
  next: '/admin/transfer',
  runningAt: ({ input }) => filePageOf(input),
  intents: {
    export: {
      failure: 'Failed to start export',
      async run({ ctx, confirm }) {
        const id = await startExport(ctx, await confirm());
        return { title: 'Creating the archive', to: `/admin/transfer/${id}` };
      },
    },
    upload: {
      failure: 'Failed to upload file',
      async run({ ctx, viewer, form }) {
        const file = form.file('file');
        if (!file) throw InvalidError.at('file', 'Choose a file.');
        const bytes = new Uint8Array(await file.arrayBuffer());
        const id = await receiveFile(ctx, viewer, { name: file.name, bytes });
        await processUpload(ctx, viewer, id);
        return { title: 'File uploaded successfully', to: `/admin/transfer/${id}` };
      },
    },
    delete: {
      failure: 'Failed to delete file',
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
