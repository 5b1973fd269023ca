// Lists, creates, updates and deletes authors.
import type { MediaReplacement } from 'db/replaced-media';
import { type Actor, auditedChange, auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { ALL_ARTICLES_TAG, authorProfileTag, authorTag } from '~/features/cache-tags/cache-tags';
import type { FetchContext } from '~/features/media/fetch-image.server';
import { ConflictError, InvalidError, NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { toSlug } from '~/lib/slug';
import { type Refusals, withRefusals } from '~/lib/with-refusals';
import type { AppContext, Statement } from '~/platform/context';
import { purgeArticleText } from '../publishing/purge-article-cache.server';
import { renameInTemplates } from '../templates/templates-repo.server';
import type { AccountChoice } from './author';
import { AuthorInput } from './author-input';
import { storeAuthorPhoto } from './author-photo.server';
import {
  type AuthorValues,
  authorExists,
  authorIsGone,
  deleteAuthorRow,
  insertProfile,
  lockArticlesBy,
  lockAuthor,
  renameInArticles,
  replaceImageInAuthors,
  selectAuthorCards,
  selectAuthorRow,
  selectAuthorSlugs,
  selectFreeAuthorSlug,
  selectIsNamed,
  selectNameLike,
  selectPublicIdsBy,
  selectStaffAccount,
  selectUnlinkedStaff,
  updateAuthor,
} from './authors-repo.server';

/** A row of the authors screen. */
export interface AuthorListItem {
  id: string;
  name: string;
  slug: string;
  role: string;
  bio: string;
  imageUrl: string | null;
  links: string[];
  /** Of the linked account; null for a guest. */
  userId: string | null;
  account: AccountChoice | null;
  /** Published articles. */
  articleCount: number;
  /** Changes with every save; used to detect conflicting edits. */
  version: string;
}

type AuthorsContext = FetchContext & Pick<AppContext, 'pageCache'>;

const GONE = 'This author no longer exists';
const NAMED =
  'Articles name this author, so the author can’t be deleted. Change the author of these articles first, including those in the Trash.';
const STALE =
  'Someone else changed this author while you were editing. Your changes are still here. Save again to overwrite theirs.';
const NOT_STAFF = 'This account can’t be linked. Choose an account that has a role.';
const LINKED = 'This account is already linked to another author';
export const STALE_AUTHOR: Refusals['stale'] = { column: 'name', message: STALE };
const REFUSALS: Refusals = {
  stale: STALE_AUTHOR,
  messages: {
    authors_name_unique: ['name', 'An author with this name already exists'],
    authors_user_id_unique: ['userId', LINKED],
    authors_user_id_users_id_fk: ['userId', NOT_STAFF],
  },
};

/** All authors by name. */
export function listAuthors({ db }: Pick<AppContext, 'db'>): Promise<AuthorListItem[]> {
  return db.read(selectAuthorCards(db.build));
}

/** The name of the author with this name (case-insensitive), or the given name. */
export async function findAuthorName({ db }: Pick<AppContext, 'db'>, name: string): Promise<string> {
  const [found] = await db.read(selectNameLike(db.build, name));
  return found?.name ?? name;
}

/** Staff accounts that can be linked to an author. */
export function listUnlinkedStaff({ db }: Pick<AppContext, 'db'>): Promise<AccountChoice[]> {
  return db.read(selectUnlinkedStaff(db.build));
}

/** Whether an article of any status names the author, in the Trash too. */
export async function isNamedByArticles({ db }: Pick<AppContext, 'db'>, id: string): Promise<boolean> {
  return (await db.read(selectIsNamed(db.build, id))).length > 0;
}

/**
 * Creates an author without articles. The slug is the entered one, or derived from the name; if it is taken, a
 * number is added.
 * @throws InvalidError
 */
export async function createAuthor(ctx: AuthorsContext, actor: Actor, input: unknown): Promise<void> {
  const { values, slug } = await readAuthor(ctx, actor, input, null);
  const { db } = ctx;
  const id = crypto.randomUUID();
  const event = { event: 'author_created', actorId: actor.userId, subject: values.name, details: { id } };
  await withRefusals(REFUSALS, db.write(insertProfile(db.build, id, values, slug), auditLine(ctx, event)));
}

/**
 * Saves the author. A new name is written into their articles in the same transaction. URLs with the old slug
 * redirect to the new one.
 * @param version the version that was edited; '' overwrites without the check
 * @throws InvalidError, NotFoundError; ConflictError if the author was saved since `version`
 */
export async function saveAuthor(
  ctx: AuthorsContext,
  actor: Actor,
  id: string,
  input: unknown,
  version: string,
): Promise<void> {
  const { db } = ctx;
  const [before] = await db.read(selectAuthorRow(db.build, id));
  if (!before) throw new NotFoundError(GONE);
  const { values, slug: wanted } = await readAuthor(ctx, actor, input, before);
  const free = await db.read(selectFreeAuthorSlug(db.build, id, wanted));
  const slug = free.rows[0]?.slug ?? wanted;
  const changes = listChanges(before, { ...values, slug });
  const event = {
    event: 'author_updated',
    actorId: actor.userId,
    subject: values.name,
    details: { id, changes },
  };
  const isRenamed = before.name !== values.name;
  const { saved, shown } = await withRefusals(
    REFUSALS,
    db.writeBatch({
      locked: isRenamed ? [lockArticlesBy(db.build, id)] : [],
      saved: updateAuthor(db.build, id, values, wanted, version),
      renamed: isRenamed ? [renameInArticles(db.build, id, values.name)] : [],
      templates: isRenamed ? [renameInTemplates(db.build, before.name, values.name)] : [],
      audit: auditLine(ctx, event, authorExists(id)),
      shown: selectPublicIdsBy(db.build, id),
    }),
  );
  const [row] = saved;
  if (!row) throw new NotFoundError(GONE);
  const slugs = new Set([before.slug, row.slug]);
  await ctx.pageCache.purge([...slugs].flatMap((each) => [authorTag(each), authorProfileTag(each)]));
  // Bylines show the name and link to the slug.
  if (slugs.size > 1) await ctx.pageCache.purge([ALL_ARTICLES_TAG]);
  if (slugs.size > 1 || isRenamed)
    await purgeArticleText(
      ctx,
      shown.map((article) => article.id),
    );
}

/**
 * Deletes an author whom no article names. Does nothing if the author no longer exists.
 * @throws ConflictError if an article names the author
 */
export async function deleteAuthor(
  ctx: Pick<AppContext, 'db' | 'request'>,
  actor: Actor,
  id: string,
): Promise<void> {
  const { db } = ctx;
  const [before] = await db.read(selectAuthorRow(db.build, id));
  if (!before) return;
  const { name, slug } = before;
  const event = { event: 'author_deleted', actorId: actor.userId, subject: name, details: { id, slug } };
  const { deleted } = await db.writeBatch({
    locked: lockAuthor(db.build, id),
    deleted: deleteAuthorRow(db.build, id),
    audit: auditLine(ctx, event, authorIsGone(id)),
  });
  if (deleted.length === 0 && (await isNamedByArticles(ctx, id))) throw new ConflictError(NAMED);
}

/** Replaces a file of the library. After the commit, call `purgeAuthors`. */
export function replaceInAuthors(
  ctx: Pick<AppContext, 'db' | 'request'>,
  actorId: string | null,
  ids: readonly string[],
  replacement: MediaReplacement,
): Statement<unknown>[] {
  const entry = { event: 'author_updated', actorId, details: { cause: 'image' } };
  return [auditedChange(ctx, entry, replaceImageInAuthors(ids, replacement))];
}

/** Purges the pages that show the authors' photos. */
export async function purgeAuthors(
  { db, pageCache }: Pick<AppContext, 'db' | 'pageCache'>,
  ids: readonly string[],
): Promise<void> {
  const found = await db.read(selectAuthorSlugs(db.build, ids));
  await pageCache.purge(found.flatMap(({ slug }) => [authorTag(slug), authorProfileTag(slug)]));
}

async function readAuthor(
  ctx: AuthorsContext,
  actor: Actor,
  input: unknown,
  before: Pick<AuthorValues, 'imageUrl' | 'userId'> | null,
): Promise<{ values: AuthorValues; slug: string }> {
  const { slug, imageUrl: address, ...rest } = parseInput(AuthorInput, input);
  const { userId } = rest;
  // An account that lost its role after it was linked stays linked.
  if (userId && userId !== before?.userId) {
    const staff = await ctx.db.read(selectStaffAccount(ctx.db.build, userId));
    if (staff.length === 0) throw InvalidError.at('userId', NOT_STAFF);
  }
  const imageUrl = await storeAuthorPhoto(ctx, actor, address, before?.imageUrl ?? null);
  return { values: { ...rest, imageUrl }, slug: toSlug(slug) || toSlug(rest.name) };
}
