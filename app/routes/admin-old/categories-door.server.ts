// The categories' part of the content dashboard, for each address that opens it.
import {
  createCategory,
  deleteCategory,
  listCategoryCards,
  saveCategory,
} from '~/features/categories/manage-categories.server';
import { acceptForm } from '~/http/accept-form.server';
import { idOf, readDialog } from '~/http/dialog-address.server';
import { refuseForm } from '~/http/form-answer.server';
import type { SignedInVisit } from '~/http/guards.server';
import { type PostedForm, readForm } from '~/http/read-form.server';
import { ConflictError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';

const DIALOGS = { new: 'of none', edit: 'of one', delete: 'of one' } as const;

/** @returns the view and its status: 404 when the dialog is about a category that is gone */
export async function loadCategories({ ctx, url }: SignedInVisit) {
  const open = readDialog(url, DIALOGS);
  const categories = await listCategoryCards(ctx);
  const category = categories.find(({ id }) => id === open?.id) ?? null;
  return {
    view: { categories, dialog: open && { kind: open.kind, category } },
    status: open?.id && !category ? 404 : 200,
  };
}

/** The page around a form that is given back while the database is away. */
export function categoriesInOutage(url: URL) {
  const open = readDialog(url, DIALOGS);
  return { categories: [], dialog: open && { kind: open.kind, category: null } };
}

/** @param at where the page is found without a dialog */
export async function actOnCategories(visit: SignedInVisit, at: string) {
  const form = await readForm(visit.request);
  try {
    const title = await accept(visit, form);
    return acceptForm(visit.ctx, at, { title });
  } catch (error) {
    return refuseCategory(visit.ctx, error, form);
  }
}

export function refuseCategory(ctx: AppContext, error: unknown, form: PostedForm) {
  const intent = form.text('intent');
  return refuseForm(ctx, error, {
    intent,
    title: intent === 'delete' ? 'Failed to delete category' : 'Failed to save category',
    // Whoever was told of the other state saves over it.
    typed: {
      id: form.text('id'),
      stamp: error instanceof ConflictError ? '' : form.text('stamp'),
      ...typedIn(form),
    },
    fallback: 'Please try again in a moment.',
  });
}

function typedIn({ text }: PostedForm) {
  return { name: text('name'), description: text('description'), imageUrl: text('imageUrl') };
}

/** @returns what the next page says */
async function accept({ ctx, viewer }: SignedInVisit, form: PostedForm): Promise<string> {
  const typed = typedIn(form);
  switch (form.text('intent')) {
    case 'create':
      await createCategory(ctx, viewer, typed);
      return 'Category created successfully';
    case 'save':
      await saveCategory(ctx, viewer, idOf(form), typed, form.text('stamp'));
      return 'Category updated successfully';
    case 'delete':
      await deleteCategory(ctx, viewer, idOf(form));
      return 'Category deleted successfully';
    default:
      throw new Response(null, { status: 400 });
  }
}
