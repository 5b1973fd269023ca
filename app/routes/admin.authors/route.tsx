// The Authors screen: a table, and dialogs to add, edit, merge and delete authors.
import { data } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  createAuthor,
  deleteAuthor,
  isNamedByArticles,
  listAuthors,
  saveAuthor,
} from '~/features/articles/authors/authors.server';
import { mergeAuthor } from '~/features/articles/authors/merge-authors.server';
import { ImageRefusedError } from '~/features/media/image-rules';
import { storeImage } from '~/features/media/store-image.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminForm } from '~/http/forms/admin-form.server';
import { ROW_DIALOGS, readDialog } from '~/http/forms/dialog-address.server';
import type { Submission } from '~/http/forms/form-action.server';
import { adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { revalidateWhenStale } from '~/ui/revalidate';
import { AuthorsPage } from './authors-page';

export const meta = noIndexMeta('Authors');
export const shouldRevalidate = revalidateWhenStale;

const DIALOGS = { ...ROW_DIALOGS, merge: 'of one' } as const;

export const loader = adminLoader(
  'authors',
  async ({ ctx, url }) => {
    const open = readDialog(url, DIALOGS);
    const [authors, isNamed] = await Promise.all([
      listAuthors(ctx),
      open?.kind === 'delete' && open.id ? isNamedByArticles(ctx, open.id) : false,
    ]);
    const author = authors.find(({ id }) => id === open?.id) ?? null;
    const view = { authors, dialog: open && { kind: open.kind, author, isNamed } };
    return data(view, { status: open?.id && !author ? 404 : 200 });
  },
  ({ url }) => {
    const open = readDialog(url, DIALOGS);
    return data({ authors: [], dialog: open && { kind: open.kind, author: null, isNamed: false } });
  },
);

type AuthorFields = Record<'name' | 'slug' | 'role' | 'bio' | 'imageUrl' | 'links' | 'into', string>;

/** Stores the uploaded file first, so that a rejected form returns the image as a URL. */
async function storePhoto({ ctx, viewer, form, fields }: Submission<AuthorFields>): Promise<void> {
  const file = form.file('imageFile');
  if (!file) return;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const given = { bytes, name: file.name, type: file.type, alt: fields.name, folder: 'articles' } as const;
  fields.imageUrl = (await storeImage(ctx, viewer, given)).url;
}

/** The specification's messages about images are titles of their own. */
const saveFailure = (error: unknown) =>
  error instanceof ImageRefusedError ? error.title : 'Failed to save author';

export const action = adminForm({
  capability: 'authors',
  keepsInput: true,
  fields: ({ text }): AuthorFields => ({
    name: text('name'),
    slug: text('slug'),
    role: text('role'),
    bio: text('bio'),
    imageUrl: text('imageUrl'),
    links: text('links'),
    into: text('into'),
  }),
  next: '/admin/authors',
  intents: {
    create: {
      failure: saveFailure,
      async run(submission) {
        await storePhoto(submission);
        await createAuthor(submission.ctx, submission.viewer, submission.fields);
        return 'Author added successfully';
      },
    },
    save: {
      failure: saveFailure,
      async run(submission) {
        const { ctx, viewer, id, fields, version } = submission;
        await storePhoto(submission);
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
