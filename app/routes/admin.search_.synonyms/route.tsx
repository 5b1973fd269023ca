// The Synonyms screen: groups of terms that mean the same, with dialogs to create, edit and delete them.
import { data } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  createSynonyms,
  deleteSynonyms,
  listSynonyms,
  saveSynonyms,
} from '~/features/search/synonyms/synonyms.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { ROW_DIALOGS, readDialog } from '~/http/forms/dialog-address.server';
import { rowIntents } from '~/http/forms/row-intents.server';
import { adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { withQuery } from '~/lib/query-string';
import { toSearchText } from '~/lib/text';
import { revalidateWhenStale } from '~/ui/revalidate';
import { SynonymsPage } from './synonyms-page';

export const meta = noIndexMeta('Synonyms');
export const shouldRevalidate = revalidateWhenStale;

/** The page's data apart from the groups. */
function shownAt(url: URL) {
  return { query: toSearchText(url.searchParams.get('q')), from: toSearchText(url.searchParams.get('from')) };
}

export const loader = adminLoader(
  'search',
  async ({ ctx, url }) => {
    const open = readDialog(url, ROW_DIALOGS);
    const groups = await listSynonyms(ctx);
    const group = groups.find(({ id }) => id === open?.id) ?? null;
    const view = { ...shownAt(url), groups, dialog: open && { kind: open.kind, group } };
    return data(view, { status: open?.id && !group ? 404 : 200 });
  },
  ({ url }) => {
    const open = readDialog(url, ROW_DIALOGS);
    return data({ ...shownAt(url), groups: [], dialog: open && { kind: open.kind, group: null } });
  },
);

/** The list URL with its search. */
const listAddress = ({ q }: { q: string }) => withQuery('/admin/search/synonyms', q ? { q } : {});

export const action = adminForm({
  capability: 'search',
  keepsInput: true,
  fields: ({ text }) => ({ terms: text('terms'), q: text('q') }),
  next: '/admin/search/synonyms',
  intents: rowIntents(
    'synonyms',
    { create: createSynonyms, save: saveSynonyms, delete: deleteSynonyms },
    listAddress,
  ),
});

export default function Synonyms() {
  return (
    <SynonymsPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load synonyms" />;
}
