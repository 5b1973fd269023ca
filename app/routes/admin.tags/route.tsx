// Tags: cards, and dialogs to create, edit, delete and merge them.
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type MetaFunction,
} from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { createTag, deleteTag, listTags, mergeTags, saveTag } from '~/features/tags/tags.server';
import { acceptForm } from '~/http/accept-form.server';
import { idOf, readDialog } from '~/http/dialog-address.server';
import { refuseForm } from '~/http/form-answer.server';
import { adminAction, adminLoader, type SignedInVisit } from '~/http/guards.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
import { ConflictError } from '~/lib/errors';
import { withQuery } from '~/lib/with-query';
import type { AppContext } from '~/platform/context';
import { AdminError } from '../admin/admin-error';
import { revalidateWhenStale } from '../admin/revalidate-when-stale';
import { TagsPage } from './tags-page';

export const meta: MetaFunction = () => [{ title: 'Tags' }, { name: 'robots', content: 'noindex' }];
/** Retry-After of a refusal. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;
export const shouldRevalidate = revalidateWhenStale;

const DIALOGS = { new: 'of none', merge: 'of none', edit: 'of one', delete: 'of one' } as const;

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

const FAILURES: Record<string, string> = {
  delete: 'Failed to delete tag',
  merge: 'Failed to merge tags',
};

export const action = adminAction(
  'tags',
  async (visit) => {
    const form = await readForm(visit.request);
    try {
      const title = await accept(form.text('intent'), visit, form);
      const query = form.text('q');
      return acceptForm(visit.ctx, withQuery('/admin/tags', query ? { q: query } : {}), { title });
    } catch (error) {
      return refuse(visit.ctx, error, form);
    }
  },
  async ({ ctx, request }, error) => refuse(ctx, error, await readForm(request)),
) as (args: ActionFunctionArgs) => Promise<ReturnType<typeof refuse>>;

function refuse(ctx: AppContext, error: unknown, form: PostedForm) {
  const { text, all } = form;
  const intent = text('intent');
  return refuseForm(ctx, error, {
    intent,
    title: FAILURES[intent] ?? 'Failed to save tag',
    typed: {
      id: text('id'),
      name: text('name'),
      slug: text('slug'),
      // Whoever was told of the other state saves over it.
      stamp: error instanceof ConflictError ? '' : text('stamp'),
      into: text('into'),
      from: all('from'),
    },
    fallback: 'Please try again in a moment.',
  });
}

/** @returns what the next page says */
async function accept(intent: string, { ctx, viewer }: SignedInVisit, form: PostedForm): Promise<string> {
  const typed = { name: form.text('name'), slug: form.text('slug') };
  switch (intent) {
    case 'create':
      await createTag(ctx, viewer, typed);
      return 'Tag created successfully';
    case 'save':
      await saveTag(ctx, viewer, idOf(form), typed, form.text('stamp'));
      return 'Tag updated successfully';
    case 'delete':
      await deleteTag(ctx, viewer, idOf(form));
      return 'Tag deleted successfully';
    case 'merge': {
      const { name, merged } = await mergeTags(ctx, viewer, {
        into: form.text('into'),
        from: form.all('from'),
      });
      return `${merged === 1 ? '1 tag' : `${merged} tags`} merged into ${name}`;
    }
    default:
      throw new Response(null, { status: 400 });
  }
}

export default function Tags() {
  const { tags, query, dialog } = useLoaderData<typeof loader>();
  return (
    <TagsPage tags={tags} query={query} dialog={dialog} refused={useActionData<typeof action>() ?? null} />
  );
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load tags" />;
}
