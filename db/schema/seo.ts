// The column for search and social fields, which articles, pages and categories share.
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { jsonb } from 'drizzle-orm/pg-core';

/** Only the fields that an editor filled in, by name (app/features/seo/seo.ts). */
export const seoColumn = () => jsonb('seo').$type<Record<string, string>>().notNull().default({});

/** The condition of its check constraint. The length is above the sum of the fields' limits, with every quotation mark and backslash escaped. */
export function isSeo(column: AnyColumn): SQL {
  return sql`jsonb_typeof(${column}) = 'object' and length(${column}::text) <= 16000
    and ${column} - '{searchTitle,searchDescription,canonicalUrl,hideFromSearch,socialTitle,socialDescription,socialImage}'::text[] = '{}'::jsonb`;
}
