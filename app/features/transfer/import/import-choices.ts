// How imported categories, tags and authors map to existing ones: defaults and the editor's choices.
import { z } from 'zod';
import { cutText } from '~/lib/text';
import { DEFAULT_CATEGORY, type Survey } from './source-post';

/** The site's existing categories, tags and authors. */
export interface ExistingTerms {
  categories: { id: string; name: string; slug: string }[];
  tags: { id: string; name: string; slug: string }[];
  authors: { id: string; name: string }[];
}

/** `category:new` or `tag:<id>`; 'none' skips the term. */
export const TermChoice = z
  .string()
  .regex(/^(none|(category|tag):(new|[0-9a-f-]{36}))$/, 'Choose a category or tag');
export type TermChoice = z.infer<typeof TermChoice>;

export const ImportChoices = z.object({
  /** Current URL of the old site without a trailing slash; '' if it is offline. */
  siteUrl: z
    .string()
    .trim()
    .max(300, 'The URL is too long')
    .transform((url) => url.replace(/\/+$/, ''))
    .refine(
      (url) => url === '' || (/^https?:\/\//i.test(url) && URL.canParse(url)),
      'It must start with https://',
    ),
  images: z.boolean(),
  redirects: z.boolean(),
  terms: z.record(z.string().max(500), TermChoice),
  /** Maps an author's id in the file to a name here. */
  authors: z.record(
    z.string().max(500),
    z.string().trim().min(1, 'An author needs a name').max(200, 'The name is too long'),
  ),
});
export type ImportChoices = z.infer<typeof ImportChoices>;

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Matches an existing term by slug or name; otherwise proposes a new one. */
export function proposeTerm(term: Survey['terms'][number], existing: ExistingTerms): TermChoice {
  const find = (list: ExistingTerms['tags']) =>
    list.find(({ slug, name }) => same(slug, term.slug) || same(name, term.name));
  const category = find(existing.categories);
  const tag = find(existing.tags);
  if (term.kind === 'category') {
    if (category) return `category:${category.id}`;
    if (term.slug === DEFAULT_CATEGORY) return 'none';
    // A category that is not the first one of any published article would be empty here, but listed on every
    // page.
    if (term.firsts > 0) return 'category:new';
    return tag ? `tag:${tag.id}` : 'tag:new';
  }
  if (tag) return `tag:${tag.id}`;
  return category ? `category:${category.id}` : 'tag:new';
}

export function proposeAuthor(author: Survey['authors'][number], existing: ExistingTerms): string {
  return existing.authors.find(({ name }) => same(name, author.name))?.name ?? cutText(author.name, 0, 200);
}

export function proposeChoices(survey: Survey, existing: ExistingTerms): ImportChoices {
  return {
    siteUrl: survey.siteUrl,
    images: true,
    redirects: true,
    terms: Object.fromEntries(survey.terms.map((term) => [term.id, proposeTerm(term, existing)])),
    authors: Object.fromEntries(survey.authors.map((author) => [author.id, proposeAuthor(author, existing)])),
  };
}
