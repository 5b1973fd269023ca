// Article limits and pure rules (specification, sections 4, 5 and 9).

import { toSlug } from '~/lib/slug';
import { cutText } from '~/lib/text';
import { DAY_MS } from '~/lib/time/dates';

export const ARTICLE_STATUSES = ['published', 'draft', 'archived'] as const;
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number];

const TRASH_DAYS = 30;

/** Articles deleted before this time are deleted permanently. */
export function endOfTrash(now: Date): Date {
  return new Date(now.getTime() - TRASH_DAYS * DAY_MS);
}

/** Whole days left in the Trash, at least 1. */
export function daysLeft(deletedAt: Date, now: Date): number {
  return Math.max(1, Math.ceil((deletedAt.getTime() - endOfTrash(now).getTime()) / DAY_MS));
}

export const TITLE_LIMIT = 300;
export const AUTHOR_LIMIT = 200;
export const SLUG_LIMIT = 200;
/** Leaves room for the number that the database adds to a slug that is taken. */
const GENERATED_SLUG_LIMIT = SLUG_LIMIT - '-99999'.length;
export const SUMMARY_LIMIT = 2_000;
/** Characters of HTML, after embedded images were moved to the file store. */
export const CONTENT_LIMIT = 1_000_000;
/** Minutes. */
export const DEFAULT_READ_TIME = 5;
const MAX_READ_TIME = 999;

const EXCERPT_LENGTH = 160;
/** Cut at the last space unless that removes more than 20 percent. */
const MIN_KEPT_SHARE = 0.8;

/**
 * The first 160 characters of plain text, cut at the last space if it is beyond 80 percent, followed by
 * `...`, which replaces the full stop of a complete sentence.
 */
export function toExcerpt(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= EXCERPT_LENGTH) return plain;
  const cut = cutText(plain, 0, EXCERPT_LENGTH);
  const lastSpace = cut.lastIndexOf(' ');
  const cutAtSpace = lastSpace > EXCERPT_LENGTH * MIN_KEPT_SHARE ? cut.slice(0, lastSpace) : cut;
  return `${cutAtSpace.replace(/[\s.…]+$/, '')}...`;
}

/** Whole minutes from 1 to 999; 5 if `value` is not a number. */
export function toReadTime(value: unknown): number {
  // Don't convert arrays: a deeply nested one overflows the stack in String().
  const minutes = typeof value === 'string' ? Number.parseFloat(value) : value;
  if (typeof minutes !== 'number' || !Number.isFinite(minutes)) return DEFAULT_READ_TIME;
  return Math.min(Math.max(Math.trunc(minutes), 1), MAX_READ_TIME);
}

/** The preferred slug: the entered one, else from the title, else from the id. It may already be taken. */
export function wantedSlug(article: { id: string; slug: string; title: string }): string {
  const entered = cutSlug(toSlug(article.slug), SLUG_LIMIT);
  return (
    entered || cutSlug(toSlug(article.title), GENERATED_SLUG_LIMIT) || `article-${article.id.slice(0, 8)}`
  );
}

/** Whether a slug comes from the title, with or without a small number that was added because it was taken. */
export function isGeneratedSlug(slug: string, { id, title }: { id: string; title: string }): boolean {
  const generated = wantedSlug({ id, slug: '', title });
  return slug === generated || slug.replace(/-[1-9]\d?$/, '') === generated;
}

/** Cut at the last hyphen, if there is one. */
function cutSlug(slug: string, limit: number): string {
  if (slug.length <= limit) return slug;
  const end = slug.lastIndexOf('-', limit);
  return slug.slice(0, end > 0 ? end : limit);
}
