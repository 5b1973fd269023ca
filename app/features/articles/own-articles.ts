// What an author may do: write drafts of their own. Publishing, scheduling, placing and what others write is for editors.
import type { Role } from '~/features/accounts/account';
import { may } from '~/features/accounts/capabilities';
import { ForbiddenError } from '~/lib/errors';
import type { ArticleStatus } from './article-status';

/** Who writes. Whoever has no role here is the machine, or a door that asked already. */
export interface Writer {
  userId: string;
  role?: Role;
}

export interface Ownership {
  ownerId: string | null;
  status: ArticleStatus;
  publishAt: unknown;
  /** Null for what readers never saw. */
  firstPublishedAt: Date | null;
}

const NOT_YOURS = 'Somebody else is writing this article. Ask an editor if you should see it.';
const OUT_OF_HAND =
  'An editor has published or scheduled this article: changes to it go through an editor now.';
const NOT_PUBLISHING = 'Publishing and scheduling are for editors. Save it as a draft, and tell one of them.';

/** Whether this person writes drafts of their own and nothing else; then with their id. */
export function authorOnly(writer: Writer | null): string | null {
  if (!writer?.role) return null;
  return may({ role: writer.role }, 'all articles') ? null : writer.userId;
}

/** Neither published nor waiting for it, and never taken back from readers. */
export function isInAuthorsHand({
  status,
  publishAt,
  firstPublishedAt,
}: Omit<Ownership, 'ownerId'>): boolean {
  return status === 'draft' && publishAt === null && firstPublishedAt === null;
}

/** @throws ForbiddenError for an author about what somebody else writes */
export function refuseForeign(writer: Writer | null, { ownerId }: Pick<Ownership, 'ownerId'>): void {
  const author = authorOnly(writer);
  if (author !== null && author !== ownerId) throw new ForbiddenError(NOT_YOURS);
}

/** @throws ForbiddenError for an author about what is not theirs, or theirs no longer */
export function refuseUnwritable(writer: Writer | null, article: Ownership): void {
  refuseForeign(writer, article);
  if (authorOnly(writer) !== null && !isInAuthorsHand(article)) throw new ForbiddenError(OUT_OF_HAND);
}

interface Wish {
  status?: ArticleStatus | undefined;
  publishAt: Date | null;
  isFeatured: boolean;
  isPopular: boolean;
  membersOnly: boolean;
}

/**
 * What an author's form asks for: a draft, placed as editors placed it.
 * @throws ForbiddenError when it asks to be published or scheduled
 */
export function asAuthorMay<T extends Wish>(
  writer: Writer | null,
  wish: T,
  placed: Partial<Pick<Wish, 'isFeatured' | 'isPopular' | 'membersOnly'>>,
): T {
  if (authorOnly(writer) === null) return wish;
  if ((wish.status ?? 'draft') !== 'draft' || wish.publishAt !== null)
    throw new ForbiddenError(NOT_PUBLISHING);
  const { isFeatured = false, isPopular = false, membersOnly = false } = placed;
  return { ...wish, status: 'draft', isFeatured, isPopular, membersOnly };
}
