// Restrictions of the author role: authors write their own drafts. Publishing, scheduling, featuring and
// other people's articles are for editors.
import type { Role } from '~/features/accounts/account';
import { may } from '~/features/accounts/capabilities';
import type { Seo } from '~/features/seo/seo';
import { ForbiddenError } from '~/lib/errors';
import type { ArticleStatus } from './article';

/** The message if an article has been deleted in the meantime. */
export const ARTICLE_GONE = 'This article no longer exists.';

/** Who writes. Without a role: an automatic change, or the caller already checked permissions. */
export interface Writer {
  userId: string;
  role?: Role;
}

export interface Ownership {
  ownerId: string | null;
  status: ArticleStatus;
  publishAt: unknown;
  /** Null if it was never public. */
  firstPublishedAt: Date | null;
}

const NOT_YOURS = 'This article belongs to another author. Ask an editor for access.';
const LOCKED_BY_EDITOR = 'An editor has published or scheduled this article. Ask an editor to change it.';
const PUBLISH_FORBIDDEN =
  'Only editors can publish or schedule. Save the article as a draft and ask an editor.';

/** The user's id if they may only edit their own drafts; otherwise null. */
export function authorOnly(writer: Writer | null): string | null {
  if (!writer?.role) return null;
  return may({ role: writer.role }, 'all articles') ? null : writer.userId;
}

/** A draft that is not scheduled and was never published. */
export function isEditableByAuthor({
  status,
  publishAt,
  firstPublishedAt,
}: Omit<Ownership, 'ownerId'>): boolean {
  return status === 'draft' && publishAt === null && firstPublishedAt === null;
}

/** @throws ForbiddenError if the user is an author and the article is not theirs */
export function requireOwner(writer: Writer | null, { ownerId }: Pick<Ownership, 'ownerId'>): void {
  const author = authorOnly(writer);
  if (author !== null && author !== ownerId) throw new ForbiddenError(NOT_YOURS);
}

/**
 * @throws ForbiddenError if the user is an author and the article is not theirs, or an editor has taken it
 * over
 */
export function requireWritable(writer: Writer | null, article: Ownership): void {
  requireOwner(writer, article);
  if (authorOnly(writer) !== null && !isEditableByAuthor(article)) throw new ForbiddenError(LOCKED_BY_EDITOR);
}

interface PlacementInput {
  status?: ArticleStatus | undefined;
  publishAt: Date | null;
  isFeatured: boolean;
  isPopular: boolean;
  membersOnly: boolean;
  canonicalUrl: string;
  hideFromSearch: 'on' | '';
}

export type ArticlePlacement = Pick<PlacementInput, 'isFeatured' | 'isPopular' | 'membersOnly'> & {
  seo: Seo;
};

/**
 * The input that an author may save: always a draft, with placement options as editors set them. These include the fields that
 * keep the article out of search results.
 * @throws ForbiddenError if it requests publishing or scheduling
 */
export function restrictToAuthor<T extends PlacementInput>(
  writer: Writer | null,
  input: T,
  placed: Partial<ArticlePlacement>,
): T {
  if (authorOnly(writer) === null) return input;
  if ((input.status ?? 'draft') !== 'draft' || input.publishAt !== null)
    throw new ForbiddenError(PUBLISH_FORBIDDEN);
  const { isFeatured = false, isPopular = false, membersOnly = false, seo = {} } = placed;
  return {
    ...input,
    ...{ status: 'draft', isFeatured, isPopular, membersOnly },
    canonicalUrl: seo.canonicalUrl ?? '',
    hideFromSearch: seo.hideFromSearch ? 'on' : '',
  };
}
