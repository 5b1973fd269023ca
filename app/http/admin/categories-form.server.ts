// Loader and form of the category management, shared by the routes that show it.
import {
  createCategory,
  deleteCategory,
  listCategoryCards,
  saveCategory,
} from '~/features/categories/manage-categories.server';
import { readSeoFields } from '~/features/seo/seo';
import { ROW_DIALOGS, readDialog } from '../forms/dialog-address.server';
import type { Submission } from '../forms/form-action.server';
import type { PostedForm } from '../forms/read-form.server';
import type { SignedInVisit } from '../session/guards.server';

/** @returns the view and its status: 404 when the dialog's category no longer exists */
export async function loadCategories({ ctx, url }: SignedInVisit) {
  const open = readDialog(url, ROW_DIALOGS);
  const categories = await listCategoryCards(ctx);
  const category = categories.find(({ id }) => id === open?.id) ?? null;
  return {
    view: { categories, dialog: open && { kind: open.kind, category } },
    status: open?.id && !category ? 404 : 200,
  };
}

/** The view for a refused form while the database is unavailable. */
export function categoriesInOutage(url: URL) {
  const open = readDialog(url, ROW_DIALOGS);
  return { categories: [], dialog: open && { kind: open.kind, category: null } };
}

const readFields = ({ text }: PostedForm) => ({
  name: text('name'),
  description: text('description'),
  banner: text('banner'),
  imageUrl: text('imageUrl'),
  ...readSeoFields((field) => text(field)),
});

type CategorySubmission = Submission<ReturnType<typeof readFields>>;

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
      async run({ ctx, viewer, id, fields, version }: CategorySubmission) {
        await saveCategory(ctx, viewer, id, fields, version);
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
