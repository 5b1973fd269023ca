// The tabs of the content dashboard.
import { Tabs } from '~/ui/tabs';

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
  const tabs = CONTENT_TABS.map((name) => ({ name, label: LABELS[name], to: tabAddress(name) }));
  return <Tabs label="Content dashboard" tabs={tabs} current={current} />;
}
