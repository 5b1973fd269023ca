// The sidebar's ten entries (specification, section 2), and a second group of further sections.
import type { Capability } from '~/features/accounts/capabilities';
import type { AdminIconName } from './admin-icon';

export interface AdminSection {
  label: string;
  to: string;
  icon: AdminIconName;
  /** Accounts without this capability do not see the entry. */
  needs: Capability;
}

export const ADMIN_SECTIONS: readonly AdminSection[] = [
  { label: 'Dashboard', to: '/admin', icon: 'dashboard', needs: 'admin area' },
  { label: 'Articles', to: '/admin/articles', icon: 'articles', needs: 'own articles' },
  { label: 'Categories', to: '/admin/categories', icon: 'categories', needs: 'categories' },
  { label: 'Tags', to: '/admin/tags', icon: 'tags', needs: 'tags' },
  { label: 'Advertisements', to: '/admin/ads', icon: 'ads', needs: 'ads' },
  { label: 'CTAs', to: '/admin/ctas', icon: 'ctas', needs: 'ctas' },
  { label: 'Leads', to: '/admin/leads', icon: 'leads', needs: 'leads' },
  { label: 'AI Images', to: '/admin/images', icon: 'images', needs: 'generate images' },
  { label: 'Article Repair', to: '/admin/repair', icon: 'repair', needs: 'repair' },
  { label: 'Settings', to: '/admin/settings', icon: 'settings', needs: 'settings' },
];

export const MORE_ADMIN_SECTIONS: readonly AdminSection[] = [
  { label: 'Readership', to: '/admin/readership', icon: 'readership', needs: 'readership' },
  { label: 'Newsletter', to: '/admin/newsletter', icon: 'newsletter', needs: 'newsletter' },
  { label: 'Media', to: '/admin/media', icon: 'media', needs: 'use images' },
  { label: 'Authors', to: '/admin/authors', icon: 'authors', needs: 'authors' },
  { label: 'Pages', to: '/admin/pages', icon: 'pages', needs: 'pages' },
  { label: 'Redirects', to: '/admin/redirects', icon: 'redirects', needs: 'redirects' },
  { label: 'Search', to: '/admin/search', icon: 'search', needs: 'search' },
  { label: 'Jobs', to: '/admin/jobs', icon: 'jobs', needs: 'jobs' },
  { label: 'Webhooks', to: '/admin/webhooks', icon: 'webhooks', needs: 'webhooks' },
  { label: 'Import & Export', to: '/admin/transfer', icon: 'transfer', needs: 'transfer' },
  { label: 'Audit Log', to: '/admin/audit', icon: 'audit', needs: 'audit log' },
  { label: 'People', to: '/admin/people', icon: 'people', needs: 'people' },
];
