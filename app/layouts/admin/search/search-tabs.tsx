import { Tabs } from '~/ui/tabs';

const TABS = [
  { name: 'terms', label: 'Search Terms', to: '/admin/search' },
  { name: 'synonyms', label: 'Synonyms', to: '/admin/search/synonyms' },
] as const;

export function SearchTabs({ current }: { current: (typeof TABS)[number]['name'] }) {
  return <Tabs label="Search" tabs={TABS} current={current} />;
}
