// Everything one can do with tags.
import { SEARCH_TAG, tagTag } from '~/features/articles/page-tags';
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { CHROME_TAG } from '~/features/site/chrome-tag';
import { NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { toSlug } from '~/lib/slug';
import { type Refusals, withRefusals } from '~/lib/with-refusals';
import type { AppContext } from '~/platform/context';
import { MergeInput, TagInput } from './tag-input';
import type { TagCard } from './tag-view';
import {
  deleteMergedTags,
  deleteTagRow,
  insertTag,
  lockTags,
  moveArticles,
  selectChosenTags,
  selectFreeSlug,
  selectTag,
  selectTagCards,
  tagIsThere,
  updateTag,
} from './tags-repo.server';

type TagsContext = Pick<AppContext, 'db' | 'request' | 'pages'>;
const GONE = 'There is no such tag any more';
const STALE =
  'Somebody else changed this tag meanwhile. What you typed is still here: save again to put it in their place.';
const REFUSALS: Refusals = {
  stale: { column: 'name', message: STALE },
  words: { tags_name_unique: ['name', 'A tag with this name already exists'] },
};

/** Every tag by name. */
export async function listTags({ db }: Pick<AppContext, 'db'>): Promise<TagCard[]> {
  return (await db.read(selectTagCards(db.build))).rows;
}

/**
 * A new tag. Its slug is the typed one, tidied, or the name's; a taken one gets a number.
 * @throws InvalidError
 */
export async function createTag(ctx: TagsContext, actor: Actor, input: unknown): Promise<void> {
  const { name, slug } = readTag(input);
  const { db } = ctx;
  const event = { event: 'tag_created', actorId: actor.userId, subject: name, details: { slug } };
  await withRefusals(REFUSALS, db.write(insertTag(db.build, name, slug), auditLine(ctx, event)));
  await purge(ctx, []);
}

/**
 * Name and slug as `createTag` has them; an old slug leads on.
 * @param stamp of the state that was changed; '' saves over whatever is there
 * @throws InvalidError, NotFoundError; ConflictError when somebody saved meanwhile
 */
export async function saveTag(
  ctx: TagsContext,
  actor: Actor,
  id: string,
  input: unknown,
  stamp: string,
): Promise<void> {
  const { name, slug } = readTag(input);
  const { db } = ctx;
  const [[before], { rows: free }] = await Promise.all([
    db.read(selectTag(db.build, id)),
    db.read(selectFreeSlug(db.build, id, slug)),
  ]);
  if (!before) throw new NotFoundError(GONE);
  const changes = listChanges(before, { name, slug: free[0]?.slug });
  const event = { event: 'tag_updated', actorId: actor.userId, subject: name, details: { id, changes } };
  const [saved] = await withRefusals(
    REFUSALS,
    db.write(updateTag(db.build, id, name, slug, stamp), auditLine(ctx, event, tagIsThere(id))),
  );
  if (saved.rows.length === 0) throw new NotFoundError(GONE);
  await purge(ctx, [before.slug, ...saved.rows.map((row) => row.slug)]);
}

/** Articles lose the tag and nothing else. Whoever deletes what is gone already has what they wanted. */
export async function deleteTag(ctx: TagsContext, actor: Actor, id: string): Promise<void> {
  const { db } = ctx;
  const [before] = await db.read(selectTag(db.build, id));
  if (!before) return;
  const event = {
    event: 'tag_deleted',
    actorId: actor.userId,
    subject: before.name,
    details: { id, ...before },
  };
  await db.write(deleteTagRow(db.build, id), auditLine(ctx, event));
  await purge(ctx, [before.slug]);
}

/**
 * Several tags become one: their articles carry it, their addresses lead to it.
 * @returns the kept tag's name and how many tags went
 * @throws InvalidError, NotFoundError when the tag to keep is gone
 */
export async function mergeTags(
  ctx: TagsContext,
  actor: Actor,
  input: unknown,
): Promise<{ name: string; merged: number }> {
  const { into, from } = parseInput(MergeInput, input);
  const { db } = ctx;
  const all = await db.read(selectChosenTags(db.build, [into, ...from]));
  const kept = all.find(({ id }) => id === into);
  const gone = all.filter(({ id }) => id !== into);
  if (!kept || gone.length === 0) throw new NotFoundError(GONE);
  const details = { id: into, merged: gone.map(({ name, slug }) => ({ name, slug })) };
  const ids = gone.map(({ id }) => id);
  const event = { event: 'tags_merged', actorId: actor.userId, subject: kept.name, details };
  await db.write(
    lockTags(db.build, [into, ...ids]),
    ...moveArticles(db.build, ids, into),
    ...deleteMergedTags(db.build, ids, into),
    auditLine(ctx, event),
  );
  await purge(
    ctx,
    all.map(({ slug }) => slug),
  );
  return { name: kept.name, merged: gone.length };
}

function readTag(input: unknown): { name: string; slug: string } {
  const { name, slug } = parseInput(TagInput, input);
  return { name, slug: toSlug(slug) || toSlug(name) };
}

/** Tags stand in every page's footer and under their articles. */
async function purge({ pages }: TagsContext, slugs: readonly string[]): Promise<void> {
  await pages.purge([CHROME_TAG, SEARCH_TAG, ...new Set(slugs.map(tagTag))]);
}
