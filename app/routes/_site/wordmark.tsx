// The magazine's name as its logo, linking home.
import { Link } from '@remix-run/react';

export function Wordmark({ name }: { name: string }) {
  return (
    <Link className="wordmark" to="/" prefetch="intent">
      <span className="wordmark__tile" aria-hidden="true">
        §
      </span>
      <span className="wordmark__name">{name}</span>
    </Link>
  );
}
