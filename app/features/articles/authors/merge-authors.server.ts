// Merges an author into another.
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { ALL_ARTICLES_TAG, authorProfileTag, authorTag } from '~/features/cache-tags/cache-tags';
import { InvalidError, NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { purgeArticleText } from '../publishing/purge-article-cache.server';
import { renameInTemplates } from '../templates/templates-repo.server';
import { MergeAuthorInput } from './author-input';
import {
  authorIsGone,
  deleteMergedAuthor,
  lockArticlesBy,
  lockAuthors,
  moveReadership,
  moveToAuthor,
  selectAuthorRow,
} from './authors-repo.server';

const GONE = 'This author no longer exists';

/**
 * Replaces an author with another in all articles and readership counts, and deletes the author. Their URLs
 * redirect to the other author, whose profile stays as it is. Their account is linked to the other author if
 * that author has none.
 * @returns the kept author's name
 * @throws InvalidError; NotFoundError if one of the two no longer exists
 */
export async function mergeAuthor(
  ctx: Pick<AppContext, 'db' | 'request' | 'pageCache'>,
  actor: Actor,
  id: string,
  input: unknown,
): Promise<string> {
  const { into } = parseInput(MergeAuthorInput, input);
  if (into === id) throw InvalidError.at('into', 'Choose another author');
  const { db } = ctx;
  const [[merged], [kept]] = await Promise.all([
    db.read(selectAuthorRow(db.build, id)),
    db.read(selectAuthorRow(db.build, into)),
  ]);
  if (!merged || !kept) throw new NotFoundError(GONE);
  const { name, slug } = merged;
  const changes = listChanges({ userId: kept.userId }, { userId: kept.userId ?? merged.userId });
  const details = { id: into, merged: [{ name, slug }], changes };
  const event = { event: 'author_merged', actorId: actor.userId, subject: kept.name, details };
  const [articles, coauthors] = moveToAuthor(db.build, id, into);
  const [former, deleted] = deleteMergedAuthor(db.build, id, into);
  const { moved, done } = await db.writeBatch({
    articleLocks: lockArticlesBy(db.build, id),
    authorLocks: lockAuthors(db.build, [id, into]),
    moved: articles,
    coauthors,
    readership: moveReadership(db.build, id, into),
    templates: renameInTemplates(db.build, name, kept.name),
    former,
    done: deleted,
    audit: auditLine(ctx, event, authorIsGone(id)),
  });
  if (done.rows.length === 0) throw new NotFoundError(GONE);
  const slugs = [slug, kept.slug].flatMap((each) => [authorTag(each), authorProfileTag(each)]);
  // Cards show the name and link to the slug.
  await ctx.pageCache.purge([...slugs, ALL_ARTICLES_TAG]);
  await purgeArticleText(
    ctx,
    moved.map((article) => article.id),
  );
  return kept.name;
}
