// How a category's first page is ordered, and how long lists are cut into pages.

export const PAGE_SIZE = 20;
export const RELATED_FETCH = 4;
export const RELATED_SHOWN = 3;

interface Ranked {
  isFeatured: boolean;
  isPopular: boolean;
  publishDate: Date;
}

/** Featured first, then popular, then the newest. */
export function byStanding(a: Ranked, b: Ranked): number {
  return (
    Number(b.isFeatured) - Number(a.isFeatured) ||
    Number(b.isPopular) - Number(a.isPopular) ||
    b.publishDate.getTime() - a.publishDate.getTime()
  );
}

/** The number in `?page=`: 1 when there is none, null when it is no page number. */
export function toPageNumber(text: string | null): number | null {
  if (text === null || text === '') return 1;
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null;
}

/** At least one page, so that an empty list has a page to say so. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}
