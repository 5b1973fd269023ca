// The sidebar's ten entries (specification, section 2), and a second group of further sections. The command
// palette also lists what is below them.
import type { Capability } from '~/features/accounts/capabilities';
import type { AdminIconName } from './admin-icon';

export interface AdminSection {
  label: string;
  to: string;
  icon: AdminIconName;
  /** The entry is hidden from accounts without this capability. */
  needs: Capability;
  /** Further screens and actions. They need the section's capability, unless they name their own. */
  more?: readonly { label: string; to: string; needs?: Capability }[];
}

export const ADMIN_SECTIONS: readonly AdminSection[] = [
  { label: 'Dashboard', to: '/admin', icon: 'dashboard', needs: 'admin area' },
  {
    label: 'Articles',
    to: '/admin/articles',
    icon: 'articles',
    needs: 'own articles',
    more: [
      { label: 'New Article', to: '/admin/articles/new' },
      { label: 'Article Templates', to: '/admin/articles/templates' },
      { label: 'Trash', to: '/admin/articles?view=trash' },
      { label: 'Content Dashboard', to: '/admin-old', needs: 'content dashboard' },
    ],
  },
  {
    label: 'Categories',
    to: '/admin/categories',
    icon: 'categories',
    needs: 'categories',
    more: [{ label: 'New Category', to: '/admin/categories?new' }],
  },
  {
    label: 'Tags',
    to: '/admin/tags',
    icon: 'tags',
    needs: 'tags',
    more: [{ label: 'New Tag', to: '/admin/tags?new' }],
  },
  {
    label: 'Advertisements',
    to: '/admin/ads',
    icon: 'ads',
    needs: 'ads',
    more: [{ label: 'New Ad', to: '/admin/ads?new' }],
  },
  {
    label: 'CTAs',
    to: '/admin/ctas',
    icon: 'ctas',
    needs: 'ctas',
    more: [{ label: 'New CTA', to: '/admin/ctas?new' }],
  },
  { label: 'Leads', to: '/admin/leads', icon: 'leads', needs: 'leads' },
  { label: 'AI Images', to: '/admin/images', icon: 'images', needs: 'generate images' },
  { label: 'Article Repair', to: '/admin/repair', icon: 'repair', needs: 'repair' },
  {
    label: 'Settings',
    to: '/admin/settings',
    icon: 'settings',
    needs: 'settings',
    more: [{ label: 'Demo Data', to: '/admin/settings/demo' }],
  },
];

export const MORE_ADMIN_SECTIONS: readonly AdminSection[] = [
  {
    label: 'Readership',
    to: '/admin/readership',
    icon: 'readership',
    needs: 'readership',
    more: [{ label: 'Readership Settings', to: '/admin/readership/settings', needs: 'settings' }],
  },
  {
    label: 'Newsletter',
    to: '/admin/newsletter',
    icon: 'newsletter',
    needs: 'newsletter',
    more: [{ label: 'Newsletter Settings', to: '/admin/newsletter/settings' }],
  },
  { label: 'Media', to: '/admin/media', icon: 'media', needs: 'use images' },
  {
    label: 'Authors',
    to: '/admin/authors',
    icon: 'authors',
    needs: 'authors',
    more: [
      { label: 'Add Author', to: '/admin/authors?new' },
      { label: 'Your Author Profile', to: '/admin/authors/me', needs: 'admin area' },
    ],
  },
  {
    label: 'Pages',
    to: '/admin/pages',
    icon: 'pages',
    needs: 'pages',
    more: [{ label: 'New Page', to: '/admin/pages/new' }],
  },
  {
    label: 'Redirects',
    to: '/admin/redirects',
    icon: 'redirects',
    needs: 'redirects',
    more: [{ label: 'New Redirect', to: '/admin/redirects?new' }],
  },
  {
    label: 'Search',
    to: '/admin/search',
    icon: 'search',
    needs: 'search',
    more: [
      { label: 'Synonyms', to: '/admin/search/synonyms' },
      { label: 'Add Synonyms', to: '/admin/search/synonyms?new' },
    ],
  },
  { label: 'Jobs', to: '/admin/jobs', icon: 'jobs', needs: 'jobs' },
  {
    label: 'Webhooks',
    to: '/admin/webhooks',
    icon: 'webhooks',
    needs: 'webhooks',
    more: [
      { label: 'Outgoing Webhooks', to: '/admin/webhooks/outgoing' },
      { label: 'New Endpoint', to: '/admin/webhooks/outgoing?new' },
      { label: 'API', to: '/admin/api' },
    ],
  },
  { label: 'Import & Export', to: '/admin/transfer', icon: 'transfer', needs: 'transfer' },
  { label: 'Audit Log', to: '/admin/audit', icon: 'audit', needs: 'audit log' },
  {
    label: 'People',
    to: '/admin/people',
    icon: 'people',
    needs: 'people',
    more: [{ label: 'Invite Person', to: '/admin/people?new' }],
  },
];

/** An entry of the command palette. */
export interface AdminCommand<To = string | HTMLElement> {
  label: string;
  /** The path of a screen, or a button or link of the open screen, which is clicked. */
  to: To;
  icon: AdminIconName;
  /** The section that it is in; empty for a section itself. */
  note: string;
}

/** The actions of the open screen: its elements with `data-command`, which contains the label. */
export function listScreenCommands(pathname: string): AdminCommand<HTMLElement>[] {
  const section = [...ADMIN_SECTIONS, ...MORE_ADMIN_SECTIONS].findLast(({ to }) => pathname.startsWith(to));
  // A part of the editor that is not open is hidden, and its buttons would do nothing.
  const found = document.querySelectorAll<HTMLElement>('[data-command]:not(:disabled, [hidden] *)');
  return Array.from(found, (to) => ({
    label: to.dataset.command ?? '',
    to,
    icon: section?.icon ?? 'dashboard',
    note: 'On this screen',
  }));
}

/** Every screen and action that the account may open. */
export function listCommands(may: (capability: Capability) => boolean): AdminCommand<string>[] {
  return [...ADMIN_SECTIONS, ...MORE_ADMIN_SECTIONS].flatMap(({ label: note, to, icon, needs, more = [] }) =>
    [{ label: note, to, needs, note: '' }, ...more.map((entry) => ({ needs, note, ...entry }))]
      .filter((entry) => may(entry.needs))
      .map(({ needs: _, ...entry }) => ({ ...entry, icon })),
  );
}

/** The commands with every word of `text` in their label or section; labels that start with it come first. */
export function findCommands(commands: readonly AdminCommand[], text: string): AdminCommand[] {
  const typed = text.trim().toLowerCase();
  const words = typed.split(/\s+/);
  const found = commands.filter(({ label, note }) =>
    words.every((word) => `${label} ${note}`.toLowerCase().includes(word)),
  );
  const rank = ({ label }: AdminCommand) => (label.toLowerCase().startsWith(typed) ? 0 : 1);
  return found.sort((one, other) => rank(one) - rank(other));
}
