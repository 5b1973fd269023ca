// Pagination with numbered links, which work without JavaScript and can be shared.
import { Link } from '@remix-run/react';

/** At most 5 page numbers, always with the first, the current and the last; `null` is an ellipsis. */
export function pageWindow(page: number, pageCount: number): (number | null)[] {
  if (pageCount <= 5) return Array.from({ length: pageCount }, (_, index) => index + 1);
  if (page <= 3) return [1, 2, 3, 4, null, pageCount];
  if (page >= pageCount - 2) return [1, null, pageCount - 3, pageCount - 2, pageCount - 1, pageCount];
  return [1, null, page - 1, page, page + 1, null, pageCount];
}

interface PaginationProps {
  page: number;
  pageCount: number;
  hrefFor: (page: number) => string;
}

/** Renders nothing for a single page. */
export function Pagination({ page, pageCount, hrefFor }: PaginationProps) {
  if (pageCount <= 1) return null;
  return (
    <nav className="pagination" aria-label="Pagination">
      <Step label="Previous" rel="prev" to={page > 1 ? hrefFor(page - 1) : null} />
      {pageWindow(page, pageCount).map((number, index) =>
        number === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: an ellipsis has no name but its place
          <span className="pagination__gap" key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            className="pagination__link"
            key={number}
            to={hrefFor(number)}
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            prefetch="intent"
          >
            {number}
          </Link>
        ),
      )}
      <Step label="Next" rel="next" to={page < pageCount ? hrefFor(page + 1) : null} />
    </nav>
  );
}

function Step({ label, rel, to }: { label: string; rel: 'prev' | 'next'; to: string | null }) {
  if (to === null) return <span className="pagination__link pagination__link--off">{label}</span>;
  return (
    <Link className="pagination__link" to={to} rel={rel} prefetch="intent">
      {label}
    </Link>
  );
}
