// The Tags screen: cards, and dialogs to create, edit, delete and merge tags.
import { data } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { createTag, deleteTag, listTags, mergeTags, saveTag } from '~/features/tags/tags.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { readDialog } from '~/http/forms/dialog-address.server';
import { rowIntents } from '~/http/forms/row-intents.server';
import { adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { withQuery } from '~/lib/query-string';
import { countOf } from '~/lib/text';
import { revalidateWhenStale } from '~/ui/revalidate';
import { TagsPage } from './tags-page';

export const meta = noIndexMeta('Tags');
export const shouldRevalidate = revalidateWhenStale;

const DIALOGS = { new: 'without id', merge: 'without id', edit: 'with id', delete: 'with id' } as const;

export const loader = adminLoader(
  'tags',
  async ({ ctx, url }) => {
    const open = readDialog(url, DIALOGS);
    const tags = await listTags(ctx);
    const tag = tags.find(({ id }) => id === open?.id) ?? null;
    const view = { tags, query: url.searchParams.get('q') ?? '', dialog: open && { kind: open.kind, tag } };
    return data(view, { status: open?.id && !tag ? 404 : 200 });
  },
  ({ url }) => {
    const open = readDialog(url, DIALOGS);
    return data({ tags: [], query: '', dialog: open && { kind: open.kind, tag: null } });
  },
);

/** The list URL with its search. */
const listAddress = ({ q }: { q: string }) => withQuery('/admin/tags', q ? { q } : {});

export const action = adminForm({
  capability: 'tags',
  keepsInput: true,
  fields: ({ text, all }) => ({
    name: text('name'),
    slug: text('slug'),
    into: text('into'),
    from: all('from'),
    q: text('q'),
  }),
  next: '/admin/tags',
  intents: {
    ...rowIntents('tag', { create: createTag, save: saveTag, delete: deleteTag }, listAddress),
    merge: {
      failure: 'Failed to merge tags',
      async run({ ctx, viewer, fields }) {
        const { name, merged } = await mergeTags(ctx, viewer, fields);
        return { title: `${countOf(merged, 'tag')} merged into ${name}`, to: listAddress(fields) };
      },
    },
  },
});

export default function Tags() {
  const { tags, query, dialog } = useLoaderData<typeof loader>();
  return (
    <TagsPage tags={tags} query={query} dialog={dialog} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load tags" />;
}
