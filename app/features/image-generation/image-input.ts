// Input schemas of the image generation endpoints.
import { z } from 'zod';
import { cutText } from '~/lib/text';

/** Longer than any prompt uses. */
const MAX_TEXT_LENGTH = 2_000;

/** Cuts the text to MAX_TEXT_LENGTH and removes U+0000, which Postgres cannot store. */
const promptText = (field: string) =>
  z
    .string(`${field} must be a string`)
    .nullish()
    .transform((text) => cutText((text ?? '').replaceAll('\0', ''), 0, MAX_TEXT_LENGTH).trim());

const NOT_OBJECT = 'The body must be a JSON object.';

/** `POST /api/generate-article-images` (specification, section 7). */
export const ArticleImageRequest = z.object(
  {
    articleId: z.uuid('articleId must be the id of an article'),
    /** Override the stored ones. */
    title: promptText('title'),
    summary: promptText('summary'),
    regenerate: z
      .boolean('regenerate must be true or false')
      .nullish()
      .transform((wanted) => wanted ?? false),
  },
  NOT_OBJECT,
);
export type ArticleImageRequest = z.infer<typeof ArticleImageRequest>;

/** `POST /api/generate-category-image`. `categoryDescription` is ignored: the stored description is used. */
export const CategoryImageRequest = z.object(
  {
    categoryName: z
      .string('categoryName must be the name of a category')
      .transform((name) => name.replaceAll('\0', '').trim())
      .pipe(
        z
          .string()
          .min(1, 'categoryName must be the name of a category')
          .max(200, 'There is no such category'),
      ),
    categoryDescription: z.string('categoryDescription must be a string').nullish(),
  },
  NOT_OBJECT,
);

/** Image request for an unsaved article. */
export const DraftImageRequest = z.object({
  title: promptText('title').pipe(z.string().min(1, 'Give the article a title first')),
  summary: promptText('summary'),
  categoryId: z.union([z.literal(''), z.uuid()]).optional(),
});

const MAX_SELECTED = 500;

/** The selected rows of the article list. */
export const ChosenForImages = z.object({
  ids: z
    .array(z.uuid('One of the selected articles is not valid.'))
    .min(1, 'Please select articles to generate images for')
    .max(MAX_SELECTED, `Select at most ${MAX_SELECTED} articles at a time.`)
    .transform((ids) => [...new Set(ids)]),
});
