// Changing an article's words by machine: its status, its dates and all else stay, and a revision keeps what it was.
import { auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import type { AppContext, Statement } from '~/platform/context';
import type { SaveCause } from './article-snapshot';
import { selectKeptTexts, selectTexts, updateText } from './rewrite-text-repo.server';
import { lockArticle } from './save-article-repo.server';
import { insertRevision } from './snapshots-repo.server';

type Reading = Pick<AppContext, 'db'>;

export interface ArticleWords {
  /** HTML. */
  content: string;
  summary: string;
}

export interface WordsRow extends Omit<ArticleWords, 'content'> {
  id: string;
  version: number;
  title: string;
  slug: string;
  imageUrl: string | null;
  membersOnly: boolean;
  /** Null for one that is too large to be read along. */
  content: string | null;
}

/** Articles by id, those in the Trash left out. @param mostBytes of each content, for memory's sake */
export function readWords({ db }: Reading, ids: readonly string[], mostBytes: number): Promise<WordsRow[]> {
  return db.read(selectTexts(db.build, ids, mostBytes));
}

/** What two versions said; null for one that was not kept. */
export async function readKeptWords(
  { db }: Reading,
  id: string,
  versions: readonly [number, number],
): Promise<[ArticleWords | null, ArticleWords | null]> {
  const rows = await db.read(selectKeptTexts(db.build, id, versions));
  const [first, second] = versions.map((version) => rows.find((row) => row.version === version) ?? null);
  return [first ?? null, second ?? null];
}

export interface Rewriting {
  before: { id: string; version: number; title: string } & ArticleWords;
  after: ArticleWords;
  cause: Extract<SaveCause, 'repair' | 'undo-repair'>;
  actorId: string | null;
  /** Which work it was part of, for the audit log. */
  jobId: string;
}

/**
 * The statements of one rewriting, to be committed together: they refuse (ConflictError, NotFoundError) when the article
 * has changed since `before` was read. The new version is the next one. Whoever commits purges the pages (`purgeWords`).
 */
export function rewriteWords(
  ctx: Pick<AppContext, 'db' | 'request'>,
  rewriting: Rewriting,
): Statement<unknown>[] {
  const { build } = ctx.db;
  const { before, after, cause, actorId, jobId } = rewriting;
  const { id, title, version, ...words } = before;
  const changes = listChanges(
    { content: words.content, summary: words.summary },
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
