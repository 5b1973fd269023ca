// Saving an article, whichever door it comes through: one transaction, then the pages that show it are dropped.

import { auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { cleanHtml } from '~/lib/clean-html';
import { ConflictError, ConstraintError, InvalidError, NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { toSlug } from '~/lib/slug';
import type { AppContext, Statement } from '~/platform/context';
import { wantedSlug } from './article';
import { ArticleContent, ArticleInput } from './article-input';
import { keepPictures } from './article-pictures.server';
import type { ArticleSnapshot, SaveCause } from './article-snapshot';
import { makeSummary } from './article-summary';
import { asAuthorMay, refuseForeign, refuseUnwritable, type Writer } from './own-articles';
import { purgeTouched } from './purge-touched.server';
import {
  type ArticleValues,
  deleteTagsOf,
  detailsOf,
  insertArticle,
  insertAuthor,
  insertTagsOf,
  lockArticle,
  updateArticle,
} from './save-article-repo.server';
import { insertRevision, selectFirstText, selectSnapshot } from './snapshots-repo.server';
import { selectStandings } from './standings-repo.server';

/** Who saves; null for the machine. An author's role is minded here, whatever the door. */
export type Actor = Writer | null;

interface StoredArticle {
  id: string;
  slug: string;
  version: number;
}

export interface SavedArticle extends StoredArticle {
  /** Addresses of pictures in the text that could not be fetched. */
  unfetched: string[];
}

const GONE = 'This article does not exist any more.';
const STALE = 'Somebody else changed this article while you were writing.';
const MADE_ALREADY = 'This article was saved already.';

/**
 * `input` is for `ArticleInput`. Whoever shows a form before knows the new article's `id`: sent twice, the form makes
 * one article. `also` is part of the same transaction, its end.
 * @throws InvalidError field by field; ForbiddenError; ConflictError when there is an article of this id
 */
export async function createArticle(
  ctx: AppContext,
  actor: Actor,
  input: unknown,
  cause: SaveCause,
  id: string = crypto.randomUUID(),
  also: readonly Statement<unknown>[] = [],
): Promise<SavedArticle> {
  const { db } = ctx;
  const parsed = asAuthorMay(actor, parseInput(ArticleInput, input), UNPLACED);
  const { values, unfetched } = await toValues(ctx, actor, id, parsed, NOTHING_BEFORE);
  const made = db
    .write(
      insertAuthor(db.build, authorOf(values)),
      insertArticle(db.build, id, values, ctx.clock.now(), actor?.userId ?? null),
      insertTagsOf(db.build, id, parsed.tagIds),
      insertRevision(db.build, id, cause, actor?.userId ?? null),
      auditLine(ctx, { ...lineOf('article_created', actor, values), details: { id, cause } }),
      selectStandings(db.build, [id]),
      ...also,
    )
    .catch(explain);
  try {
    const [, [saved], , , , after] = await made;
    await purgeTouched(ctx, [], after);
    return { ...(saved as StoredArticle), unfetched };
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const [found] = await db.read(selectSnapshot(db.build, id));
    if (found) refuseForeign(actor, found);
    const isSame = found && Object.keys(changesOf(found.snapshot, values, parsed.tagIds)).length === 0;
    if (!isSame) throw error;
    return { id, slug: found.snapshot.slug, version: found.version, unfetched };
  }
}

/**
 * Saves over the version that the typing started from, and over no other. `also` is part of the same transaction.
 * @throws InvalidError field by field; NotFoundError; ForbiddenError; ConflictError when somebody saved meanwhile
 */
export async function saveArticle(
  ctx: AppContext,
  actor: Actor,
  at: { id: string; version: number },
  input: unknown,
  cause: SaveCause,
  also: readonly Statement<unknown>[] = [],
): Promise<SavedArticle> {
  const { db } = ctx;
  const { id } = at;
  const actorId = actor?.userId ?? null;
  const typed = parseInput(ArticleInput, input);
  const [found] = await db.read(selectSnapshot(db.build, id));
  if (!found) throw new NotFoundError(GONE);
  refuseForeign(actor, found);
  if (found.version !== at.version) throw new ConflictError(STALE);
  // The version is looked at again under its lock, so this holds until the end.
  refuseUnwritable(actor, { ...found, ...found.snapshot });
  const parsed = await withoutMadeSummary(ctx, id, asAuthorMay(actor, typed, found.snapshot));
  const { values, unfetched } = await toValues(ctx, actor, id, parsed, found.snapshot);
  const stamp = { now: ctx.clock.now(), keepPublishDate: parsed.keepPublishDate };
  // Before the update, so that a version which no door kept (a bulk change) can be restored too.
  const [, before, , , [saved], , , , , after] = await db
    .write(
      lockArticle(db.build, at),
      selectStandings(db.build, [id]),
      insertRevision(db.build, id, 'found', null),
      insertAuthor(db.build, authorOf(values)),
      updateArticle(db.build, id, values, stamp),
      deleteTagsOf(db.build, id),
      insertTagsOf(db.build, id, parsed.tagIds),
      insertRevision(db.build, id, cause, actorId),
      auditLine(ctx, {
        ...lineOf('article_updated', actor, values),
        details: detailsOf(id, changesOf(found.snapshot, values, parsed.tagIds), found.snapshot.slug),
      }),
      selectStandings(db.build, [id]),
      ...also,
    )
    .catch(explain);
  await purgeTouched(ctx, before, after);
  return { ...(saved as StoredArticle), unfetched };
}

/**
 * Of an article for members: a summary that was made of the whole text tells what only members may read, so it is made
 * again. Saving keeps what it made, as if it had been typed; the version that has it first tells which it is.
 */
async function withoutMadeSummary(ctx: AppContext, id: string, input: ArticleInput): Promise<ArticleInput> {
  const { membersOnly, summary } = input;
  if (!membersOnly || !summary) return input;
  const [first] = await ctx.db.read(selectFirstText(ctx.db.build, id, summary));
  return first && makeSummary(first.content, false) === summary ? { ...input, summary: '' } : input;
}

const NOTHING_BEFORE = { status: 'published', imageUrl: null } as const;
const UNPLACED = { isFeatured: false, isPopular: false, membersOnly: false };

async function toValues(
  ctx: AppContext,
  actor: Actor,
  id: string,
  input: ArticleInput,
  before: Pick<ArticleValues, 'status' | 'imageUrl'>,
): Promise<{ values: ArticleValues; unfetched: string[] }> {
  const { title, author, readTime, categoryId, isFeatured, isPopular, membersOnly, imageAlt } = input;
  const pictures = await keepPictures(ctx, actor, input, before.imageUrl);
  const { content } = parseInput(ArticleContent, { content: cleanHtml(pictures.content) });
  const status = input.status ?? before.status;
  const values = {
    title,
    slug: wantedSlug({ id, slug: input.slug, title }),
    summary: input.summary || makeSummary(content, membersOnly),
    content,
    author,
    readTime,
    categoryId,
    status,
    isFeatured,
    isPopular,
    membersOnly,
    imageUrl: pictures.imageUrl,
    imageAlt,
    publishAt: status === 'draft' ? input.publishAt : null,
  };
  return { values, unfetched: pictures.unfetched };
}

function authorOf({ author }: ArticleValues) {
  const id = crypto.randomUUID();
  return { id, name: author, slug: toSlug(author) || `author-${id.slice(0, 8)}` };
}

function lineOf(event: string, actor: Actor, { title }: ArticleValues) {
  return { event, actorId: actor?.userId ?? null, subject: title };
}

function changesOf(before: ArticleSnapshot, values: ArticleValues, tagIds: readonly string[]) {
  const { slug: _slug, publishAt, ...plain } = values;
  const after = { ...plain, publishAt: publishAt?.toISOString() ?? null, tagIds: [...tagIds].sort() };
  const publishAtBefore = before.publishAt && new Date(before.publishAt).toISOString();
  const tagIdsBefore = before.tags.map((tag) => tag.id).sort();
  return listChanges({ ...before, publishAt: publishAtBefore, tagIds: tagIdsBefore }, after);
}

/** What the database refused, as the form's field says it. */
function explain(error: unknown): never {
  if (error instanceof ConflictError) throw new ConflictError(STALE, { cause: error });
  if (error instanceof NotFoundError) throw new NotFoundError(GONE, { cause: error });
  if (error instanceof ConstraintError) {
    if (error.constraint === 'articles_pkey') throw new ConflictError(MADE_ALREADY, { cause: error });
    if (error.constraint.includes('category_id')) {
      const message = 'This category does not exist any more.';
      throw InvalidError.at('categoryId', message);
    }
  }
  throw error;
}
