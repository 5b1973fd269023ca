// The permission table that route guards, navigation and buttons share. Admins have every capability.
import { isAdmin, type Role } from './account';

type Staff = Exclude<Role, 'admin' | null>;

const EVERYONE: readonly Staff[] = ['editor', 'sales', 'audience', 'author'];
const WRITERS: readonly Staff[] = ['editor', 'author'];
const EDITORS: readonly Staff[] = ['editor'];
const SALES: readonly Staff[] = ['sales'];
const AUDIENCE: readonly Staff[] = ['audience'];
const READERSHIP: readonly Staff[] = ['editor', 'sales', 'audience'];
const ADMINS_ONLY: readonly Staff[] = [];

/** Each capability with the roles that have it in addition to admins. */
export const CAPABILITIES = {
  /** The admin shell, its dashboard, the person's own author profile, and the 404 page. */
  'admin area': EVERYONE,
  /** Writing. Each author route also checks that the article is theirs (`own-articles.ts`). */
  'own articles': WRITERS,
  /**
   * Reading and changing other people's articles; publishing, scheduling, placement, bulk actions and the
   * Trash.
   */
  'all articles': EDITORS,
  /** Browsing the media library, where image names can reveal the titles of drafts. */
  'use images': WRITERS,
  /** Adding images to the media library, including those for ads and the person's own author profile. */
  'upload images': EVERYONE,
  /** Renaming and deleting images. */
  'manage images': EDITORS,
  'generate images': EDITORS,
  categories: EDITORS,
  tags: EDITORS,
  authors: EDITORS,
  pages: EDITORS,
  redirects: EDITORS,
  /** Reports about searches, and synonyms. */
  search: EDITORS,
  'content dashboard': EDITORS,
  /** Reports about what is read, where readers come from, and what reading leads to. */
  readership: READERSHIP,
  /** Watching, canceling and repeating jobs that the user started. */
  'own jobs': ['editor', 'audience'],
  jobs: ADMINS_ONLY,
  /** Ads and their reports. */
  ads: SALES,
  ctas: ['sales', 'audience'],
  leads: AUDIENCE,
  newsletter: AUDIENCE,
  repair: ADMINS_ONLY,
  settings: ADMINS_ONLY,
  people: ADMINS_ONLY,
  webhooks: ADMINS_ONLY,
  transfer: ADMINS_ONLY,
  'audit log': ADMINS_ONLY,
} as const satisfies Record<string, readonly Staff[]>;

export type Capability = keyof typeof CAPABILITIES;

/** @param capability null if the job's kind no longer exists: admins only */
export function may(viewer: { role: Role }, capability: Capability | null): boolean {
  const { role } = viewer;
  if (isAdmin(viewer)) return true;
  if (role === null || role === 'admin' || capability === null) return false;
  const staff: readonly Staff[] = CAPABILITIES[capability];
  return staff.includes(role);
}

const ROLE_NAMES = {
  admin: 'Admin',
  editor: 'Editor',
  sales: 'Sales',
  audience: 'Audience',
  author: 'Author',
} as const;

export function roleName(role: Role): string {
  return role === null ? 'Reader' : ROLE_NAMES[role];
}

const ROLE_TEXTS = {
  admin: 'Manages everything, including settings and people.',
  editor:
    'Edits and publishes all articles, manages categories, tags, authors, pages and images, and sees the readership report.',
  sales: 'Manages ads, their reports and calls to action, and sees the readership report.',
  audience: 'Manages leads, the newsletter and calls to action, and sees the readership report.',
  author: 'Writes their own drafts, which editors publish.',
} as const;

/** What the role may do, in one sentence for the people screen. */
export function roleText(role: Role): string {
  return role === null ? 'Has an account, but no access to Newsroom.' : ROLE_TEXTS[role];
}
