// Related articles: computed in the background after a change, pinned and excluded by editors
// (docs/decisions/0035-related-articles.md).
import { auditLine } from '~/features/audit/audit.server';
import { relatedTag } from '~/features/cache-tags/cache-tags';
import { ConstraintError, InvalidError, NotFoundError } from '~/lib/errors';
import { joinNames } from '~/lib/text';
import type { AppContext, Statement } from '~/platform/context';
import { ARTICLE_GONE, authorOnly, type Writer } from '../own-articles';
import { requireWritableArticle } from '../own-articles.server';
import { RELATED_SHOWN } from '../public/list-order';
import { MAX_PINNED, type RelatedChange, type RelatedView } from './related';
import {
  type CandidateRow,
  countOutdated,
  deleteChoice,
  excludeRelated,
  isPinned,
  markAllOutdated,
  movePinnedUp,
  pinRelated,
  relateNext,
  selectRelatedCandidates,
  selectRelatedOf,
  selectTitle,
} from './related-repo.server';

const TOO_MANY = `You can pin up to ${MAX_PINNED} articles. Unpin one first.`;
const SEARCH_RESULTS = 10;
/** Articles per statement: each may change a hundred lists, and a statement has four seconds. */
const BATCH_SIZE = 5;
/** Limit directly after a change, such as a save or a bulk action. The cron task does the rest. */
const BATCHES_AFTER_CHANGE = 4;
/** Limit per run of the cron task: 1,500 articles a minute. */
const BATCHES_PER_RUN = 300;
/** A run ends before the next one starts, which would otherwise wait for it until the statement timeout. */
const MAX_RUN_MS = 45_000;

/**
 * Returns what the editor page shows.
 * @throws NotFoundError; ForbiddenError for authors, unless it is their own draft
 */
export async function getRelatedView(
  ctx: AppContext,
  writer: Writer,
  id: string,
  search: string,
): Promise<RelatedView> {
  await requireWritableArticle(ctx, writer, id);
  const { db } = ctx;
  const [[article], { rows }, shown] = await Promise.all([
    db.read(selectTitle(db.build, id)),
    db.read(
      selectRelatedCandidates(db.build, id, { search, limit: SEARCH_RESULTS, ownerId: authorOnly(writer) }),
    ),
    db.read(selectRelatedOf(db.build, id, RELATED_SHOWN)),
  ]);
  if (!article) throw new NotFoundError(ARTICLE_GONE);
  const toCandidate = ({ isFound: _, authors, ...row }: CandidateRow) => ({
    ...row,
    author: joinNames(authors),
  });
  const candidates = rows.map(toCandidate);
  return {
    id,
    ...article,
    search,
    pinned: candidates.filter(({ choice }) => choice === 'pinned'),
    computed: candidates.filter(({ choice, score }) => choice === null && score !== null),
    excluded: candidates.filter(({ choice }) => choice === 'excluded'),
    found: rows.filter(({ isFound }) => isFound).map(toCandidate),
    shownIds: shown.map((card) => card.id),
  };
}

/**
 * Pins, excludes, moves or resets a related article.
 * @throws NotFoundError; ForbiddenError for authors, unless it is their own draft; InvalidError for too many pins
 */
export async function changeRelated(
  ctx: AppContext,
  writer: Writer,
  articleId: string,
  relatedId: string,
  change: RelatedChange,
): Promise<void> {
  await requireWritableArticle(ctx, writer, articleId);
  const { db } = ctx;
  const [[article], [related]] = await Promise.all([
    db.read(selectTitle(db.build, articleId)),
    db.read(selectTitle(db.build, relatedId)),
  ]);
  if (!article || !related || articleId === relatedId) throw new NotFoundError(ARTICLE_GONE);
  // The page shows the title of a chosen article. Authors must not see those of other people's drafts.
  if (authorOnly(writer) !== null && !related.isPublic && change !== 'reset')
    throw new NotFoundError(ARTICLE_GONE);
  const changes: Record<RelatedChange, () => Statement<unknown>> = {
    pin: () => pinRelated(db.build, articleId, relatedId),
    exclude: () => excludeRelated(db.build, articleId, relatedId),
    reset: () => deleteChoice(db.build, articleId, relatedId),
    up: () => movePinnedUp(db.build, articleId, relatedId),
  };
  const { changed } = await db
    .writeBatch({
      changed: changes[change](),
      audit: auditLine(
        ctx,
        {
          event: 'article_related_changed',
          actorId: writer.userId,
          subject: article.title,
          details: { id: articleId, change, related: { id: relatedId, title: related.title } },
        },
        change === 'pin' ? isPinned(articleId, relatedId) : undefined,
      ),
    })
    .catch(explain);
  if (change === 'pin' && isEmpty(changed)) throw InvalidError.at('related', TOO_MANY);
  await ctx.pageCache.purge([relatedTag(articleId)]);
}

const isEmpty = (result: unknown) =>
  typeof result === 'object' && result !== null && 'rowCount' in result && result.rowCount === 0;

/** One of the articles has been deleted since. */
function explain(error: unknown): never {
  if (error instanceof ConstraintError) throw new NotFoundError(ARTICLE_GONE, { cause: error });
  throw error;
}

/**
 * Cron task: computes the related articles of changed articles and purges the pages whose list changed.
 * @returns the number of articles
 */
export async function relateOutdated(
  { db, pageCache }: Pick<AppContext, 'db' | 'pageCache'>,
  batches: number = BATCHES_PER_RUN,
): Promise<number> {
  let total = 0;
  // The clock of the context stands still in cron tasks.
  const end = Date.now() + MAX_RUN_MS;
  for (let batch = 0; batch < batches; batch += 1) {
    const {
      rows: [done],
    } = await db.writeOne(relateNext(db.build, BATCH_SIZE));
    if (!done) break;
    if (done.changed.length > 0) await pageCache.purge(done.changed.map(relatedTag));
    total += done.taken;
    if (done.taken < BATCH_SIZE || Date.now() > end) break;
  }
  return total;
}

/** Does the same directly after a change. A failure is only logged, because the cron task tries again. */
export async function relateAfterChange(ctx: Pick<AppContext, 'db' | 'pageCache' | 'log'>): Promise<void> {
  try {
    await relateOutdated(ctx, BATCHES_AFTER_CHANGE);
  } catch (error) {
    ctx.log.write({ event: 'inessential_failed', what: 'related articles', reason: String(error) });
  }
}

/** Has the cron task compute the related articles of all published articles again. */
export async function recomputeRelated(ctx: AppContext, actor: Writer): Promise<void> {
  const { db } = ctx;
  await db.write(
    markAllOutdated(db.build),
    auditLine(ctx, { event: 'related_articles_recomputed', actorId: actor.userId }),
  );
}

/** The number of articles whose related articles wait for the cron task. */
export async function countUnrelated({ db }: Pick<AppContext, 'db'>): Promise<number> {
  const [row] = await db.read(countOutdated(db.build));
  return row?.count ?? 0;
}
