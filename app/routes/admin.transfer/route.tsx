// Import & Export: everything out as one archive, another magazine in.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type MetaFunction,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { startExport } from '~/features/archive/export-job.server';
import { formatBytes } from '~/features/media/media-view';
import { getSiteSettings } from '~/features/settings/settings.server';
import { type ListedFile, listFiles, removeFile } from '~/features/transfer/transfer-files.server';
import { receiveWhole } from '~/features/transfer/uploads.server';
import { acceptForm } from '~/http/accept-form.server';
import { idOf, readDialog } from '~/http/dialog-address.server';
import { refuseForm } from '~/http/form-answer.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/guards.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
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

const FAILURES: Record<string, string> = {
  export: 'Failed to start the export',
  upload: 'Failed to upload the file',
  delete: 'Failed to delete the file',
};

export const action = adminAction('transfer', async (visit) => {
  const form = await readForm(visit.request);
  const intent = form.text('intent');
  try {
    const { to, title } = await accept(intent, visit, form);
    return acceptForm(visit.ctx, to, { title });
  } catch (error) {
    return refuseForm(visit.ctx, error, {
      intent,
      title: FAILURES[intent] ?? 'Failed to do this',
      typed: {},
      fallback: 'Please try again in a moment.',
    });
  }
}) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm>>;

async function accept(
  intent: string,
  { ctx, viewer }: SignedInVisit,
  form: PostedForm,
): Promise<{ to: string; title: string }> {
  switch (intent) {
    case 'export': {
      const id = await startExport(ctx, viewer);
      return { to: `/admin/transfer/${id}`, title: 'The archive is being made' };
    }
    case 'upload': {
      const file = form.file('file');
      if (!file)
        throw new InvalidError('Choose a file first.', [{ field: 'file', message: 'Choose a file first' }]);
      const bytes = new Uint8Array(await file.arrayBuffer());
      const id = await receiveWhole(ctx, viewer, { name: file.name, bytes });
      await afterArrival(ctx, viewer, id);
      return { to: `/admin/transfer/${id}`, title: 'File uploaded successfully' };
    }
    case 'delete':
      await removeFile(ctx, viewer, idOf(form));
      return { to: '/admin/transfer', title: 'File deleted successfully' };
    default:
      throw new Response(null, { status: 400 });
  }
}

export default function Transfer() {
  return (
    <TransferPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load imports and exports" />;
}
