// The manifest of an archive and the names of its files (docs/archive-format.md).
import { z } from 'zod';

export const ARCHIVE_FORMAT = 'law-firm-academy-archive';
/** Increase when an older version could no longer read the format. */
export const ARCHIVE_VERSION = 1;

export const MANIFEST_NAME = 'manifest.json';
export const README_NAME = 'README.txt';
export const MEDIA_FOLDER = 'media/';

/** In the order they are written; others refer to rows of the first four. */
export const SECTIONS = [
  'categories',
  'tags',
  'authors',
  'media',
  'pages',
  'settings',
  'redirects',
  'slug_history',
  'ads',
  'ctas',
  'leads',
  'newsletter_issues',
  'ad_impressions',
  'ad_events',
  'imported_items',
  'articles',
  'generated_images',
  'related_choices',
  'search_synonyms',
  'article_templates',
] as const;
export type Section = (typeof SECTIONS)[number];

/** Written right after the part with their articles. */
export const REVISIONS = 'revisions';

const Count = z.number().int().min(0);

export const Manifest = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.number().int().min(1),
  /** ISO 8601. */
  madeAt: z.iso.datetime(),
  name: z.string().max(200),
  siteUrl: z.string().max(500),
  counts: z.record(z.string().max(40), Count),
  files: Count,
  fileBytes: Count,
});
export type Manifest = z.infer<typeof Manifest>;

const pad = (number: number) => String(number).padStart(4, '0');

/** `data/articles-0001.ndjson`: one JSON object per line. */
export const partName = (section: Section, part: number): string => `data/${section}-${pad(part)}.ndjson`;

/** `data/revisions-0001-0002.ndjson`: the second part of the revisions of the articles in part 1. */
export const revisionsName = (articlesPart: number, part: number): string =>
  `data/${REVISIONS}-${pad(articlesPart)}-${pad(part)}.ndjson`;

export interface PartFacts {
  section: Section | typeof REVISIONS;
  /** For revisions, the part of their articles. */
  part: number;
}

/** Parses the name of a part; null if it is not part of an archive. */
export function readPartName(name: string): PartFacts | null {
  const found = /^data\/([a-z_]+)-(\d{4,9})(-\d{4,9})?\.ndjson$/.exec(name);
  if (!found) return null;
  const [, section = '', part = '', second] = found;
  if (section === REVISIONS) return second ? { section, part: Number(part) } : null;
  const known = SECTIONS.find((one) => one === section);
  return known && !second ? { section: known, part: Number(part) } : null;
}

const CONTENT_TYPES: Record<string, string> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

const FILE = /^article-images(?:\/[\w-]+)+\.([a-z0-9]+)$/;

/** The storage key and content type of an archived image; null for other files. */
export function readFileName(name: string): { key: string; contentType: string } | null {
  if (!name.startsWith(MEDIA_FOLDER)) return null;
  const key = name.slice(MEDIA_FOLDER.length);
  const contentType = CONTENT_TYPES[FILE.exec(key)?.[1] ?? ''];
  return contentType ? { key, contentType } : null;
}
