// Tabs that are links: each tab is a URL.
import { Link } from '@remix-run/react';

interface Tab<Name extends string> {
  name: Name;
  label: string;
  to: string;
}

interface TabsProps<Name extends string> {
  /** Read aloud before the tabs. */
  label: string;
  tabs: readonly Tab<Name>[];
  /** Null on a screen that is not one of the tabs. */
  current: Name | null;
}

export function Tabs<Name extends string>({ label: about, tabs, current }: TabsProps<Name>) {
  return (
    <nav className="tabs" aria-label={about}>
      {tabs.map(({ name, label, to }) => (
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
