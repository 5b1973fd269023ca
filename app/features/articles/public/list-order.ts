// Sort order of a category's first page, and pagination of public lists.

export const PAGE_SIZE = 20;
export const RELATED_SHOWN = 3;

interface Ranked {
  isFeatured: boolean;
  isPopular: boolean;
  /** Marked popular by an editor, not computed. */
  isPinned: boolean;
  publishDate: Date;
}

/** Featured first, then popular (chosen before computed), then newest. */
export function byRank(a: Ranked, b: Ranked): number {
  return (
    Number(b.isFeatured) - Number(a.isFeatured) ||
    Number(b.isPinned) - Number(a.isPinned) ||
    Number(b.isPopular) - Number(a.isPopular) ||
    b.publishDate.getTime() - a.publishDate.getTime()
  );
}

/** The number in `?page=`: 1 if it is missing, null if it is invalid. */
export function toPageNumber(text: string | null): number | null {
  if (text === null || text === '') return 1;
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null;
}

/** At least 1, so that an empty list also has a page. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}
