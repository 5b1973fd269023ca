// What may be asked of the generator from outside.
import { z } from 'zod';
import { cutText } from '~/lib/cut-text';

/** A prompt takes no more of them. */
const LONGEST_WORDS = 2_000;

/** Words of any length, cut, without the character that a database cannot store. */
const words = (field: string) =>
  z
    .string(`${field} must be a text`)
    .nullish()
    .transform((text) => cutText((text ?? '').replaceAll('\0', ''), 0, LONGEST_WORDS).trim());

const NO_OBJECT = 'The body must be a JSON object.';

/** `POST /api/generate-article-images` (specification, section 7). */
export const ArticleImageRequest = z.object(
  {
    articleId: z.uuid('articleId must be the id of an article'),
    /** In place of the stored ones. */
    title: words('title'),
    summary: words('summary'),
    regenerate: z
      .boolean('regenerate must be true or false')
      .nullish()
      .transform((wanted) => wanted ?? false),
  },
  NO_OBJECT,
);
export type ArticleImageRequest = z.infer<typeof ArticleImageRequest>;

/** `POST /api/generate-category-image`. The description is the category's own, whatever is sent. */
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
    categoryDescription: z.string('categoryDescription must be a text').nullish(),
  },
  NO_OBJECT,
);

/** A picture for an article that is just being written. */
export const DraftImageRequest = z.object({
  title: words('title').pipe(z.string().min(1, 'Give the article a title first')),
  summary: words('summary'),
  categoryId: z.union([z.literal(''), z.uuid()]).optional(),
});

const MOST_AT_ONCE = 500;

/** What is ticked in the list. */
export const ChosenForImages = z.object({
  ids: z
    .array(z.uuid('One of these is no article.'))
    .min(1, 'Please select articles to generate images for')
    .max(MOST_AT_ONCE, `Select at most ${MOST_AT_ONCE} articles at once.`)
    .transform((ids) => [...new Set(ids)]),
});
