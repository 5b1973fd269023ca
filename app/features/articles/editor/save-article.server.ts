// Creates and saves articles, in one transaction each, and purges the cached pages that show them.

import { auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { personalRule } from '~/features/rate-limit/throttle';
import { countManyCalls, refuseUsedUp } from '~/features/rate-limit/throttle-calls.server';
import { toSeoFields } from '~/features/seo/seo';
import { storeSeo } from '~/features/seo/store-seo.server';
import { ConflictError, ConstraintError, InvalidError, NotFoundError } from '~/lib/errors';
import { cleanHtml } from '~/lib/html/clean-html';
import { parseInput } from '~/lib/parse-input';
import { textPropertyOf } from '~/lib/properties';
import type { AppContext, Statement } from '~/platform/context';
import { wantedSlug } from '../article';
import { ArticleContent, ArticleInput } from '../article-input';
import { newAuthor } from '../authors/author';
import {
  ARTICLE_GONE,
  type ArticlePlacement,
  requireOwner,
  requireWritable,
  restrictToAuthor,
  type Writer,
} from '../own-articles';
import { makeSummary } from '../public/article-beginning';
import { selectCacheStates } from '../publishing/cache-state-repo.server';
import { purgeArticleCache } from '../publishing/purge-article-cache.server';
import { requireAltText } from '../publishing/require-alt-text.server';
import type { ArticleSnapshot, SaveCause } from '../revisions/article-snapshot';
import { insertRevision } from '../revisions/revisions-repo.server';
import { selectSnapshot } from '../revisions/snapshots-repo.server';
import { storeArticleImages } from './article-images.server';
import { withoutGenerated } from './generated-fields.server';
import {
  type ArticleValues,
  deleteCoauthors,
  deleteTagsOf,
  detailsOf,
  insertArticle,
  insertAuthor,
  insertCoauthors,
  insertTagsOf,
  lockArticle,
  lockAuthorsNamed,
  updateArticle,
} from './save-article-repo.server';

/** Who saves; null for automatic changes. The restrictions of the author role are checked here. */
export type ArticleActor = Writer | null;

interface StoredArticle {
  id: string;
  slug: string;
  version: number;
}

export interface SavedArticle extends StoredArticle {
  /** When the draft will be published. */
  publishAt: Date | null;
  /** About images of the text that could not be downloaded or were removed; undefined if there are none. */
  imageWarning: string | undefined;
}

/** What a caller adds to a new article. */
interface Additions {
  /** For its transaction. */
  statements: readonly Statement<unknown>[];
  /** Instead of the one in the input. */
  categoryId?: string | null;
}

const STALE = 'Someone else changed this article while you were writing.';
const ALREADY_SAVED = 'This article was already saved.';

/**
 * Creates an article from the input of `ArticleInput`.
 * @param id chosen when the form was rendered, so that a form submitted twice creates one article
 * @param add runs after everything that can refuse the input
 * @param placed what an author's input cannot change
 * @throws InvalidError by field, also for images without alt text if the settings require it; ForbiddenError;
 * TooManyError; ConflictError if another article has this id
 */
export async function createArticle(
  ctx: AppContext,
  actor: ArticleActor,
  input: unknown,
  cause: SaveCause,
  id: string = crypto.randomUUID(),
  add: (imageWarning: string | undefined) => Additions | Promise<Additions> = () => ({ statements: [] }),
  placed: Partial<ArticlePlacement> = NO_PLACEMENT,
): Promise<SavedArticle> {
  const { db } = ctx;
  const parsed = restrictToAuthor(actor, parseInput(ArticleInput, input), placed);
  const { values: given, imageWarning } = await toValues(ctx, actor, id, parsed, NOTHING_BEFORE);
  // The specification has no such refusal for the webhook: its response has a warning instead.
  await Promise.all([cause !== 'webhook' && requireAltText(ctx, given), refuseTooMany(ctx, actor)]);
  const { statements, categoryId = given.categoryId } = await add(imageWarning);
  const values = { ...given, categoryId };
  const written = db
    .writeBatch({
      authors: insertAuthors(ctx, parsed),
      saved: insertArticle(db.build, id, values, ctx.clock.now(), actor?.userId ?? null),
      coauthors: insertCoauthors(db.build, id, parsed.coauthors),
      tags: insertTagsOf(db.build, id, parsed.tagIds),
      revision: insertRevision(db.build, id, cause, actor?.userId ?? null),
      audit: auditLine(ctx, { ...lineOf('article_created', actor, values), details: { id, cause } }),
      after: selectCacheStates(db.build, [id]),
      also: statements,
      count: countSave(ctx, actor),
    })
    .catch(explain);
  try {
    const {
      saved: [saved],
      after,
    } = await written;
    await purgeArticleCache(ctx, [], after);
    if (!saved) throw new NotFoundError(ARTICLE_GONE);
    return { ...saved, publishAt: values.publishAt, imageWarning };
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const [found] = await db.read(selectSnapshot(db.build, id));
    if (found) requireOwner(actor, found);
    const isSame = found && Object.keys(changesOf(found.snapshot, values, parsed)).length === 0;
    if (!isSame) throw error;
    const { snapshot, version } = found;
    return { id, slug: snapshot.slug, version, publishAt: values.publishAt, imageWarning };
  }
}

/**
 * Saves an article if its version is still `at.version`.
 * @param also statements appended to the transaction
 * @throws InvalidError as `createArticle`; NotFoundError; ForbiddenError; TooManyError; ConflictError if the article was saved since
 */
export async function saveArticle(
  ctx: AppContext,
  actor: ArticleActor,
  at: { id: string; version: number },
  input: unknown,
  cause: SaveCause,
  also: readonly Statement<unknown>[] = [],
): Promise<SavedArticle> {
  const { db } = ctx;
  const { id } = at;
  const actorId = actor?.userId ?? null;
  const typed = parseInput(ArticleInput, input);
  const [[found]] = await Promise.all([db.read(selectSnapshot(db.build, id)), refuseTooMany(ctx, actor)]);
  if (!found) throw new NotFoundError(ARTICLE_GONE);
  requireOwner(actor, found);
  if (found.version !== at.version) throw new ConflictError(STALE);
  // Still valid in the transaction: `lockArticle` checks the version again.
  requireWritable(actor, { ...found, ...found.snapshot });
  // A stored or restored summary is plain text. Parsing it as HTML again would remove `<jane@firm.com>`.
  const summary = textPropertyOf(input, 'summary');
  const isPlain = cause === 'restore' || summary === found.snapshot.summary;
  const asStored = isPlain ? { ...typed, summary } : typed;
  const parsed = await withoutGenerated(ctx, id, restrictToAuthor(actor, asStored, found.snapshot), found);
  const { values, imageWarning } = await toValues(ctx, actor, id, parsed, found.snapshot);
  await requireAltText(ctx, values);
  const publishing = {
    now: ctx.clock.now(),
    keepPublishDate: parsed.keepPublishDate,
    isRestore: cause === 'restore',
  };
  // Before the update, so that a version saved without a revision (a bulk change) can be restored too.
  const {
    before,
    saved: [saved],
    after,
  } = await db
    .writeBatch({
      lock: lockArticle(db.build, at),
      before: selectCacheStates(db.build, [id]),
      found: insertRevision(db.build, id, 'found', null),
      authors: insertAuthors(ctx, parsed),
      oldCoauthors: deleteCoauthors(db.build, id),
      saved: updateArticle(db.build, id, values, publishing),
      coauthors: insertCoauthors(db.build, id, parsed.coauthors),
      oldTags: deleteTagsOf(db.build, id),
      tags: insertTagsOf(db.build, id, parsed.tagIds),
      revision: insertRevision(db.build, id, cause, actorId),
      audit: auditLine(ctx, {
        ...lineOf('article_updated', actor, values),
        details: detailsOf(id, changesOf(found.snapshot, values, parsed), found.snapshot.slug),
      }),
      after: selectCacheStates(db.build, [id]),
      also,
      count: countSave(ctx, actor),
    })
    .catch(explain);
  await purgeArticleCache(ctx, before, after);
  if (!saved) throw new NotFoundError(ARTICLE_GONE);
  return { ...saved, publishAt: values.publishAt, imageWarning };
}

/** Shares the round trip of other reads of the same turn. @throws TooManyError */
async function refuseTooMany(ctx: AppContext, actor: ArticleActor): Promise<void> {
  if (actor) await refuseUsedUp(ctx, personalRule('article-save', actor.userId));
}

/** The last statement, so that two saves by one person cannot block each other in different orders. */
function countSave(ctx: AppContext, actor: ArticleActor) {
  return actor ? [countManyCalls(ctx, personalRule('article-save', actor.userId), 1)] : [];
}

const NOTHING_BEFORE = { status: 'published', imageUrl: null, seo: {} } as const;
const NO_PLACEMENT = { isFeatured: false, isPopular: false, membersOnly: false };

async function toValues(
  ctx: AppContext,
  actor: ArticleActor,
  id: string,
  input: ArticleInput,
  before: Pick<ArticleSnapshot, 'status' | 'imageUrl' | 'seo'>,
): Promise<{ values: ArticleValues; imageWarning: string | undefined }> {
  const { title, author, readTime, categoryId, isFeatured, isPopular, membersOnly, imageAlt } = input;
  const images = await storeArticleImages(ctx, actor, input, before.imageUrl);
  const { content } = parseInput(ArticleContent, { content: cleanHtml(images.content) });
  const status = input.status ?? before.status;
  const slug = wantedSlug({ id, slug: input.slug, title });
  const values = {
    title,
    slug,
    summary: input.summary || makeSummary(content, membersOnly),
    content,
    author,
    readTime,
    categoryId,
    status,
    isFeatured,
    isPopular,
    membersOnly,
    imageUrl: images.imageUrl,
    imageAlt,
    publishAt: status === 'draft' ? input.publishAt : null,
    seo: await storeSeo(ctx, actor, input, { path: `/article/${slug}`, before: before.seo ?? {} }),
  };
  return { values, imageWarning: images.imageWarning };
}

/** Creates missing authors, always in the same order: two saves that create the same ones would deadlock otherwise. */
function insertAuthors({ db }: Pick<AppContext, 'db'>, { author, coauthors }: ArticleInput) {
  const names = [author, ...coauthors].sort();
  return [lockAuthorsNamed(db.build, names), ...names.map((name) => insertAuthor(db.build, newAuthor(name)))];
}

function lineOf(event: string, actor: ArticleActor, { title }: ArticleValues) {
  return { event, actorId: actor?.userId ?? null, subject: title };
}

function changesOf(
  before: ArticleSnapshot,
  values: ArticleValues,
  { tagIds, coauthors }: Pick<ArticleInput, 'tagIds' | 'coauthors'>,
) {
  const { slug: _slug, publishAt, seo, ...plain } = values;
  const after = {
    ...plain,
    coauthors,
    ...toSeoFields(seo),
    publishAt: publishAt?.toISOString() ?? null,
    tagIds: [...tagIds].sort(),
  };
  const publishAtBefore = before.publishAt && new Date(before.publishAt).toISOString();
  const tagIdsBefore = before.tags.map((tag) => tag.id).sort();
  return listChanges(
    {
      ...before,
      coauthors: before.coauthors ?? [],
      ...toSeoFields(before.seo),
      publishAt: publishAtBefore,
      tagIds: tagIdsBefore,
    },
    after,
  );
}

/** Converts database constraint errors to form errors. */
function explain(error: unknown): never {
  if (error instanceof ConflictError) throw new ConflictError(STALE, { cause: error });
  if (error instanceof NotFoundError) throw new NotFoundError(ARTICLE_GONE, { cause: error });
  if (error instanceof ConstraintError) {
    if (error.constraint === 'articles_pkey') throw new ConflictError(ALREADY_SAVED, { cause: error });
    if (error.constraint.includes('category_id')) {
      const message = 'This category no longer exists.';
      throw InvalidError.at('categoryId', message);
    }
  }
  throw error;
}
