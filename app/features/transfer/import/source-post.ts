// The common format of imported content, independent of the product that exported it.
import { readSeoFields, SEO_LABELS, type Seo, type SeoField, type SeoFields } from '~/features/seo/seo';
import { cutText } from '~/lib/text';

/** A byte range of the file, which can be read on its own. */
export type SourceRange = {
  from: number;
  /** Exclusive. */
  to: number;
};

export type SourceStatus = 'published' | 'draft' | 'scheduled' | 'trash';

export interface SourceTerm {
  /** `category:news`, `tag:billing`. */
  id: string;
  kind: 'category' | 'tag';
  name: string;
  slug: string;
  description: string;
  /** Slug of the category above it; '' for none. */
  parent: string;
}

/** Slug of WordPress's default category. */
export const DEFAULT_CATEGORY = 'uncategorized';

export const TERM_DESCRIPTION_LIMIT = 500;
const TERM_NAME_LIMIT = 120;

/** The name of the category or tag here; '' if the term has none. */
export const toTermName = (name: string) =>
  cutText(name.replace(/\s+/g, ' ').trim(), 0, TERM_NAME_LIMIT).trim();

export interface SourceAuthor {
  /** A login or an id. */
  id: string;
  name: string;
  /** Plain text; '' for none. WordPress exports have none. */
  bio?: string | undefined;
}

/** An article or page of the old site. */
export interface SourcePost {
  kind: 'article' | 'page';
  sourceId: string;
  title: string;
  slug: string;
  summary: string;
  /** Original HTML: not cleaned, with image URLs of the old site. */
  html: string;
  status: SourceStatus;
  /** ISO 8601; null if missing. */
  publishedAt: string | null;
  createdAt: string | null;
  updatedAt: string | null;
  /** In the order of the byline. */
  authorIds: readonly string[];
  /** Most important first. */
  termIds: string[];
  imageUrl: string | null;
  imageAlt: string;
  isFeatured: boolean;
  /** As in the file; the social image is a URL of the old site. */
  seo: Seo;
  /** Its old URL; null if unknown. */
  oldAddress: string | null;
  /** What was removed during conversion, for the report. */
  notes: string[];
}

/** An uploaded file of WordPress. A type, because it is stored as `Json`. */
export type Attachment = {
  url: string;
  alt: string;
  caption: string;
};

/**
 * The location of a post in the file, with the data needed from the rest of the file. Stored as `Json`, to which
 * TypeScript assigns types but not interfaces.
 */
export type PostPlace = SourceRange & {
  kind: 'article' | 'page';
  sourceId: string;
  /** Its slug in the file; '' for none. */
  slug: string;
  /** Missing in files that older versions analyzed. */
  title?: string;
  /** Approximate number of images. */
  images: number;
  /** The attachments it refers to, by id. */
  attachments?: Record<string, Attachment>;
  /** Ids of the images attached to it, which a gallery without ids shows. */
  gallery?: string[];
  /** The same for other posts whose images its galleries show. */
  galleries?: Record<string, string[]>;
  /** Stored outside the post in the file. */
  termIds?: string[];
  /** In the order of the byline. */
  authorIds?: string[];
  /** Written by older versions, whose jobs may still be running. */
  authorId?: string | null;
  imageAlt?: string;
  /** HTML. */
  imageCaption?: string;
  summary?: string;
  seo?: Seo;
  /** About data elsewhere in the file that is lost. */
  notes?: string[];
};

/** Uses each field's first nonempty value. Notes list the others. */
export function pickSeo(valuesOf: (field: SeoField) => readonly string[], notes: string[]): SeoFields {
  return readSeoFields((field) => {
    const filled = valuesOf(field).flatMap((value) => value.trim() || []);
    const [first, ...others] = [...new Set(filled)];
    for (const other of others) notes.push(`Another “${SEO_LABELS[field]}” was left out: ${other}`);
    return first;
  });
}

/** Per file: the locations of all posts are held in memory. */
export const MAX_POSTS = 100_000;
export const TOO_MANY_POSTS =
  'The file contains more than 100,000 posts. Export the old site in several files, a few years each.';

export interface Dropped {
  what: string;
  count: number;
  why: string;
  /** Titles of dropped posts, up to a limit. */
  titles: string[];
}

export interface SurveyedTerm extends SourceTerm {
  /** Number of posts. */
  count: number;
  /** Number of published articles whose first category it is. */
  firsts: number;
}

/** The result of analyzing a file. */
export interface Survey {
  product: 'wordpress' | 'ghost';
  siteName: string;
  /** URL of the old site without a trailing slash; '' if the file has none. */
  siteUrl: string;
  articles: number;
  pages: number;
  byStatus: Record<string, number>;
  terms: SurveyedTerm[];
  authors: (SourceAuthor & { count: number })[];
  images: number;
  /** What will not be imported, and why. */
  dropped: Dropped[];
  /** What the import will change. */
  notes: string[];
}

/** A survey with the locations of all posts. */
export interface SurveyedFile {
  survey: Survey;
  places: PostPlace[];
}

/**
 * `wordpress:old.example`: identifies the source, so that a repeated import creates no duplicates. Ghost
 * exports have no URL, so the site name is used.
 */
export function sourceName({
  product,
  siteUrl,
  siteName,
}: Pick<Survey, 'product' | 'siteUrl' | 'siteName'>): string {
  const place = URL.canParse(siteUrl)
    ? new URL(siteUrl).host.replace(/^www\./, '')
    : cutText(siteName, 0, 100);
  return `${product}:${place.toLowerCase()}`;
}
