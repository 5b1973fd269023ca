// The SQL of what is typed and not saved.
import { articleDrafts } from 'db/schema/article-history';
import { articles } from 'db/schema/articles';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '~/platform/context';
import type { EditorFields } from './editor-fields';

type Build = Database['build'];

export interface TypedDraft {
  /** The article's id, or the one that a new article will have. */
  id: string;
  /** 0 for a new article. */
  baseVersion: number;
  fields: EditorFields;
}

/** Keeps what a person types into an article that exists, over what they typed before. */
export function keepDraft(build: Build, userId: string, draft: TypedDraft, now: Date) {
  const { baseVersion, fields } = draft;
  return build
    .insert(articleDrafts)
    .values({ id: sql`gen_random_uuid()`, userId, articleId: draft.id, baseVersion, fields, savedAt: now })
    .onConflictDoUpdate({
      target: [articleDrafts.userId, articleDrafts.articleId],
      set: { baseVersion, fields, savedAt: now },
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

export function selectDraftOf(build: Build, userId: string, articleId: string) {
  return build
    .select(draftColumns)
    .from(articleDrafts)
    .where(and(eq(articleDrafts.userId, userId), eq(articleDrafts.articleId, articleId)));
}

const MOST_NEW = 10;

/** Of articles that were never saved, newest first. */
export function selectNewDrafts(build: Build, userId: string) {
  return build
    .select(draftColumns)
    .from(articleDrafts)
    .where(and(eq(articleDrafts.userId, userId), isNull(articleDrafts.articleId)))
    .orderBy(desc(articleDrafts.savedAt))
    .limit(MOST_NEW);
}

export function deleteDraft(build: Build, userId: string, id: string) {
  return build.delete(articleDrafts).where(and(eq(articleDrafts.userId, userId), eq(articleDrafts.id, id)));
}
