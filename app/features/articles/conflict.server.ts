// When two people write at once: both versions beside each other, and what is made of them.
import { getSiteSettings } from '~/features/settings/settings.server';
import { cleanHtml } from '~/lib/clean-html';
import { NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { wantedSlug } from './article';
import type { ArticleConflict, ComparedField } from './article-comparison';
import { ArticleInput } from './article-input';
import { makeSummary } from './article-summary';
import { comparedValue, compareFields } from './compare-fields.server';
import { type EditorFields, toArticleInput, toEditorFields } from './editor-fields';
import { selectCategoryChoices, selectTagChoices } from './editor-repo.server';
import { selectRevision } from './revisions-repo.server';
import { selectSnapshot } from './snapshots-repo.server';

interface Typed {
  id: string;
  /** The version that the typing started from. */
  version: number;
  fields: EditorFields;
}

/**
 * What a stale save and the stored article differ in; without a difference they say the same.
 * @throws NotFoundError when the article is gone
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
  if (!stored) throw new NotFoundError('This article does not exist any more.');
  const [saver] = await db.read(selectRevision(db.build, id, stored.version));
  const theirs = toEditorFields(stored.snapshot, timeZone);
  const mine = settle(typed, timeZone);
  const past = base && toEditorFields(base.snapshot, timeZone);
  return {
    version: stored.version,
    savedBy: saver?.actor ?? null,
    isYours: saver?.actorId === userId,
    savedAt: stored.updatedAt.toISOString(),
    differences: compareFields(theirs, mine, { categories, tags }).map((difference) => {
      const { field } = difference;
      const isMineNew = !past || comparedValue(past, field) !== comparedValue(mine, field);
      const isTheirsNew = !past || comparedValue(past, field) !== comparedValue(theirs, field);
      return {
        ...difference,
        suggested: isMineNew ? 'mine' : 'theirs',
        isChangedByBoth: isMineNew && isTheirsNew,
      };
    }),
  };
}

/** What was typed as it would be stored: what the server alone makes is no difference. */
function settle({ id, fields }: Typed, timeZone: string): EditorFields {
  const input = parseInput(ArticleInput, toArticleInput(fields, timeZone));
  const content = cleanHtml(input.content);
  return {
    ...fields,
    title: input.title,
    slug: wantedSlug({ id, slug: input.slug, title: input.title }),
    summary: input.summary || makeSummary(content, input.membersOnly),
    content,
    author: input.author,
    readTime: String(input.readTime),
    imageUrl: input.imageUrl ?? '',
    imageAlt: input.imageAlt,
    publishAt: fields.status === 'draft' ? fields.publishAt : '',
  };
}

/**
 * What was typed, with the chosen fields as version `version` has them.
 * @throws NotFoundError
 */
export async function mergeFields(
  ctx: AppContext,
  typed: Typed,
  takeTheirs: readonly string[],
): Promise<EditorFields> {
  const { db } = ctx;
  const [{ timeZone }, [stored], [kept]] = await Promise.all([
    getSiteSettings(ctx),
    db.read(selectSnapshot(db.build, typed.id)),
    db.read(selectRevision(db.build, typed.id, typed.version)),
  ]);
  const theirs = kept?.snapshot ?? stored?.snapshot;
  if (!theirs) throw new NotFoundError('This article does not exist any more.');
  const fields = toEditorFields(theirs, timeZone);
  const taken = takeTheirs.filter((field): field is ComparedField => field in fields);
  return { ...typed.fields, ...Object.fromEntries(taken.map((field) => [field, fields[field]])) };
}
