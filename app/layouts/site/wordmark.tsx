// The magazine's logo, linked to the home page.
import { Link } from '@remix-run/react';

export function Wordmark({ name }: { name: string }) {
  return (
    <Link className="wordmark" to="/" prefetch="intent">
      <span className="wordmark__tile" aria-hidden="true">
        <Mark />
      </span>
      <span className="wordmark__name">{name}</span>
    </Link>
  );
}

/** The shape of favicon.svg in the current text color. */
export function Mark() {
  return (
    <svg className="wordmark__mark" viewBox="8 4 48 56" aria-hidden="true" focusable="false">
      <path d="M12 56V28A20 20 0 0 1 52 28V56H40V28A8 8 0 0 0 24 28V56ZM24 36H40V44H24Z" />
    </svg>
  );
}
