// The Authors screen: a table, and dialogs to add, edit, merge and delete authors.
import { data } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  createAuthor,
  deleteAuthor,
  isNamedByArticles,
  listAuthors,
  listUnlinkedStaff,
  saveAuthor,
} from '~/features/articles/authors/authors.server';
import { mergeAuthor } from '~/features/articles/authors/merge-authors.server';
import { authorFailure, readProfileFields, storePhoto } from '~/http/admin/author-form.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { ROW_DIALOGS, readDialog } from '~/http/forms/dialog-address.server';
import { adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { revalidateWhenStale } from '~/ui/revalidate';
import { AuthorsPage } from './authors-page';

export const meta = noIndexMeta('Authors');
export const shouldRevalidate = revalidateWhenStale;

const DIALOGS = { ...ROW_DIALOGS, merge: 'with id' } as const;

export const loader = adminLoader(
  'authors',
  async ({ ctx, url }) => {
    const open = readDialog(url, DIALOGS);
    const isForm = open?.kind === 'new' || open?.kind === 'edit';
    const [authors, accounts, isNamed] = await Promise.all([
      listAuthors(ctx),
      isForm ? listUnlinkedStaff(ctx) : [],
      open?.kind === 'delete' && open.id ? isNamedByArticles(ctx, open.id) : false,
    ]);
    const author = authors.find(({ id }) => id === open?.id) ?? null;
    const view = { authors, accounts, dialog: open && { kind: open.kind, author, isNamed } };
    return data(view, { status: open?.id && !author ? 404 : 200 });
  },
  ({ url }) => {
    const open = readDialog(url, DIALOGS);
    return data({
      authors: [],
      accounts: [],
      dialog: open && { kind: open.kind, author: null, isNamed: false },
    });
  },
);

const FAILURE = authorFailure('Failed to save author');

export const action = adminForm({
  capability: 'authors',
  keepsInput: true,
  fields: (form) => ({
    ...readProfileFields(form),
    name: form.text('name'),
    slug: form.text('slug'),
    userId: form.text('userId'),
    into: form.text('into'),
  }),
  next: '/admin/authors',
  intents: {
    create: {
      failure: FAILURE,
      async run(submission) {
        await storePhoto(submission, submission.fields.name);
        await createAuthor(submission.ctx, submission.viewer, submission.fields);
        return 'Author added successfully';
      },
    },
    save: {
      failure: FAILURE,
      async run(submission) {
        const { ctx, viewer, id, fields, version } = submission;
        await storePhoto(submission, fields.name);
        await saveAuthor(ctx, viewer, id, fields, version);
        return 'Author updated successfully';
      },
    },
    merge: {
      failure: 'Failed to merge author',
      async run({ ctx, viewer, id, fields }) {
        return { title: `Author merged into ${await mergeAuthor(ctx, viewer, id, fields)}` };
      },
    },
    delete: {
      failure: 'Failed to delete author',
      async run({ ctx, viewer, id }) {
        await deleteAuthor(ctx, viewer, id);
        return 'Author deleted successfully';
      },
    },
  },
});

export default function Authors() {
  return <AuthorsPage {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load authors" />;
}
