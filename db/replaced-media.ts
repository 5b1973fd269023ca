// SQL that puts one file of the media library in the place of another, in the columns that hold image URLs.
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { mediaUses } from './schema/media';

export interface MediaReplacement {
  /** Keys in the file store. */
  from: string;
  to: string;
  /** False removes the focal points, because the new image has another shape. */
  keepsFocus: boolean;
}

/** The column's text with the new file's URLs. Finds the end of a URL like `media_keys`. */
export function replacedMedia(column: AnyColumn | SQL, { from, to, keepsFocus }: MediaReplacement): SQL {
  const pattern = `/media/${from.replaceAll('.', '\\.')}(?![\\w./-])(#focus=\\d{1,3},\\d{1,3})?`;
  const wanted = `/media/${to}${keepsFocus ? '\\1' : ''}`;
  return sql`regexp_replace(${column}, ${pattern}::text, ${wanted}::text, 'g'::text)`;
}

/** The same for a jsonb column. */
export function replacedMediaJson(column: AnyColumn, replacement: MediaReplacement): SQL {
  return sql`${replacedMedia(sql`${column}::text`, replacement)}::jsonb`;
}

/** Whether a row shows the file. @param kind its table, as in `media_uses` */
export function showsMedia(kind: string, id: AnyColumn, key: string): SQL {
  return sql`exists (select 1 from ${mediaUses} used where used.key = ${key} and used.kind = ${kind} and used.owner_id = ${id})`;
}
