// Who may do what in the newsroom: the one table that guards, navigation and buttons ask. Admins may do everything; a
// door that names no capability is theirs alone.
import { isAdmin, type Role } from './account';

type Staff = Exclude<Role, 'admin' | null>;

const EVERYONE: readonly Staff[] = ['editor', 'author'];
const EDITORS: readonly Staff[] = ['editor'];
const NOBODY: readonly Staff[] = [];

/** Capability -> who has it besides admins. */
export const CAPABILITIES = {
  /** Its shell, its dashboard, its 404. */
  newsroom: EVERYONE,
  /** Writing. Of an author's doors each asks besides whether this article is theirs (`own-articles.ts`). */
  'own articles': EVERYONE,
  /** Reading and changing what others write; publishing, scheduling, placing, work on many at once, the Trash. */
  'all articles': EDITORS,
  /** Looking at the library and adding to it. */
  'use pictures': EVERYONE,
  /** Renaming and deleting what is in it. */
  'manage pictures': EDITORS,
  'generate pictures': EDITORS,
  categories: EDITORS,
  tags: EDITORS,
  pages: EDITORS,
  redirects: EDITORS,
  'content dashboard': EDITORS,
  /** Watching, cancelling and repeating the jobs that one has started. */
  'own jobs': EDITORS,
  jobs: NOBODY,
  ads: NOBODY,
  ctas: NOBODY,
  leads: NOBODY,
  newsletter: NOBODY,
  repair: NOBODY,
  settings: NOBODY,
  people: NOBODY,
  webhooks: NOBODY,
  transfer: NOBODY,
  'audit log': NOBODY,
} as const satisfies Record<string, readonly Staff[]>;

export type Capability = keyof typeof CAPABILITIES;

/** @param capability null for what nobody declared: admins only */
export function may(viewer: { role: Role }, capability: Capability | null): boolean {
  const { role } = viewer;
  if (isAdmin(viewer)) return true;
  if (role === null || role === 'admin' || capability === null) return false;
  const staff: readonly Staff[] = CAPABILITIES[capability];
  return staff.includes(role);
}

const ROLE_NAMES = { admin: 'Admin', editor: 'Editor', author: 'Author' } as const;

export function roleName(role: Role): string {
  return role === null ? 'Reader' : ROLE_NAMES[role];
}
