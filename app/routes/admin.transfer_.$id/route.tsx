// One file: what is in it, what can be done with it, and what was done.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type MetaFunction,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { startRestore } from '~/features/archive/start-restore.server';
import { startImport, startLook } from '~/features/imports/start-import.server';
import { getFile } from '~/features/transfer/transfer-files.server';
import { acceptForm } from '~/http/accept-form.server';
import { refuseForm } from '~/http/form-answer.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/guards.server';
import { idParam } from '~/http/id-param.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
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

const FAILURES: Record<string, string> = {
  look: 'Failed to look through the file',
  import: 'Failed to start the import',
  restore: 'Failed to start the restore',
};

export const action = adminAction('transfer', async (visit) => {
  const form = await readForm(visit.request);
  const intent = form.text('intent');
  try {
    const title = await accept(intent, visit, form);
    return acceptForm(visit.ctx, visit.url.pathname, { title });
  } catch (error) {
    return refuseForm(visit.ctx, error, {
      intent,
      title: FAILURES[intent] ?? 'Failed to do this',
      typed: Object.fromEntries(form.names().map((name) => [name, form.text(name)])),
      fallback: 'Please try again in a moment.',
    });
  }
}) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuseForm>>;

/** @returns what the next page says */
async function accept(
  intent: string,
  { ctx, viewer, params }: SignedInVisit,
  form: PostedForm,
): Promise<string> {
  const id = idParam(params);
  switch (intent) {
    case 'look':
      await startLook(ctx, viewer, id);
      return 'The file is being looked through';
    case 'import': {
      const { contents } = await getFile(ctx, id);
      await startImport(ctx, viewer, id, readChoices(form, surveyOf(contents)));
      return 'The import has begun';
    }
    case 'restore':
      await startRestore(ctx, viewer, id, form.text('confirmation'));
      return 'The restore has begun';
    default:
      throw new Response(null, { status: 400 });
  }
}

export default function TransferFilePage() {
  return <FilePage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load the file" />;
}
