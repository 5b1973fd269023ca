// The way through a list that only goes back: no page has a number, since new entries come in front.
import { Link } from '@remix-run/react';

interface OlderPagesProps {
  /** Addresses; null where there is nothing. */
  newest: string | null;
  newer?: string | null;
  older: string | null;
}

/** Nothing when there is one page only. */
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
