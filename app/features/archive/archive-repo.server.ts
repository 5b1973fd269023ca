// The SQL of taking everything out: rows as JSON, in the order of their keys, so that reading can go on anywhere.
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { Section } from './manifest';

type Build = Database['build'];

interface Reading {
  /** What rows are ordered by, and its type. */
  key: string;
  type: 'uuid' | 'text' | 'bigint';
  /** Of the row `t`, as jsonb. */
  line?: string;
  /** Rows asked for at once: fewer where they are long. */
  limit: number;
}

const READINGS: Record<Section, Reading> = {
  categories: { key: 'id', type: 'uuid', limit: 500 },
  tags: { key: 'id', type: 'uuid', limit: 1000 },
  authors: { key: 'id', type: 'uuid', limit: 1000 },
  media: { key: 'id', type: 'uuid', limit: 1000 },
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
      (select coalesce(jsonb_agg(at.tag_id order by at.tag_id), '[]') from article_tags at where at.article_id = t.id))`,
    limit: 10,
  },
  generated_images: { key: 'id', type: 'uuid', limit: 500 },
};

export type Line = Record<string, unknown> & { line: string; key: string };

/** Of lines read at once; one that is longer comes alone. */
const MOST_BYTES = 1024 * 1024;

/** As many of these lines (line, key, place) as memory is for: some articles are as long as a thousand others. */
const upToSize = (lines: SQL) => sql`
  select line, key from (
    select line, key, place, sum(octet_length(line)) over (order by place) - octet_length(line) as bytes_before
    from (${lines}) found
  ) counted where bytes_before < ${sql.raw(String(MOST_BYTES))} order by place`;

/** The next rows of a table behind `after`, as a line of JSON each. */
export function selectLines(build: Build, section: Section, after: string | null) {
  const { key, type, line = 'to_jsonb(t)', limit } = READINGS[section];
  const ordered = sql.raw(key.startsWith('(') ? key : `t.${key}`);
  const behind: SQL = after === null ? sql`true` : sql`${ordered} > ${after}::${sql.raw(type)}`;
  return build.execute<Line>(
    upToSize(sql`
      select (${sql.raw(line)})::text as line, ${ordered}::text as key, row_number() over (order by ${ordered}) as place
      from ${sql.raw(section)} t where ${behind} order by ${ordered} limit ${sql.raw(String(limit))}`),
  );
}

export interface RevisionRange {
  /** Articles behind this one… */
  after: string | null;
  /** …up to this one. */
  last: string;
  afterRevision: string;
}

/** The next revisions of a range of articles, oldest first. */
export function selectRevisionLines(build: Build, { after, last, afterRevision }: RevisionRange) {
  const behind: SQL = after === null ? sql`true` : sql`t.article_id > ${after}::uuid`;
  return build.execute<Line>(
    upToSize(sql`
      select (to_jsonb(t) - 'id')::text as line, t.id::text as key, t.id as place from article_revisions t
      where ${behind} and t.article_id <= ${last}::uuid and t.id > ${afterRevision}::bigint
      order by t.id limit 10`),
  );
}

/** True while there is nothing in the magazine that a restore would stand beside. */
export function selectEmptiness(build: Build) {
  return build.execute<{ empty: boolean }>(sql`
    select not (exists (select 1 from articles) or exists (select 1 from pages) or exists (select 1 from media)
      or exists (select 1 from categories) or exists (select 1 from tags) or exists (select 1 from ads)
      or exists (select 1 from leads) or exists (select 1 from ctas) or exists (select 1 from redirects)) as empty`);
}
