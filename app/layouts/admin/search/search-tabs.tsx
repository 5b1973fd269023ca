// The tabs of the search pages. Each tab is a URL.
import { Link } from '@remix-run/react';

const TABS = [
  { name: 'terms', label: 'Search Terms', to: '/admin/search' },
  { name: 'synonyms', label: 'Synonyms', to: '/admin/search/synonyms' },
] as const;

export function SearchTabs({ current }: { current: (typeof TABS)[number]['name'] }) {
  return (
    <nav className="tabs" aria-label="Search">
      {TABS.map(({ name, label, to }) => (
        <Link
          className="tabs__tab"
          key={name}
          to={to}
          aria-current={name === current ? 'page' : undefined}
          prefetch="intent"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
