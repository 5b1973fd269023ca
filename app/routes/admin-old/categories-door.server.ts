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

/** @returns the view and its status: 404 when the dialog is about a category that is gone */
export async function loadCategories({ ctx, url }: SignedInVisit) {
  const open = readDialog(url, { new: 'of none', edit: 'of one', delete: 'of one' });
  const categories = await listCategoryCards(ctx);
  const category = categories.find(({ id }) => id === open?.id) ?? null;
  return {
    view: { categories, dialog: open && { kind: open.kind, category } },
    status: open?.id && !category ? 404 : 200,
  };
}

/** @param at where the page is found without a dialog */
export async function actOnCategories(visit: SignedInVisit, at: string) {
  const form = await readForm(visit.request);
  const intent = form.text('intent');
  const typed = {
    name: form.text('name'),
    description: form.text('description'),
    imageUrl: form.text('imageUrl'),
  };
  try {
    const title = await accept(intent, visit, form, typed);
    return acceptForm(visit.ctx, at, { title });
  } catch (error) {
    return refuseForm(visit.ctx, error, {
      intent,
      title: intent === 'delete' ? 'Failed to delete category' : 'Failed to save category',
      typed,
      fallback: 'Please try again in a moment.',
    });
  }
}

/** @returns what the next page says */
async function accept(
  intent: string,
  { ctx, viewer }: SignedInVisit,
  form: PostedForm,
  typed: Record<string, string>,
): Promise<string> {
  switch (intent) {
    case 'create':
      await createCategory(ctx, viewer, typed);
      return 'Category created successfully';
    case 'save':
      await saveCategory(ctx, viewer, idOf(form), typed);
      return 'Category updated successfully';
    case 'delete':
      await deleteCategory(ctx, viewer, idOf(form));
      return 'Category deleted successfully';
    default:
      throw new Response(null, { status: 400 });
  }
}
