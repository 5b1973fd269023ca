// How readers see an author, and the limits of a profile.

/** Shown for an author without a role (specification, section 2). */
export const AUTHOR_ROLE = 'Contributing Writer';

/** Shown on the article page for an author without a bio. */
export const AUTHOR_BLURB =
  'Writes about the business of running a law firm: what works, what it costs, and what you can skip.';

export const ROLE_LIMIT = 80;
export const BIO_LIMIT = 600;
export const LINKS_LIMIT = 5;
export const LINK_LENGTH_LIMIT = 300;

/** What an editor has entered about an author; null on pages for an author of whom nothing is known. */
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

/** `linkedin.com/in/dana`: the text of a link to another site. */
export function linkLabel(link: string): string {
  const { hostname, pathname } = new URL(link);
  return (hostname.replace(/^www\./, '') + pathname).replace(/\/$/, '');
}
