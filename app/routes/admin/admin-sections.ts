// The sidebar's ten entries (specification, section 2), and a second, quieter group of what stands behind them.
import type { AdminIconName } from './admin-icon';

interface AdminSection {
  label: string;
  to: string;
  icon: AdminIconName;
}

export const ADMIN_SECTIONS: readonly AdminSection[] = [
  { label: 'Dashboard', to: '/admin', icon: 'dashboard' },
  { label: 'Articles', to: '/admin/articles', icon: 'articles' },
  { label: 'Categories', to: '/admin/categories', icon: 'categories' },
  { label: 'Tags', to: '/admin/tags', icon: 'tags' },
  { label: 'Advertisements', to: '/admin/ads', icon: 'ads' },
  { label: 'CTAs', to: '/admin/ctas', icon: 'ctas' },
  { label: 'Leads', to: '/admin/leads', icon: 'leads' },
  { label: 'AI Images', to: '/admin/images', icon: 'images' },
  { label: 'Article Repair', to: '/admin/repair', icon: 'repair' },
  { label: 'Settings', to: '/admin/settings', icon: 'settings' },
];

export const BACK_ROOM_SECTIONS: readonly AdminSection[] = [
  { label: 'Newsletter', to: '/admin/newsletter', icon: 'newsletter' },
  { label: 'Media', to: '/admin/media', icon: 'media' },
  { label: 'Pages', to: '/admin/pages', icon: 'pages' },
  { label: 'Redirects', to: '/admin/redirects', icon: 'redirects' },
  { label: 'Jobs', to: '/admin/jobs', icon: 'jobs' },
  { label: 'Webhooks', to: '/admin/webhooks', icon: 'webhooks' },
  { label: 'Import & Export', to: '/admin/transfer', icon: 'transfer' },
  { label: 'Audit Log', to: '/admin/audit', icon: 'audit' },
];
