// Resolves edit conflicts: shows the stored and the typed version side by side and merges them.

import { readSeoFields } from '~/features/seo/seo';
import { getSiteSettings } from '~/features/settings/settings.server';
import { NotFoundError } from '~/lib/errors';
import { cleanHtml } from '~/lib/html/clean-html';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { wantedSlug } from '../article';
import { ArticleInput } from '../article-input';
import { ARTICLE_GONE } from '../own-articles';
import { makeSummary } from '../public/article-beginning';
import type { ArticleSnapshot } from '../revisions/article-snapshot';
import { selectRevision } from '../revisions/revisions-repo.server';
import { selectSnapshot } from '../revisions/snapshots-repo.server';
import type { ArticleConflict, ComparedField } from './article-comparison';
import { comparedValue, compareFields } from './compare-fields.server';
import { type EditorFields, toArticleInput, toEditorFields } from './editor-fields';
import { selectCategoryChoices, selectTagChoices } from './editor-repo.server';
import { withoutGenerated } from './generated-fields.server';

interface Typed {
  id: string;
  /** The version that the edit is based on. */
  version: number;
  fields: EditorFields;
}

interface Versions {
  stored: { firstPublishedAt: Date | null } | undefined;
  /** The version that the edit is based on, if it is known. */
  base: { snapshot: ArticleSnapshot } | undefined;
  /** The fields of the version that someone else saved. */
  theirs: EditorFields;
}

/**
 * Compares an outdated save with the stored article. `differences` is empty if they are equal.
 * @throws NotFoundError if the article no longer exists
 */
export async function describeConflict(
  ctx: AppContext,
  userId: string,
  typed: Typed,
): Promise<ArticleConflict> {
  const { db } = ctx;
  const { id } = typed;
  const [{ timeZone }, [stored], [base], categories, tags] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectSnapshot(db.build, id)),
    db.read(selectRevision(db.build, id, typed.version)),
    db.read(selectCategoryChoices(db.build)),
    db.read(selectTagChoices(db.build)),
  ]);
  if (!stored) throw new NotFoundError(ARTICLE_GONE);
  const [saver] = await db.read(selectRevision(db.build, id, stored.version));
  const theirs = toEditorFields(stored.snapshot, timeZone);
  const followed = await followStored(ctx, typed, { stored, base, theirs });
  const mine = normalize({ ...typed, fields: followed }, timeZone);
  const common = base && toEditorFields(base.snapshot, timeZone);
  return {
    version: stored.version,
    savedBy: saver?.actor ?? null,
    isYours: saver?.actorId === userId,
    savedAt: stored.updatedAt.toISOString(),
    differences: compareFields(theirs, mine, { categories, tags }).map((difference) => {
      const { field } = difference;
      const isMineNew = !common || comparedValue(common, field) !== comparedValue(mine, field);
      const isTheirsNew = !common || comparedValue(common, field) !== comparedValue(theirs, field);
      return {
        ...difference,
        suggested: isMineNew ? 'mine' : 'theirs',
        isChangedByBoth: isMineNew && isTheirsNew,
      };
    }),
  };
}

/** The typed fields, but slug and summary are the stored ones if they follow title and content. */
async function followStored(
  ctx: Pick<AppContext, 'db'>,
  { id, fields }: Pick<Typed, 'id' | 'fields'>,
  { stored, base, theirs }: Versions,
): Promise<EditorFields> {
  if (!base) return fields;
  const before = { firstPublishedAt: stored?.firstPublishedAt ?? null, snapshot: base.snapshot };
  const { slug, summary } = await withoutGenerated(ctx, id, fields, before);
  return {
    ...fields,
    slug: slug === fields.slug ? slug : theirs.slug,
    summary: summary === fields.summary ? summary : theirs.summary,
  };
}

/**
 * The typed fields as the server would store them, so that sanitizing and defaults don't count as
 * differences.
 */
function normalize({ id, fields }: Typed, timeZone: string): EditorFields {
  const input = parseInput(ArticleInput, toArticleInput(fields, timeZone));
  const content = cleanHtml(input.content);
  return {
    ...fields,
    title: input.title,
    slug: wantedSlug({ id, slug: input.slug, title: input.title }),
    summary: input.summary || makeSummary(content, input.membersOnly),
    content,
    author: input.author,
    coauthors: input.coauthors,
    readTime: String(input.readTime),
    imageUrl: input.imageUrl ?? '',
    imageAlt: input.imageAlt,
    ...readSeoFields((field) => input[field]),
    publishAt: fields.status === 'draft' ? fields.publishAt : '',
  };
}

/**
 * The typed fields, with the `takeTheirs` fields replaced by those of version `over`.
 * @throws NotFoundError
 */
export async function mergeFields(
  ctx: AppContext,
  typed: Typed,
  over: number,
  takeTheirs: readonly string[],
): Promise<EditorFields> {
  const { db } = ctx;
  const [{ timeZone }, [stored], [revision], [base]] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectSnapshot(db.build, typed.id)),
    db.read(selectRevision(db.build, typed.id, over)),
    db.read(selectRevision(db.build, typed.id, typed.version)),
  ]);
  const theirs = revision?.snapshot ?? stored?.snapshot;
  if (!theirs) throw new NotFoundError(ARTICLE_GONE);
  const fields = toEditorFields(theirs, timeZone);
  const mine = await followStored(ctx, typed, { stored, base, theirs: fields });
  const taken = takeTheirs.filter((field): field is ComparedField => field in fields);
  return { ...mine, ...Object.fromEntries(taken.map((field) => [field, fields[field]])) };
}
