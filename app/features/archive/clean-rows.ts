// Rows as an archive brings them. It may have been changed by anybody since it was made, so what every other door takes
// care of is taken care of here too: markup is clean, addresses are addresses.
import { cleanHtml } from '~/lib/clean-html';
import { InvalidError } from '~/lib/errors';
import { isPictureAddress } from '~/lib/picture-address';

export type Row = Record<string, unknown>;

const DAMAGED = 'The archive is damaged: one of its lines is no row.';

/** What the database cannot store is left out: NUL, and halves of characters. */
const reviver = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '') : value;

/** @throws InvalidError */
export function readLines(text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      try {
        const row: unknown = JSON.parse(line, reviver);
        if (isRow(row)) return row;
      } catch {
        // Said below.
      }
      throw new InvalidError(DAMAGED);
    });
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const html = (value: unknown) => (typeof value === 'string' ? cleanHtml(value) : value);

function link(value: unknown): unknown {
  if (typeof value !== 'string' || value === '' || /^(\/(?!([/\\]|%2f|%5c))|#)/i.test(value)) return value;
  const isKnown =
    URL.canParse(value) && ['http:', 'https:', 'mailto:', 'tel:'].includes(new URL(value).protocol);
  return isKnown ? value : null;
}

const picture = (value: unknown) =>
  typeof value !== 'string' || value === '' || isPictureAddress(value) ? value : null;

const CLEANERS: Record<string, Record<string, (value: unknown) => unknown>> = {
  articles: { content: html, image_url: picture },
  categories: { image_url: picture },
  pages: { content: html },
  ads: { html_content: html, link_url: link, image_url: picture },
  ctas: { button_link: (value) => link(value) ?? '' },
  redirects: { to_path: link },
  article_revisions: {
    snapshot: (value) =>
      isRow(value) && 'content' in value ? { ...value, content: html(value.content) } : value,
  },
};

/** The row as it may be stored; null when nothing is left of it. What is clean stays as it is. */
export function cleanRow(table: string, row: Row): Row | null {
  const cleaned = { ...row };
  for (const [column, clean] of Object.entries(CLEANERS[table] ?? {})) {
    if (column in cleaned) cleaned[column] = clean(cleaned[column]);
  }
  return table === 'redirects' && cleaned.to_path === null ? null : cleaned;
}
