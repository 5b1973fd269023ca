// What becomes of the categories, tags and authors of another site: what is proposed, and what an editor chose.
import { z } from 'zod';
import type { Survey } from './source-post';

/** What is here already. */
export interface Standing {
  categories: { id: string; name: string; slug: string }[];
  tags: { id: string; name: string; slug: string }[];
  authors: { id: string; name: string }[];
}

/** `category:new`, `tag:<id>`; 'none' leaves it out. */
export const TermChoice = z
  .string()
  .regex(/^(none|(category|tag):(new|[0-9a-f-]{36}))$/, 'Choose what it becomes');
export type TermChoice = z.infer<typeof TermChoice>;

export const ImportChoices = z.object({
  /** Where the old site answers now, without a slash at the end; '' when it does not. */
  siteUrl: z
    .string()
    .trim()
    .max(300, 'The address is too long')
    .transform((url) => url.replace(/\/+$/, ''))
    .refine(
      (url) => url === '' || (/^https?:\/\//i.test(url) && URL.canParse(url)),
      'It must begin with https://',
    ),
  pictures: z.boolean(),
  redirects: z.boolean(),
  terms: z.record(z.string().max(500), TermChoice),
  /** An author's id there -> the author's name here. */
  authors: z.record(
    z.string().max(500),
    z.string().trim().min(1, 'An author needs a name').max(200, 'The name is too long'),
  ),
});
export type ImportChoices = z.infer<typeof ImportChoices>;

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** By slug or name what is here already, else something new. */
export function proposeTerm(term: Survey['terms'][number], standing: Standing): TermChoice {
  const find = (list: Standing['tags']) =>
    list.find(({ slug, name }) => same(slug, term.slug) || same(name, term.name));
  const category = find(standing.categories);
  const tag = find(standing.tags);
  if (term.kind === 'category') {
    if (category) return `category:${category.id}`;
    // What WordPress calls whatever was put nowhere.
    return term.slug === 'uncategorized' ? 'none' : 'category:new';
  }
  if (tag) return `tag:${tag.id}`;
  return category ? `category:${category.id}` : 'tag:new';
}

export function proposeAuthor(author: Survey['authors'][number], standing: Standing): string {
  return standing.authors.find(({ name }) => same(name, author.name))?.name ?? author.name.slice(0, 200);
}

export function proposeChoices(survey: Survey, standing: Standing): ImportChoices {
  return {
    siteUrl: survey.siteUrl,
    pictures: true,
    redirects: true,
    terms: Object.fromEntries(survey.terms.map((term) => [term.id, proposeTerm(term, standing)])),
    authors: Object.fromEntries(survey.authors.map((author) => [author.id, proposeAuthor(author, standing)])),
  };
}
