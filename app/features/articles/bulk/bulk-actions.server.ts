// Changes many articles in one transaction and purges the cached pages that show them.
import { readSiteSettings } from '~/features/settings/settings.server';
import { ConflictError, ConstraintError, InvalidError, NotFoundError } from '~/lib/errors';
import type { AppContext, Statement } from '~/platform/context';
import type { ArticleStatus } from '../article';
import { listUndescribed, unpublishedNote } from '../publishing/alt-text';
import { selectCacheStates } from '../publishing/cache-state-repo.server';
import { purgeArticleCache } from '../publishing/purge-article-cache.server';
import { type Changer, setCategory, setStatus } from '../revisions/article-changes-repo.server';
import { lockVersions, selectUnpublishedWithImages } from './bulk-actions-repo.server';
import { streamArticleTexts } from './walk-articles.server';

type BulkContext = Pick<AppContext, 'db' | 'pageCache' | 'request'>;
type Change = (build: AppContext['db']['build'], by: Changer) => ReturnType<typeof setStatus>;

export interface BulkPublication {
  /** Articles that exist, including those that were already published. */
  count: number;
  /** Why the others were not published. */
  note: string | undefined;
}

const CHANGED = 'Someone changed one of these articles while they were being checked. Please try again.';

/**
 * Publishes articles immediately, including scheduled drafts. Leaves out those whose images need alt text.
 * @throws InvalidError if that leaves none; NotFoundError if none exists; ConflictError if one was changed after
 * the check
 */
export async function publishArticles(
  ctx: BulkContext,
  actor: { userId: string },
  ids: readonly string[],
): Promise<BulkPublication> {
  const { build } = ctx.db;
  const { accepted, refused } = await checkAltTexts(ctx, ids);
  const note = refused.length > 0 ? unpublishedNote(refused.map(({ title }) => title)) : undefined;
  const out = new Set(refused.map(({ id }) => id));
  const left = ids.filter((id) => !out.has(id));
  if (note && left.length === 0) throw new InvalidError(note);
  const locks = accepted.length > 0 ? [lockVersions(build, accepted)] : [];
  const change: Change = (_, by) => setStatus(build, left, 'published', by);
  const count = await changeAll(ctx, actor, left, change, locks).catch((error) => {
    throw error instanceof ConflictError ? new ConflictError(CHANGED, { cause: error }) : error;
  });
  return { count, note };
}

interface CheckedArticle {
  id: string;
  version: number;
  title: string;
}

/** Unpublished articles with images, by whether they may be published. Both are empty without the rule. */
async function checkAltTexts(ctx: BulkContext, ids: readonly string[]) {
  const checked: Record<'accepted' | 'refused', CheckedArticle[]> = { accepted: [], refused: [] };
  if (!(await readSiteSettings(ctx)).requireAltText) return checked;
  const found = await ctx.db.read(selectUnpublishedWithImages(ctx.db.build, ids));
  for await (const { id, version, title, content } of streamArticleTexts(ctx, found)) {
    const isRefused = listUndescribed(content ?? '').length > 0;
    checked[isRefused ? 'refused' : 'accepted'].push({ id, version, title });
  }
  return checked;
}

/**
 * Archives articles, or makes them drafts.
 * @returns how many articles exist, including those that already had the status
 * @throws NotFoundError if none exists
 */
export function assignStatus(
  ctx: BulkContext,
  actor: { userId: string },
  ids: readonly string[],
  status: Exclude<ArticleStatus, 'published'>,
): Promise<number> {
  return changeAll(ctx, actor, ids, (build, by) => setStatus(build, ids, status, by));
}

/**
 * @param categoryId null removes the category
 * @throws InvalidError if the category doesn't exist, NotFoundError if no article exists
 */
export async function assignCategory(
  ctx: BulkContext,
  actor: { userId: string },
  ids: readonly string[],
  categoryId: string | null,
): Promise<number> {
  try {
    return await changeAll(ctx, actor, ids, (build, by) => setCategory(build, ids, categoryId, by));
  } catch (error) {
    if (!(error instanceof ConstraintError) || error.kind !== 'reference') throw error;
    const message = 'This category no longer exists.';
    throw InvalidError.at('categoryId', message);
  }
}

async function changeAll(
  ctx: BulkContext,
  { userId }: { userId: string },
  ids: readonly string[],
  change: Change,
  locks: readonly Statement<unknown>[] = [],
): Promise<number> {
  const { db } = ctx;
  const { before, after } = await db.writeBatch({
    locks,
    before: selectCacheStates(db.build, ids),
    changed: change(db.build, { userId, address: ctx.request.address }),
    after: selectCacheStates(db.build, ids),
  });
  const existing = after.filter(({ deletedAt }) => deletedAt === null);
  if (existing.length === 0) throw new NotFoundError('These articles no longer exist.');
  await purgeArticleCache(ctx, before, after);
  return existing.length;
}
