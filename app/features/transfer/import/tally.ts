// Counters for reports.

import type { TermChoice } from './import-choices';
import { type Dropped, type SourceAuthor, type SurveyedTerm, TERM_DESCRIPTION_LIMIT } from './source-post';

export const MAX_TITLES = 100;

export class Tally {
  readonly #counts = new Map<string, number>();
  readonly #dropped = new Map<string, Dropped>();

  count(key: string, by = 1): void {
    this.#counts.set(key, this.counted(key) + by);
  }

  counted(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Counts of the keys with this prefix, by the rest of the key. */
  withPrefix(prefix: string): Record<string, number> {
    const found = [...this.#counts].filter(([key]) => key.startsWith(prefix));
    return Object.fromEntries(found.map(([key, count]) => [key.slice(prefix.length), count]));
  }

  /** @param title of the post, if it was one */
  drop(what: string, count: number, why: string, title = ''): void {
    const dropped = this.#dropped.get(what) ?? { what, count: 0, why, titles: [] };
    dropped.count += count;
    if (title && dropped.titles.length < MAX_TITLES && !dropped.titles.includes(title))
      dropped.titles.push(title);
    this.#dropped.set(what, dropped);
  }

  dropped(): Dropped[] {
    return [...this.#dropped.values()].sort((a, b) => b.count - a.count || a.what.localeCompare(b.what));
  }
}

/** Arguments of `drop` for what pages cannot have here. */
export const ofPages = (what: 'Authors' | 'Categories and tags', name: string) =>
  [`${what} of pages`, 1, `Pages have no ${what.toLowerCase().replace(' and ', ' or ')}.`, name] as const;

/** Notes on terms that no imported post has, and on subcategories. */
export function noteTerms(terms: readonly SurveyedTerm[]): string[] {
  const notes: string[] = [];
  const unused = terms
    .filter(({ count }) => count === 0)
    .map(({ name, description }) => (description ? `${name} (“${description}”)` : name));
  if (unused.length > 0)
    notes.push(
      `No imported post uses these categories and tags, so they are left out: ${unused.join(', ')}.`,
    );
  const names = new Map(
    terms.filter(({ kind }) => kind === 'category').map(({ slug, name }) => [slug, name]),
  );
  const below = terms.flatMap(({ name, parent }) =>
    parent ? [`${name} (${names.get(parent) ?? parent})`] : [],
  );
  if (below.length > 0)
    notes.push(`This site has no subcategories. These had a parent category: ${below.join(', ')}.`);
  return notes;
}

/** Notes on descriptions that were not imported, because the term's target has no description or keeps its own. */
export function noteDescriptions(
  terms: readonly SurveyedTerm[],
  choices: Readonly<Record<string, TermChoice>>,
): string[] {
  return terms.flatMap(({ id, name, description }) => {
    const target = choices[id] ?? 'none';
    if (description === '' || target === 'none') return [];
    const what = `The description of “${name}” was`;
    if (target.startsWith('tag:'))
      return [`${what} left out, because tags have no descriptions here: “${description}”`];
    if (target !== 'category:new')
      return [`${what} left out, because its category exists here and keeps its own: “${description}”`];
    return description.length > TERM_DESCRIPTION_LIMIT ? [`${what} shortened: “${description}”`] : [];
  });
}

export function noteAuthors(authors: readonly (SourceAuthor & { count: number })[]): string[] {
  const unused = authors.filter(({ count }) => count === 0).map(({ name }) => name);
  return unused.length > 0
    ? [`No imported post is by these authors, so they are left out: ${unused.join(', ')}.`]
    : [];
}
