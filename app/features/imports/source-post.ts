// What comes from elsewhere, in one shape, whatever product wrote the file.

/** One part of the file, in bytes: what is found there can be read again without the rest. */
export interface ByteRange {
  from: number;
  /** Behind its last byte. */
  to: number;
}

export type SourceStatus = 'published' | 'draft' | 'scheduled' | 'trash';

export interface SourceTerm {
  /** `category:news`, `tag:billing`. */
  id: string;
  kind: 'category' | 'tag';
  name: string;
  slug: string;
  description: string;
}

export interface SourceAuthor {
  /** A login, an id. */
  id: string;
  name: string;
}

/** An article or a page as its product keeps it, once it is read whole. */
export interface SourcePost {
  kind: 'article' | 'page';
  sourceId: string;
  title: string;
  slug: string;
  summary: string;
  /** As its product keeps it: not clean, with pictures of the old site. */
  html: string;
  status: SourceStatus;
  /** ISO 8601; null where the file does not say. */
  publishedAt: string | null;
  createdAt: string | null;
  updatedAt: string | null;
  authorId: string | null;
  /** In the order of their weight. */
  termIds: string[];
  imageUrl: string | null;
  imageAlt: string;
  isFeatured: boolean;
  /** Where it stood; null when nothing can be said of that. */
  oldAddress: string | null;
  /** What was taken off on the way, told in the report. */
  notes: string[];
}

/** Where a post is in the file, and what reading it needs to know of the rest of the file. */
export interface PostPlace extends ByteRange {
  kind: 'article' | 'page';
  sourceId: string;
  /** As it has it there; '' for none. */
  slug: string;
  /** So many pictures it mentions, about. */
  pictures: number;
  /** Address of each attachment that it names by its number. */
  attachments?: Record<string, string>;
  /** What the file keeps apart from the post. */
  termIds?: string[];
  authorId?: string | null;
  imageAlt?: string;
}

/** Of one file: their places are held in memory together. */
export const MOST_POSTS = 100_000;
export const TOO_MANY_POSTS =
  'The file holds more than 100,000 posts. Export the old site in several files, a few years each.';

/** What a look through a file found. */
export interface Survey {
  product: 'wordpress' | 'ghost';
  siteName: string;
  /** Of the old site, without a slash at the end; '' when the file does not say. */
  siteUrl: string;
  articles: number;
  pages: number;
  byStatus: Record<string, number>;
  terms: (SourceTerm & { count: number })[];
  authors: (SourceAuthor & { count: number })[];
  pictures: number;
  /** What will not be brought in, and why. */
  dropped: { what: string; count: number; why: string }[];
  /** What will be changed on the way. */
  notes: string[];
}

/** A survey with the places of all posts, as it is kept beside the file. */
export interface SurveyedFile {
  survey: Survey;
  places: PostPlace[];
}

/** `wordpress:old.example`: bringing in from the same place again doubles nothing. Ghost's files name no address. */
export function sourceName({
  product,
  siteUrl,
  siteName,
}: Pick<Survey, 'product' | 'siteUrl' | 'siteName'>): string {
  const place = URL.canParse(siteUrl) ? new URL(siteUrl).host.replace(/^www\./, '') : siteName.slice(0, 100);
  return `${product}:${place.toLowerCase()}`;
}
