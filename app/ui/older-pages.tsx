// Cursor pagination for lists with the newest entries first, which have no page numbers.
import { Link } from '@remix-run/react';

interface OlderPagesProps {
  /** URLs; null without such a page. */
  newest: string | null;
  newer?: string | null;
  older: string | null;
}

/** Renders nothing for a single page. */
export function OlderPages({ newest, newer = null, older }: OlderPagesProps) {
  if (newest === null && older === null) return null;
  return (
    <nav className="pagination" aria-label="Pagination">
      {newer !== null && (
        <Link className="pagination__link" to={newer} rel="prev">
          Newer
        </Link>
      )}
      {newest !== null && (
        <Link className="pagination__link" to={newest}>
          Newest
        </Link>
      )}
      {older !== null && (
        <Link className="pagination__link" to={older} rel="next">
          Older
        </Link>
      )}
    </nav>
  );
}
