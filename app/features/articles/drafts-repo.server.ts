// The SQL of what is typed and not saved.
import { articleDrafts } from 'db/schema/article-history';
import { articles } from 'db/schema/articles';
import { and, desc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { EditorFields } from './editor-fields';

type Build = Database['build'];

/** Words that were brought back into a form, as they stood then. */
export interface RestoredDraft {
  id: string;
  /** ISO 8601. */
  savedAt: string;
}

/** What one tab types, and the words from before that it began with. */
export interface TabCopy {
  /** Of the tab; of a new article the one that it will have. */
  copyId: string;
  restored: RestoredDraft | null;
}

export interface TypedDraft extends TabCopy {
  /** The article's id, or the one that a new article will have. */
  id: string;
  /** 0 for a new article. */
  baseVersion: number;
  fields: EditorFields;
}

/** Keeps what a tab types into an article that exists, over what it typed before. */
export function keepDraft(build: Build, userId: string, draft: TypedDraft, now: Date) {
  const { copyId, id: articleId, baseVersion, fields } = draft;
  // Typed as the first save made the article: the tab goes on with its copy.
  const wasNew = and(isNull(articleDrafts.articleId), eq(articleDrafts.id, articleId));
  return build
    .insert(articleDrafts)
    .values({ id: copyId, userId, articleId, baseVersion, fields, savedAt: now })
    .onConflictDoUpdate({
      target: articleDrafts.id,
      set: { articleId, baseVersion, fields, savedAt: now },
      setWhere: and(eq(articleDrafts.userId, userId), or(eq(articleDrafts.articleId, articleId), wasNew)),
    });
}

/** The same for a new article; nothing is kept once that is saved. */
export function keepNewDraft(build: Build, userId: string, draft: TypedDraft, now: Date) {
  return build.execute(sql`
    insert into ${articleDrafts} as kept (id, user_id, base_version, fields, saved_at)
    select ${draft.id}::uuid, ${userId}::uuid, 0, ${JSON.stringify(draft.fields)}::jsonb, ${now.toISOString()}::timestamptz
    where not exists (select 1 from ${articles} made where made.id = ${draft.id}::uuid)
    on conflict (id) do update set fields = excluded.fields, saved_at = excluded.saved_at
      where kept.user_id = excluded.user_id and kept.article_id is null`);
}

const draftColumns = {
  id: articleDrafts.id,
  baseVersion: articleDrafts.baseVersion,
  fields: articleDrafts.fields,
  savedAt: articleDrafts.savedAt,
};

/** As many as anybody looks through at once; the others follow when these are gone. */
const MOST = 10;

/** Of an article that exists, newest first. */
export function selectDraftsOf(build: Build, userId: string, articleId: string) {
  return build
    .select(draftColumns)
    .from(articleDrafts)
    .where(and(eq(articleDrafts.userId, userId), eq(articleDrafts.articleId, articleId)))
    .orderBy(desc(articleDrafts.savedAt))
    .limit(MOST);
}

/** Of articles that were never saved, newest first. */
export function selectNewDrafts(build: Build, userId: string) {
  return build
    .select(draftColumns)
    .from(articleDrafts)
    .where(and(eq(articleDrafts.userId, userId), isNull(articleDrafts.articleId)))
    .orderBy(desc(articleDrafts.savedAt))
    .limit(MOST);
}

export function deleteDraft(build: Build, userId: string, id: string) {
  return build.delete(articleDrafts).where(and(eq(articleDrafts.userId, userId), eq(articleDrafts.id, id)));
}

/** Words that were brought back, unless somebody went on with them where they come from. */
export function deleteRestored(build: Build, userId: string, restored: RestoredDraft) {
  return build.delete(articleDrafts).where(and(eq(articleDrafts.userId, userId), isRestored(restored)));
}

/** What a tab typed and what it began with: it is saved now. Copies of other tabs stay. */
export function deleteTyped(build: Build, userId: string, { copyId, restored }: TabCopy) {
  const isTyped = or(eq(articleDrafts.id, copyId), restored ? isRestored(restored) : undefined);
  return build.delete(articleDrafts).where(and(eq(articleDrafts.userId, userId), isTyped));
}

function isRestored({ id, savedAt }: RestoredDraft) {
  return and(eq(articleDrafts.id, id), lte(articleDrafts.savedAt, new Date(savedAt)));
}
