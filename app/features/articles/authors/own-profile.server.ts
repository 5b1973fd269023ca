// The profile of the author that an account is linked to. The account's user edits everything except name and
// slug.
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { authorProfileTag, authorTag } from '~/features/cache-tags/cache-tags';
import type { FetchContext } from '~/features/media/fetch-image.server';
import { ForbiddenError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { withRefusals } from '~/lib/with-refusals';
import type { AppContext } from '~/platform/context';
import { ProfileInput } from './author-input';
import { storeAuthorPhoto } from './author-photo.server';
import { type AuthorListItem, STALE_AUTHOR } from './authors.server';
import { authorIsLinked, selectAuthorRow, selectLinkedAuthor, updateOwnProfile } from './authors-repo.server';

const NOT_YOURS =
  'Your account isn’t linked to this author. Your changes are still here. Ask an admin or editor to link your account.';

/** The author that the account is linked to; null for none. */
export async function findOwnProfile(
  { db }: Pick<AppContext, 'db'>,
  { userId }: Actor,
): Promise<AuthorListItem | null> {
  const [author] = await db.read(selectLinkedAuthor(db.build, userId));
  return author ?? null;
}

/**
 * Saves role, bio, photo and links.
 * @param id the author whose profile the form showed
 * @param version as in `saveAuthor`
 * @throws ForbiddenError if another account or none is linked; InvalidError; ConflictError if the author was saved
 * since `version`
 */
export async function saveOwnProfile(
  ctx: FetchContext & Pick<AppContext, 'pageCache'>,
  viewer: Actor,
  id: string,
  input: unknown,
  version: string,
): Promise<void> {
  const { db } = ctx;
  const { userId } = viewer;
  const [before] = await db.read(selectAuthorRow(db.build, id));
  if (before?.userId !== userId) throw new ForbiddenError(NOT_YOURS);
  const { imageUrl: address, ...rest } = parseInput(ProfileInput, input);
  const values = { ...rest, imageUrl: await storeAuthorPhoto(ctx, viewer, address, before.imageUrl) };
  const details = { id, changes: listChanges(before, values) };
  const event = { event: 'author_updated', actorId: userId, subject: before.name, details };
  const { saved } = await withRefusals(
    { stale: STALE_AUTHOR, messages: {} },
    db.writeBatch({
      saved: updateOwnProfile(db.build, { id, userId }, values, version),
      audit: auditLine(ctx, event, authorIsLinked(id, userId)),
    }),
  );
  const [row] = saved;
  if (!row) throw new ForbiddenError(NOT_YOURS);
  await ctx.pageCache.purge([authorTag(row.slug), authorProfileTag(row.slug)]);
}
