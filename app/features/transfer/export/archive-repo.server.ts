// SQL for exports: rows as JSON, ordered by key, so that reading can resume anywhere.
import { type SQL, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { Section } from './manifest';

interface Reading {
  /** The sort key and its type. */
  key: string;
  type: 'uuid' | 'text' | 'bigint';
  /** SQL for the row `t` as jsonb. */
  line?: string;
  /** Rows per query: fewer for long rows. */
  limit: number;
}

const READINGS: Record<Section, Reading> = {
  categories: { key: 'id', type: 'uuid', limit: 500 },
  tags: { key: 'id', type: 'uuid', limit: 1000 },
  authors: { key: 'id', type: 'uuid', limit: 1000 },
  media: { key: 'id', type: 'uuid', line: "to_jsonb(t) - 'document'", limit: 1000 },
  pages: { key: 'id', type: 'uuid', limit: 20 },
  settings: { key: 'key', type: 'text', limit: 100 },
  redirects: { key: 'id', type: 'uuid', limit: 1000 },
  slug_history: { key: "(t.kind || '/' || t.slug)", type: 'text', limit: 1000 },
  ads: {
    key: 'id',
    type: 'uuid',
    line: `jsonb_build_object('row', to_jsonb(t), 'placements',
      (select coalesce(jsonb_agg(to_jsonb(p) order by p.id), '[]') from ad_placements p where p.ad_id = t.id))`,
    limit: 100,
  },
  ctas: { key: 'id', type: 'uuid', limit: 200 },
  leads: { key: 'id', type: 'uuid', limit: 1000 },
  newsletter_issues: { key: 'id', type: 'uuid', limit: 100 },
  ad_impressions: { key: 'id', type: 'bigint', line: "to_jsonb(t) - 'id'", limit: 2000 },
  ad_events: { key: 'id', type: 'bigint', line: "to_jsonb(t) - 'id'", limit: 2000 },
  imported_items: { key: "(t.source || ' ' || t.kind || ' ' || t.source_id)", type: 'text', limit: 1000 },
  articles: {
    key: 'id',
    type: 'uuid',
    line: `jsonb_build_object('row', to_jsonb(t), 'tags',
      (select coalesce(jsonb_agg(at.tag_id order by at.tag_id), '[]') from article_tags at where at.article_id = t.id),
      'coauthors', (select coalesce(jsonb_agg(ac.author_id order by ac.position), '[]') from article_coauthors ac
        where ac.article_id = t.id), 'coauthorNames', coauthor_names(t.id))`,
    limit: 10,
  },
  generated_images: { key: 'id', type: 'uuid', limit: 500 },
  related_choices: { key: "(t.article_id || ' ' || t.related_id)", type: 'text', limit: 1000 },
  search_synonyms: { key: 'id', type: 'uuid', limit: 1000 },
  article_templates: { key: 'id', type: 'uuid', limit: 10 },
};

export type Line = Record<string, unknown> & { line: string; key: string };

/** Limit per query; a longer line is returned alone. */
const MAX_BYTES = 1024 * 1024;

/**
 * Limits a query of (line, key, place) by size, to bound memory: some articles are a thousand times longer
 * than others.
 */
const upToSize = (lines: SQL) => sql`
  select line, key from (
    select line, key, place, sum(octet_length(line)) over (order by place) - octet_length(line) as bytes_before
    from (${lines}) found
  ) counted where bytes_before < ${sql.raw(String(MAX_BYTES))} order by place`;

/** The next rows of a table after `after`, as one JSON line each. */
export function selectLines(build: Build, section: Section, after: string | null) {
  const { key, type, line = 'to_jsonb(t)', limit } = READINGS[section];
  const ordered = sql.raw(key.startsWith('(') ? key : `t.${key}`);
  const isNext: SQL = after === null ? sql`true` : sql`${ordered} > ${after}::${sql.raw(type)}`;
  return build.execute<Line>(
    upToSize(sql`
      select (${sql.raw(line)})::text as line, ${ordered}::text as key, row_number() over (order by ${ordered}) as place
      from ${sql.raw(section)} t where ${isNext} order by ${ordered} limit ${sql.raw(String(limit))}`),
  );
}

export interface RevisionRange {
  /** Exclusive lower bound of article ids; null for none. */
  after: string | null;
  /** Inclusive upper bound of article ids. */
  last: string;
  afterRevision: string;
}

/** The next revisions of a range of articles, oldest first. */
export function selectRevisionLines(build: Build, { after, last, afterRevision }: RevisionRange) {
  const isNext: SQL = after === null ? sql`true` : sql`t.article_id > ${after}::uuid`;
  return build.execute<Line>(
    upToSize(sql`
      select (to_jsonb(t) - 'id')::text as line, t.id::text as key, t.id as place from article_revisions t
      where ${isNext} and t.article_id <= ${last}::uuid and t.id > ${afterRevision}::bigint
      order by t.id limit 10`),
  );
}
