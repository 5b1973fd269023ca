// The tabs of the content dashboard. Each tab is a URL.
import { Link } from '@remix-run/react';

export const CONTENT_TABS = ['articles', 'categories', 'webhook'] as const;
export type ContentTab = (typeof CONTENT_TABS)[number];

const LABELS: Record<ContentTab, string> = {
  articles: 'Articles',
  categories: 'Categories',
  webhook: 'Zapier Webhook',
};

export function tabAddress(tab: ContentTab): string {
  return `/admin-old?tab=${tab}`;
}

/** `current` is null on a screen that is not one of the tabs. */
export function ContentTabs({ current }: { current: ContentTab | null }) {
  return (
    <nav className="tabs" aria-label="Content dashboard">
      {CONTENT_TABS.map((tab) => (
        <Link
          className="tabs__tab"
          key={tab}
          to={tabAddress(tab)}
          aria-current={tab === current ? 'page' : undefined}
          prefetch="intent"
        >
          {LABELS[tab]}
        </Link>
      ))}
    </nav>
  );
}
