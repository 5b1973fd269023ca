// One transfer file: its contents, actions and results.
import { data, type MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { filePageOf } from '~/features/transfer/files/transfer-file';
import { getFile } from '~/features/transfer/files/transfer-files.server';
import { startAnalysis, startImport } from '~/features/transfer/import/start-import.server';
import { startRestore } from '~/features/transfer/restore/start-restore.server';
import { adminForm } from '~/http/forms/admin-form.server';
import { readDialog } from '~/http/forms/dialog-address.server';
import { idParam } from '~/http/forms/url-params.server';
import { confirmationMethods } from '~/http/session/confirm-identity.server';
import { adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { revalidateToConfirm } from '~/ui/revalidate';
import { FilePage } from './file-page';
import { toFileView } from './file-view.server';
import { readChoices, surveyOf } from './import-form.server';

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
  { title: view?.name ?? 'Import & Export' },
  { name: 'robots', content: 'noindex' },
];

export const shouldRevalidate = revalidateToConfirm;

export const loader = adminLoader('transfer', async (visit) => {
  const { ctx, params, url } = visit;
  const open = readDialog(url, { download: 'without id' });
  return data({
    ...(await toFileView(ctx, idParam(params))),
    ways: confirmationMethods(visit),
    asksToDownload: open?.kind === 'download',
  });
});

/** The fields of `ConfirmFields`, which a refused form must not return. */
const isProof = (name: string) => name.startsWith('proof');

export const action = adminForm({
  capability: 'transfer',
  fields: (form) =>
    Object.fromEntries(form.names().flatMap((name) => (isProof(name) ? [] : [[name, form.text(name)]]))),
  next: ({ url }) => url.pathname,
  // The page shows only jobs that use its own file.
  runningAt: ({ input }, { url }) => (filePageOf(input) === url.pathname ? url.pathname : null),
  intents: {
    look: {
      failure: 'Failed to analyze file',
      async run({ ctx, viewer, params }) {
        await startAnalysis(ctx, viewer, idParam(params));
        return 'Analyzing the file';
      },
    },
    import: {
      failure: 'Failed to start import',
      async run({ ctx, viewer, params, form }) {
        const id = idParam(params);
        const { contents } = await getFile(ctx, id);
        await startImport(ctx, viewer, id, readChoices(form, surveyOf(contents)));
        return 'Import started';
      },
    },
    'allow-download': {
      failure: 'Failed to confirm',
      async run({ confirm }) {
        await confirm();
        return 'You can download the archive now';
      },
    },
    restore: {
      failure: 'Failed to start restore',
      async run({ ctx, params, form, confirm }) {
        await startRestore(ctx, await confirm(), idParam(params), form.text('confirmation'));
        return 'Restore started';
      },
    },
  },
});

export default function TransferFilePage() {
  return <FilePage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load file" />;
}
