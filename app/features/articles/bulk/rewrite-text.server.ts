// Changes an article's text without changing anything else, such as its status and dates. A revision keeps
// the previous text.
import { auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import type { AppContext, Statement } from '~/platform/context';
import { lockArticle } from '../editor/save-article-repo.server';
import type { SaveCause } from '../revisions/article-snapshot';
import { insertRevision } from '../revisions/revisions-repo.server';
import { selectRevisionTexts, selectTexts, updateText } from './rewrite-text-repo.server';

type ReadContext = Pick<AppContext, 'db'>;

export interface ArticleTextFields {
  /** HTML. */
  content: string;
  summary: string;
}

export interface ArticleTextRow extends Omit<ArticleTextFields, 'content'> {
  id: string;
  version: number;
  title: string;
  slug: string;
  imageUrl: string | null;
  membersOnly: boolean;
  /** Null if it is longer than `mostBytes`. */
  content: string | null;
}

/**
 * Texts of articles, excluding the Trash.
 * @param mostBytes longer contents are returned as null, to limit memory use
 */
export function readArticleTexts(
  { db }: ReadContext,
  ids: readonly string[],
  mostBytes: number,
): Promise<ArticleTextRow[]> {
  return db.read(selectTexts(db.build, ids, mostBytes));
}

/** The texts of two versions; null for a version without a revision. */
export async function readRevisionTexts(
  { db }: ReadContext,
  id: string,
  versions: readonly [number, number],
): Promise<[ArticleTextFields | null, ArticleTextFields | null]> {
  const rows = await db.read(selectRevisionTexts(db.build, id, versions));
  const [first, second] = versions.map((version) => rows.find((row) => row.version === version) ?? null);
  return [first ?? null, second ?? null];
}

export interface TextRewrite {
  before: { id: string; version: number; title: string } & ArticleTextFields;
  after: ArticleTextFields;
  cause: Extract<SaveCause, 'repair' | 'undo-repair'>;
  actorId: string | null;
  /** The job it was part of, for the audit log. */
  jobId: string;
}

/**
 * Returns the statements of one rewrite, which must run in one transaction. It fails with ConflictError or
 * NotFoundError if the article changed since `before` was read. After the commit, the caller purges the
 * article's cache.
 */
export function textRewriteStatements(
  ctx: Pick<AppContext, 'db' | 'request'>,
  rewriting: TextRewrite,
): Statement<unknown>[] {
  const { build } = ctx.db;
  const { before, after, cause, actorId, jobId } = rewriting;
  const { id, title, version, ...text } = before;
  const changes = listChanges(
    { content: text.content, summary: text.summary },
    { content: after.content, summary: after.summary },
  );
  return [
    lockArticle(build, { id, version }),
    insertRevision(build, id, 'found', null),
    updateText(build, id, { content: after.content, summary: after.summary }),
    insertRevision(build, id, cause, actorId),
    auditLine(ctx, {
      event: cause === 'repair' ? 'article_repaired' : 'article_repair_undone',
      actorId,
      subject: title,
      details: { id, jobId, changes },
    }),
  ];
}
