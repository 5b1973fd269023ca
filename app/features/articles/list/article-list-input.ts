// Validates the forms of the admin article list.
import { z } from 'zod';

const MAX_SELECTED = 500;

export const ChosenArticles = z.object({
  ids: z
    .array(z.uuid('One of the selected items is not an article.'))
    .min(1, 'Select at least one article.')
    .max(MAX_SELECTED, `Select at most ${MAX_SELECTED} articles at a time.`)
    .transform((ids) => [...new Set(ids)]),
});

/** 'none' is the Remove Category option. */
export const CategoryChoice = z.object({
  categoryId: z
    .union([z.literal('none'), z.uuid()], { error: 'Choose a category, or Remove Category.' })
    .transform((id) => (id === 'none' ? null : id)),
});
