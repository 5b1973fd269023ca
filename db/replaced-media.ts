// SQL that puts one file of the media library in the place of another, in the columns that hold image URLs.
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { mediaUses } from './schema/media';

export interface MediaReplacement {
  /** Keys in the file store. */
  from: string;
  to: string;
  /** False removes the focal points, because the new image has another shape. */
  keepsFocus: boolean;
  /** In pixels. Null if image tags keep their sizes. */
  sizes: Record<'from' | 'to', { width: number; height: number }> | null;
}

/** The column's text with the new file's URLs and size. Finds the end of a URL like `media_keys`. */
export function replacedMedia(column: AnyColumn | SQL, replacement: MediaReplacement): SQL {
  const { from, to, keepsFocus, sizes } = replacement;
  const file = `/media/${from.replaceAll('.', '\\.')}(?![\\w./-])`;
  const wanted = `/media/${to}${keepsFocus ? '\\1' : ''}`;
  const resized = sizes ? replacedSize(column, file, keepsFocus, sizes) : column;
  return sql`regexp_replace(${resized}, ${`${file}(#focus=\\d{1,3},\\d{1,3})?`}::text, ${wanted}::text, 'g'::text)`;
}

/**
 * Writes the new size in image tags that have a width and a height. If the images have the same shape, a size that
 * an editor has chosen still fits and is kept.
 */
function replacedSize(
  column: AnyColumn | SQL,
  file: string,
  hasSameShape: boolean,
  { from, to }: NonNullable<MediaReplacement['sizes']>,
): SQL {
  // In JSON, a backslash precedes each quotation mark.
  const attribute = (name: string, value: string | number) => ` ${name}=\\\\?"${value}\\\\?"`;
  const tag = (width: string | number, height: string | number) =>
    `<img(?=[^<>]*${file})(?=[^<>]*${attribute('width', width)})(?=[^<>]*${attribute('height', height)})`;
  const set = (text: AnyColumn | SQL, name: string, value: number, wanted: string) =>
    sql`regexp_replace(${text}, ${`(${wanted}[^<>]* ${name}=\\\\?")\\d+`}::text, ${`\\1${value}`}::text, 'g'::text)`;
  const any = '\\d+';
  const wide = set(column, 'width', to.width, hasSameShape ? tag(from.width, from.height) : tag(any, any));
  return set(wide, 'height', to.height, hasSameShape ? tag(to.width, from.height) : tag(any, any));
}

/** The same for a jsonb column. */
export function replacedMediaJson(column: AnyColumn, replacement: MediaReplacement): SQL {
  return sql`${replacedMedia(sql`${column}::text`, replacement)}::jsonb`;
}

/** Whether a row shows the file. @param kind its table, as in `media_uses` */
export function showsMedia(kind: string, id: AnyColumn, key: string): SQL {
  return sql`exists (select 1 from ${mediaUses} used where used.key = ${key} and used.kind = ${kind} and used.owner_id = ${id})`;
}
