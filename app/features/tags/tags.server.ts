// Lists, creates, updates, merges and deletes tags.

import { z } from 'zod';
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { SEARCH_TAG, SITE_LAYOUT_TAG, tagTag } from '~/features/cache-tags/cache-tags';
import { NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { toSlug } from '~/lib/slug';
import { isBlank } from '~/lib/text';
import { type Refusals, withRefusals } from '~/lib/with-refusals';
import type { AppContext } from '~/platform/context';
import type { TagCard } from './tag-view';
import {
  deleteMergedTags,
  deleteTagRow,
  insertTag,
  lockArticlesOf,
  lockTags,
  moveArticles,
  selectChosenTags,
  selectFreeTagSlug,
  selectTagCards,
  selectTagRow,
  tagExists,
  updateTag,
} from './tags-repo.server';

const MAX_LENGTH = 120;
const line = (value: unknown) => (typeof value === 'string' ? value.replace(/[\s\0]+/g, ' ').trim() : '');

const TagInput = z.object({
  name: z.preprocess(
    line,
    z
      .string()
      .refine((name) => !isBlank(name), 'Name is required')
      .max(MAX_LENGTH, `Name is limited to ${MAX_LENGTH} characters`),
  ),
  /** Normalized by the slug rule when it is saved; empty to generate it from the name. */
  slug: z.preprocess(line, z.string().max(MAX_LENGTH, `Slug is limited to ${MAX_LENGTH} characters`)),
});

const NO_TARGET = 'Choose the tag to keep';

const MergeInput = z
  .object({
    /** The tag to keep. */
    into: z.uuid(NO_TARGET),
    /** The tags to merge into it. */
    from: z.array(z.uuid('This tag no longer exists')),
  })
  .transform(({ into, from }) => ({ into, from: [...new Set(from)].filter((id) => id !== into) }))
  .refine(({ from }) => from.length > 0, { path: ['from'], message: 'Choose at least one other tag' });

type TagsContext = Pick<AppContext, 'db' | 'request' | 'pageCache'>;
const GONE = 'This tag no longer exists';
const STALE =
  'Someone else changed this tag while you were editing. Your changes are still here. Save again to overwrite theirs.';
const REFUSALS: Refusals = {
  stale: { column: 'name', message: STALE },
  messages: { tags_name_unique: ['name', 'A tag with this name already exists'] },
};

/** All tags by name. */
export async function listTags({ db }: Pick<AppContext, 'db'>): Promise<TagCard[]> {
  return (await db.read(selectTagCards(db.build))).rows;
}

/**
 * Creates a tag. Its slug is the entered one, or derived from the name; if it is taken, a number is added.
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
 * Saves a tag with name and slug as in `createTag`. URLs with the old slug redirect to the new one.
 * @param version the version that was edited; '' overwrites without the check
 * @throws InvalidError, NotFoundError; ConflictError if the tag was saved since `version`
 */
export async function saveTag(
  ctx: TagsContext,
  actor: Actor,
  id: string,
  input: unknown,
  version: string,
): Promise<void> {
  const { name, slug } = readTag(input);
  const { db } = ctx;
  const [[before], { rows: free }] = await Promise.all([
    db.read(selectTagRow(db.build, id)),
    db.read(selectFreeTagSlug(db.build, id, slug)),
  ]);
  if (!before) throw new NotFoundError(GONE);
  const changes = listChanges(before, { name, slug: free[0]?.slug });
  const event = { event: 'tag_updated', actorId: actor.userId, subject: name, details: { id, changes } };
  const { saved } = await withRefusals(
    REFUSALS,
    db.writeBatch({
      saved: updateTag(db.build, id, name, slug, version),
      audit: auditLine(ctx, event, tagExists(id)),
    }),
  );
  if (saved.rows.length === 0) throw new NotFoundError(GONE);
  await purge(ctx, [before.slug, ...saved.rows.map((row) => row.slug)]);
}

/** Deletes a tag and removes it from its articles. Does nothing if it no longer exists. */
export async function deleteTag(ctx: TagsContext, actor: Actor, id: string): Promise<void> {
  const { db } = ctx;
  const [before] = await db.read(selectTagRow(db.build, id));
  if (!before) return;
  const event = {
    event: 'tag_deleted',
    actorId: actor.userId,
    subject: before.name,
    details: { id, ...before },
  };
  await db.write(lockArticlesOf(db.build, [id]), deleteTagRow(db.build, id), auditLine(ctx, event));
  await purge(ctx, [before.slug]);
}

/**
 * Merges tags into one: their articles get it, and their URLs redirect to it.
 * @returns the kept tag's name and the number of merged tags
 * @throws InvalidError; NotFoundError if the tag to keep, or all others, no longer exist
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
  const merged = all.filter(({ id }) => id !== into);
  if (!kept || merged.length === 0) throw new NotFoundError(GONE);
  const details = { id: into, merged: merged.map(({ name, slug }) => ({ name, slug })) };
  const ids = merged.map(({ id }) => id);
  const event = { event: 'tags_merged', actorId: actor.userId, subject: kept.name, details };
  await db.write(
    lockArticlesOf(db.build, ids),
    lockTags(db.build, [into, ...ids]),
    ...moveArticles(db.build, ids, into),
    ...deleteMergedTags(db.build, ids, into),
    auditLine(ctx, event),
  );
  await purge(
    ctx,
    all.map(({ slug }) => slug),
  );
  return { name: kept.name, merged: merged.length };
}

function readTag(input: unknown): { name: string; slug: string } {
  const { name, slug } = parseInput(TagInput, input);
  return { name, slug: toSlug(slug) || toSlug(name) };
}

/** Tags are in the footer of every page and on their articles. */
async function purge({ pageCache }: TagsContext, slugs: readonly string[]): Promise<void> {
  await pageCache.purge([SITE_LAYOUT_TAG, SEARCH_TAG, ...new Set(slugs.map(tagTag))]);
}
