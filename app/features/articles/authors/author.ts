// How readers see an author, and the limits of a profile.
import type { Role } from '~/features/accounts/account';
import { toSlug } from '~/lib/slug';

/** The role on every author card (specification, section 2). */
export const AUTHOR_ROLE = 'Contributing Writer';

/** Shown on the article page for a single author. */
export const AUTHOR_BLURB =
  'Writes about the business of running a law firm: what works, what it costs, and what you can skip.';

export const ROLE_LIMIT = 80;
export const BIO_LIMIT = 600;
export const LINKS_LIMIT = 5;
export const LINK_LENGTH_LIMIT = 300;

/** What an editor has entered about an author. On pages it is null if nothing was entered. */
export interface AuthorProfile {
  /** '' for the default. */
  role: string;
  /** Plain text; '' for none. */
  bio: string;
  /** Site-relative; null for none. */
  image: string | null;
  /** https URLs. */
  links: string[];
}

/** A staff account that an author can be linked to. */
export interface AccountChoice {
  id: string;
  name: string;
  /** Null if the account has lost its role since it was linked. */
  role: Role;
}

/** Authors of an article after the first. */
export const COAUTHORS_LIMIT = 5;

/** An author of an article after the first. */
export interface Coauthor {
  name: string;
  slug: string;
  profile: AuthorProfile | null;
}

/** An author as an article names them. */
export interface Byline {
  name: string;
  /** Null for an author without a page. */
  slug: string | null;
  profile: AuthorProfile | null;
}

/** All authors of an article in order. */
export function listBylines(article: {
  author: string;
  authorSlug: string | null;
  authorProfile: AuthorProfile | null;
  coauthors: readonly Coauthor[];
}): Byline[] {
  const { author, authorSlug, authorProfile, coauthors } = article;
  return [{ name: author, slug: authorSlug, profile: authorProfile }, ...coauthors];
}

/** The row of an author who is created with an article. */
export function newAuthor(name: string): { id: string; name: string; slug: string } {
  const id = crypto.randomUUID();
  return { id, name, slug: toSlug(name) || `author-${id.slice(0, 8)}` };
}

/** `linkedin.com/in/dana`: the text of a link to another site. */
export function linkLabel(link: string): string {
  const { hostname, pathname } = new URL(link);
  return (hostname.replace(/^www\./, '') + pathname).replace(/\/$/, '');
}
