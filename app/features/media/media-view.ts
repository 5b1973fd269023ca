// Data types of the media library screens.
import { MEDIA_PREFIX } from './image-variants';

/** Specification, section 9: storage lists 100, by name. */
export const MEDIA_PER_PAGE = 100;

export const MEDIA_SORTS = ['name', 'newest'] as const;
export type MediaSort = (typeof MEDIA_SORTS)[number];

export interface MediaUse {
  kind: 'articles' | 'pages' | 'categories' | 'ads' | 'authors' | 'article_templates';
  id: string;
  title: string;
  /** In the Trash. */
  isDeleted: boolean;
}

export interface MediaItem {
  id: string;
  key: string;
  /** Site-relative. */
  url: string;
  name: string;
  alt: string;
  contentType: string;
  bytes: number;
  /** Pixels. */
  width: number;
  height: number;
  createdAt: Date;
  useCount: number;
  /** The first 20. */
  uses: MediaUse[];
  /** Version of name and description, for detecting concurrent edits. */
  version: string;
}

/** For display: `createdAt` is formatted in the site's time zone. */
export interface ShownMedia extends Omit<MediaItem, 'createdAt'> {
  createdAt: string;
}

/** Data of the media library page. */
export interface MediaView {
  text: string;
  sort: MediaSort;
  page: number;
  pageCount: number;
  total: number;
  items: ShownMedia[];
  dialog: { kind: 'edit' | 'crop' | 'replace' | 'delete'; item: ShownMedia | null } | null;
}

/** Data of the image picker dialog. */
export interface MediaChoices {
  page: number;
  pageCount: number;
  total: number;
  items: Pick<MediaItem, 'id' | 'url' | 'name' | 'alt' | 'width' | 'height'>[];
}

/** Title of the dialog that crops an image, and its question before it discards changes. */
export const CROP_TITLE = 'Crop and Rotate';
export const DISCARD_CROP = 'Discard the changes to the image?';

export const mediaUrl = (key: string): string => MEDIA_PREFIX + key;

/** The key in an image's URL, as `media_keys` in the database finds it; null for a file elsewhere. */
export const mediaKey = (url: string): string | null => /^\/media\/([\w./-]+)/.exec(url)?.[1] ?? null;

/** Path of the edit page for a use. */
export function editAddress({ kind, id }: Pick<MediaUse, 'kind' | 'id'>): string {
  if (kind === 'articles' || kind === 'pages') return `/admin/${kind}/${id}/edit`;
  if (kind === 'article_templates') return `/admin/articles/templates?edit=${id}`;
  return `/admin/${kind}?edit=${id}`;
}

/** `84 KB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`;
  return `${(kilobytes / 1024).toFixed(1)} MB`;
}
