// One file: what is in it, what can be done with it, and what was done.
import { data, type HeadersFunction, type MetaFunction } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { startRestore } from '~/features/archive/start-restore.server';
import { startImport, startLook } from '~/features/imports/start-import.server';
import { getFile } from '~/features/transfer/transfer-files.server';
import { adminForm } from '~/http/forms/admin-form.server';
import { adminLoader } from '~/http/guards.server';
import { idParam } from '~/http/id-param.server';
import { AdminError } from '../admin/admin-error';
import { FilePage } from './file-page';
import { toFileView } from './file-view.server';
import { readChoices, surveyOf } from './import-form.server';

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
  { title: view?.name ?? 'Import & Export' },
  { name: 'robots', content: 'noindex' },
];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = adminLoader('transfer', async ({ ctx, params }) =>
  data(await toFileView(ctx, idParam(params))),
);

export const action = adminForm({
  capability: 'transfer',
  fields: (form) => Object.fromEntries(form.names().map((name) => [name, form.text(name)])),
  next: ({ url }) => url.pathname,
  intents: {
    look: {
      failure: 'Failed to look through the file',
      async run({ ctx, viewer, params }) {
        await startLook(ctx, viewer, idParam(params));
        return 'The file is being looked through';
      },
    },
    import: {
      failure: 'Failed to start the import',
      async run({ ctx, viewer, params, form }) {
        const id = idParam(params);
        const { contents } = await getFile(ctx, id);
        await startImport(ctx, viewer, id, readChoices(form, surveyOf(contents)));
        return 'The import has begun';
      },
    },
    restore: {
      failure: 'Failed to start the restore',
      async run({ ctx, viewer, params, form }) {
        await startRestore(ctx, viewer, idParam(params), form.text('confirmation'));
        return 'The restore has begun';
      },
    },
  },
});

export default function TransferFilePage() {
  return <FilePage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load the file" />;
}
