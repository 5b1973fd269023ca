// Opening the editor.
import type { Viewer } from '~/features/accounts/account';
import { getSiteSettings } from '~/features/settings/settings.server';
import { cleanHtml } from '~/lib/clean-html';
import { NotFoundError } from '~/lib/errors';
import { toSlug } from '~/lib/slug';
import type { AppContext } from '~/platform/context';
import type { EditorChoices, EditorView, KeptDraft } from './article-editor';
import { selectDraftsOf, selectNewDrafts } from './drafts-repo.server';
import { EditorFields, EMPTY_FIELDS, toEditorFields } from './editor-fields';
import { selectAuthorNames, selectCategoryChoices, selectTagChoices } from './editor-repo.server';
import { authorOnly, isInAuthorsHand } from './own-articles';
import { selectSnapshot } from './snapshots-repo.server';

/** Who writes and whose drafts are offered, and the id of the one to go on with. */
interface DraftChoice {
  viewer: Pick<Viewer, 'userId' | 'role' | 'fullName'>;
  shown: string | null;
}

/** @param choice for a form that brings drafts back; none are offered without */
export async function getNewEditor(ctx: AppContext, choice?: DraftChoice): Promise<EditorView> {
  const { db } = ctx;
  const [{ timeZone }, choices, drafts] = await Promise.all([
    getSiteSettings(ctx),
    readChoices(ctx),
    choice ? db.read(selectNewDrafts(db.build, choice.viewer.userId)) : [],
  ]);
  const shown = drafts.find((draft) => draft.id === choice?.shown);
  // Words that two tabs brought back are another new article in each.
  const id = crypto.randomUUID();
  return {
    id,
    copyId: id,
    version: 0,
    fields: shown ? fieldsOf(shown) : { ...EMPTY_FIELDS, author: bylineOf(choice) },
    drafts: drafts.filter((draft) => draft !== shown).map(toKeptDraft),
    restored: shown ? toRestored(shown) : null,
    slug: null,
    isPublished: false,
    isOutOfHand: false,
    savedAt: null,
    choices,
    timeZone,
  };
}

/**
 * @param choice as for a new one; its draft is shown in place of the article
 * @throws NotFoundError
 */
export async function getEditor(ctx: AppContext, id: string, choice?: DraftChoice): Promise<EditorView> {
  const { db } = ctx;
  const [{ timeZone }, choices, [found], drafts] = await Promise.all([
    getSiteSettings(ctx),
    readChoices(ctx),
    db.read(selectSnapshot(db.build, id)),
    choice ? db.read(selectDraftsOf(db.build, choice.viewer.userId, id)) : [],
  ]);
  if (!found) throw new NotFoundError('This article does not exist any more.');
  const { version, updatedAt, firstPublishedAt, snapshot } = found;
  const fields = toEditorFields(snapshot, timeZone);
  const shown = drafts.find((draft) => draft.id === choice?.shown);
  // An autosave that arrives after its save says nothing that is not stored already.
  const others = drafts.filter((draft) => draft !== shown && !isSame(fieldsOf(draft), fields));
  return {
    id,
    copyId: crypto.randomUUID(),
    version: shown?.baseVersion ?? version,
    fields: shown ? fieldsOf(shown) : fields,
    drafts: others.map(toKeptDraft),
    restored: shown ? toRestored(shown) : null,
    slug: snapshot.slug,
    isPublished: snapshot.status === 'published',
    isOutOfHand:
      choice !== undefined &&
      authorOnly(choice.viewer) !== null &&
      !isInAuthorsHand({ ...snapshot, firstPublishedAt }),
    savedAt: updatedAt.toISOString(),
    choices,
    timeZone,
  };
}

/** An author writes under their own name, unless they type another. */
function bylineOf(choice: DraftChoice | undefined): string {
  return choice && authorOnly(choice.viewer) !== null ? choice.viewer.fullName : '';
}

type Draft = { id: string; fields: unknown; savedAt: Date };

function fieldsOf(draft: Draft): EditorFields {
  return EditorFields.catch(EMPTY_FIELDS).parse(draft.fields);
}

function toRestored({ id, savedAt }: Draft) {
  return { id, savedAt: savedAt.toISOString() };
}

function toKeptDraft(draft: Draft): KeptDraft {
  return { id: draft.id, title: fieldsOf(draft).title, savedAt: draft.savedAt.toISOString() };
}

/** By what would be stored: cleaning is no change. */
function isSame(draft: EditorFields, stored: EditorFields): boolean {
  const settled = (fields: EditorFields) => ({
    ...fields,
    content: cleanHtml(fields.content),
    slug: toSlug(fields.slug) || stored.slug,
    summary: fields.summary.trim() || stored.summary,
    tagIds: [...fields.tagIds].sort(),
    keepPublishDate: false,
  });
  return JSON.stringify(settled(draft)) === JSON.stringify(settled(stored));
}

async function readChoices({ db }: Pick<AppContext, 'db'>): Promise<EditorChoices> {
  const [categories, tags, authors] = await Promise.all([
    db.read(selectCategoryChoices(db.build)),
    db.read(selectTagChoices(db.build)),
    db.read(selectAuthorNames(db.build)),
  ]);
  return { categories, tags, authors: authors.map(({ name }) => name) };
}
