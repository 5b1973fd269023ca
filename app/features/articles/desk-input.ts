// What the forms of the article list may say.
import { z } from 'zod';

const MOST_AT_ONCE = 500;

export const ChosenArticles = z.object({
  ids: z
    .array(z.uuid('One of these is no article.'))
    .min(1, 'Select at least one article.')
    .max(MOST_AT_ONCE, `Select at most ${MOST_AT_ONCE} articles at once.`)
    .transform((ids) => [...new Set(ids)]),
});

/** 'none' is Remove Category. */
export const CategoryChoice = z.object({
  categoryId: z
    .union([z.literal('none'), z.uuid()], { error: 'Choose a category, or Remove Category.' })
    .transform((id) => (id === 'none' ? null : id)),
});
