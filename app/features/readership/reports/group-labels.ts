// Readable names of groups.
import { labelSourceLink } from '../source-label';
import { PAGE_KINDS, type PageKind } from '../tracking/page-kind';
import type { GroupKind } from './readership-report';

const PAGE_LABELS: Record<PageKind, string> = {
  home: 'Home page',
  article: 'Articles',
  category: 'Categories',
  tag: 'Tags',
  author: 'Authors',
  search: 'Search',
  newsletter: 'Newsletter',
  page: 'Static pages',
};
const DEVICE_LABELS: Record<string, string> = { phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop' };

/** @param title of a category, author or tag; null if it was deleted */
export function groupLabel(kind: GroupKind, name: string, title: string | null): string {
  switch (kind) {
    case 'category':
      return title ?? (name ? 'Deleted category' : 'No category');
    case 'author':
      return title ?? (name ? 'Deleted author' : 'No author profile');
    case 'tag':
      return title ?? 'Deleted tag';
    case 'device':
      return DEVICE_LABELS[name] ?? 'Unknown';
    case 'country':
      return countryName(name);
    case 'page': {
      const page = PAGE_KINDS.find((known) => known === name);
      return page ? PAGE_LABELS[page] : 'Other';
    }
    default: {
      const [source = '', about = ''] = name.split('\t');
      return labelSourceLink(source, about);
    }
  }
}

const countries = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'code' });

function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : 'Unknown';
}
