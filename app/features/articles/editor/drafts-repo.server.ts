// SQL for autosaved drafts.
import { articleDrafts, articleRevisions } from 'db/schema/article-history';
import { articles } from 'db/schema/articles';
import { and, desc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Build } from '~/platform/context';
import type { EditorFields } from './editor-fields';

/** A draft that was recovered into a form, as it was at that time. */
export interface RestoredDraft {
  id: string;
  /** ISO 8601. */
  savedAt: string;
}

/** The autosaved copy of one tab, and the draft that was recovered into it. */
export interface TabCopy {
  /** The tab's id; for a new article the article's future id. */
  copyId: string;
  restored: RestoredDraft | null;
}

export interface TypedDraft extends TabCopy {
  /** The article's id, or the future id of a new article. */
  id: string;
  /** 0 for a new article. */
  baseVersion: number;
  fields: EditorFields;
}

/** Saves the copy of a tab that edits an existing article, replacing its previous copy. */
export function upsertDraft(build: Build, userId: string, draft: TypedDraft, now: Date) {
  const { copyId, id: articleId, baseVersion, fields } = draft;
  // The tab's first autosave can follow the save that created the article: keep using the same copy.
  const wasNew = sql`${articleDrafts.articleId} is null and ${articleDrafts.id} = ${articleId}`;
  return build
    .insert(articleDrafts)
    .values({ id: copyId, userId, articleId, baseVersion, fields, savedAt: now })
    .onConflictDoUpdate({
      target: articleDrafts.id,
      set: { articleId, baseVersion, fields, savedAt: now },
      setWhere: sql`${articleDrafts.userId} = ${userId} and (${articleDrafts.articleId} = ${articleId} or (${wasNew}))`,
    });
}

/** Saves the copy of a new article, unless the article has been created since. */
export function upsertNewDraft(build: Build, userId: string, draft: TypedDraft, now: Date) {
  return build.execute(sql`
    insert into ${articleDrafts} as draft (id, user_id, base_version, fields, saved_at)
    select ${draft.id}::uuid, ${userId}::uuid, 0, ${JSON.stringify(draft.fields)}::jsonb, ${now.toISOString()}::timestamptz
    where not exists (select 1 from ${articles} a where a.id = ${draft.id}::uuid)
    on conflict (id) do update set fields = excluded.fields, saved_at = excluded.saved_at
      where draft.user_id = excluded.user_id and draft.article_id is null`);
}

/** Drafts that an account keeps, of new and existing articles together. An editor has one per tab with unsaved text. */
const MOST_KEPT = 50;
/** Their total size as stored, which is compressed. */
const MOST_BYTES = 100_000_000;

/** Deletes the oldest drafts beyond the limits of the account, but not the one that was just saved. */
export function deleteExcessDrafts(build: Build, userId: string, savedId: string) {
  return build.execute(sql`
    delete from ${articleDrafts} d using (
      select id, row_number() over newest as place, sum(pg_column_size(fields)) over newest as bytes
      from ${articleDrafts} where user_id = ${userId}::uuid
      window newest as (order by saved_at desc, id)) kept
    where d.id = kept.id and d.id <> ${savedId}::uuid
      and (kept.place > ${MOST_KEPT}::int or kept.bytes > ${MOST_BYTES}::bigint)`);
}

const draftColumns = {
  id: articleDrafts.id,
  baseVersion: articleDrafts.baseVersion,
  fields: articleDrafts.fields,
  savedAt: articleDrafts.savedAt,
};

const TITLE = sql<string>`coalesce(${articleDrafts.fields}->>'title', '')`;

/** Drafts listed at a time; deleting some reveals the next. */
const MAX_DRAFTS = 10;

/** Longer drafts are listed without their text: ten of them, each with megabytes, would not fit into the worker's memory. */
const MAX_LISTED_LENGTH = 1_000_000;

/**
 * Drafts of an existing article, newest first, with slug and summary of the version that each is based on.
 * @param shownId the draft to read completely, however long it is. `fields` is null for others that are long
 */
export function selectDraftsOf(build: Build, userId: string, articleId: string, shownId: string | null) {
  const isRead = sql`${articleDrafts.id} = ${shownId}::uuid or length(${articleDrafts.fields}::text) <= ${MAX_LISTED_LENGTH}::int`;
  const text = (field: 'slug' | 'summary') =>
    sql<string | null>`${articleRevisions.snapshot} ->> ${sql.raw(`'${field}'`)}`;
  const isBase = and(
    eq(articleRevisions.articleId, articleDrafts.articleId),
    eq(articleRevisions.version, articleDrafts.baseVersion),
  );
  return build
    .select({
      ...draftColumns,
      title: TITLE,
      fields: sql<unknown>`case when ${isRead} then ${articleDrafts.fields} end`,
      baseSlug: text('slug'),
      baseSummary: text('summary'),
    })
    .from(articleDrafts)
    .leftJoin(articleRevisions, isBase)
    .where(and(eq(articleDrafts.userId, userId), eq(articleDrafts.articleId, articleId)))
    .orderBy(desc(articleDrafts.savedAt))
    .limit(MAX_DRAFTS);
}

const isNewOf = (userId: string) => and(eq(articleDrafts.userId, userId), isNull(articleDrafts.articleId));

/** Drafts of articles that were never saved, newest first, without their text, which can be megabytes each. */
export function selectNewDrafts(build: Build, userId: string) {
  return build
    .select({
      id: articleDrafts.id,
      title: TITLE,
      savedAt: articleDrafts.savedAt,
    })
    .from(articleDrafts)
    .where(isNewOf(userId))
    .orderBy(desc(articleDrafts.savedAt))
    .limit(MAX_DRAFTS);
}

/** One draft of an article that was never saved. */
export function selectNewDraft(build: Build, userId: string, id: string) {
  return build
    .select(draftColumns)
    .from(articleDrafts)
    .where(and(isNewOf(userId), eq(articleDrafts.id, id)));
}

export function deleteDraftRow(build: Build, userId: string, id: string) {
  return build.delete(articleDrafts).where(and(eq(articleDrafts.userId, userId), eq(articleDrafts.id, id)));
}

/** Deletes a recovered draft, unless its own tab has autosaved it since. */
export function deleteRestoredDraft(build: Build, userId: string, restored: RestoredDraft) {
  return build.delete(articleDrafts).where(and(eq(articleDrafts.userId, userId), isRestored(restored)));
}

/**
 * Deletes a tab's copy and the draft recovered into it, after they were saved. Copies of other tabs are kept.
 */
export function deleteTypedDraftRows(build: Build, userId: string, { copyId, restored }: TabCopy) {
  const isTyped = or(eq(articleDrafts.id, copyId), restored ? isRestored(restored) : undefined);
  return build.delete(articleDrafts).where(and(eq(articleDrafts.userId, userId), isTyped));
}

function isRestored({ id, savedAt }: RestoredDraft) {
  return and(eq(articleDrafts.id, id), lte(articleDrafts.savedAt, new Date(savedAt)));
}
