// Breadcrumbs. The last item is the current page and not a link.
import { Link } from '@remix-run/react';

export interface Breadcrumb {
  label: string;
  to?: string;
}

export function Breadcrumbs({ items }: { items: readonly Breadcrumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="breadcrumbs">
        {items.map((item) => (
          <li
            className={item.to ? 'breadcrumbs__item' : 'breadcrumbs__item breadcrumbs__item--here'}
            key={item.label}
          >
            {item.to ? (
              <Link className="breadcrumbs__link" to={item.to} prefetch="intent">
                {item.label}
              </Link>
            ) : (
              <span className="breadcrumbs__here" aria-current="page">
                {item.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
