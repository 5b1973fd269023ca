// The categories' part of the content dashboard, for each address that opens it.
import {
  createCategory,
  deleteCategory,
  listCategoryCards,
  saveCategory,
} from '~/features/categories/manage-categories.server';
import { readDialog } from '~/http/dialog-address.server';
import type { Submission } from '~/http/forms/admin-form.server';
import type { SignedInVisit } from '~/http/guards.server';
import type { PostedForm } from '~/http/read-form.server';

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

const readFields = ({ text }: PostedForm) => ({
  name: text('name'),
  description: text('description'),
  imageUrl: text('imageUrl'),
});

type CategorySubmission = Submission<ReturnType<typeof readFields>>;

/** Fields and intents of the category form, for each page that shows it. */
export const CATEGORY_FORM = {
  fields: readFields,
  intents: {
    create: {
      failure: 'Failed to save category',
      async run({ ctx, viewer, fields }: CategorySubmission) {
        await createCategory(ctx, viewer, fields);
        return 'Category created successfully';
      },
    },
    save: {
      failure: 'Failed to save category',
      async run({ ctx, viewer, id, fields, stamp }: CategorySubmission) {
        await saveCategory(ctx, viewer, id, fields, stamp);
        return 'Category updated successfully';
      },
    },
    delete: {
      failure: 'Failed to delete category',
      async run({ ctx, viewer, id }: CategorySubmission) {
        await deleteCategory(ctx, viewer, id);
        return 'Category deleted successfully';
      },
    },
  },
};
