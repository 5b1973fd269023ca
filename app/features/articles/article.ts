// The pure rules of an article (specification, sections 4, 5 and 9).
import { cutText } from '~/lib/cut-text';
import { toSlug } from '~/lib/slug';

export const TITLE_LIMIT = 300;
export const AUTHOR_LIMIT = 200;
export const SLUG_LIMIT = 200;
export const SUMMARY_LIMIT = 2_000;
/** Characters of HTML, once the pictures that came inside it are stored. */
export const CONTENT_LIMIT = 1_000_000;
/** Minutes. */
export const DEFAULT_READ_TIME = 5;
const LONGEST_READ_TIME = 999;

const EXCERPT_LENGTH = 160;
/** A cut word is worse than a short excerpt, unless the last space leaves too little. */
const WORD_BOUNDARY = 0.8;

/** The first 160 characters of a plain text, cut at the last space when that lies beyond 80 percent, and `...`. */
export function toExcerpt(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= EXCERPT_LENGTH) return plain;
  const cut = cutText(plain, 0, EXCERPT_LENGTH);
  const lastSpace = cut.lastIndexOf(' ');
  const kept = lastSpace > EXCERPT_LENGTH * WORD_BOUNDARY ? cut.slice(0, lastSpace) : cut;
  return `${kept.trimEnd()}...`;
}

/** Whole minutes, at least 1; 5 for what is no number. */
export function toReadTime(value: unknown): number {
  // A list of lists of lists has no end as a text.
  const minutes = typeof value === 'string' ? Number.parseFloat(value) : value;
  if (typeof minutes !== 'number' || !Number.isFinite(minutes)) return DEFAULT_READ_TIME;
  return Math.min(Math.max(Math.trunc(minutes), 1), LONGEST_READ_TIME);
}

/** The slug that an article asks for: the typed one, else its title's, else one of its id. */
export function wantedSlug(article: { id: string; slug: string; title: string }): string {
  return toSlug(article.slug) || toSlug(article.title) || `article-${article.id.slice(0, 8)}`;
}
