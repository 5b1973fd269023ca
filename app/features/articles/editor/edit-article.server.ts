// Loads the article editor.
import { z } from 'zod';
import type { Viewer } from '~/features/accounts/account';
import { findArticleFigures } from '~/features/readership/article-report.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { NotFoundError } from '~/lib/errors';
import { cleanHtml } from '~/lib/html/clean-html';
import { toSlug } from '~/lib/slug';
import type { AppContext } from '~/platform/context';
import { findOwnProfile } from '../authors/own-profile.server';
import { ARTICLE_GONE, authorOnly, isEditableByAuthor } from '../own-articles';
import { selectSnapshot } from '../revisions/snapshots-repo.server';
import { forAuthor, toTemplateFields } from '../templates/template';
import { findTemplateFields, listTemplates } from '../templates/templates.server';
import type { EditorChoices, EditorView, StoredDraft } from './article-editor';
import { selectDraftsOf, selectNewDraft, selectNewDrafts } from './drafts-repo.server';
import { EditorFields, EMPTY_FIELDS, toEditorFields } from './editor-fields';
import { selectAuthorNames, selectCategoryChoices, selectTagChoices } from './editor-repo.server';

/** The user whose drafts are offered, and the id of the draft to open. */
interface DraftChoice {
  viewer: Pick<Viewer, 'userId' | 'role' | 'fullName'>;
  shown: string | null;
}

interface NewArticleChoice extends DraftChoice {
  /** The id of the template to start from, as the URL has it. */
  template: string | null;
}

/** @param choice only for forms that offer to recover drafts and to start from a template */
export async function getNewEditor(ctx: AppContext, choice?: NewArticleChoice): Promise<EditorView> {
  const { db } = ctx;
  const wanted = z.uuid().safeParse(choice?.template).data;
  const wantedDraft = z.uuid().safeParse(choice?.shown).data;
  const isAuthor = choice !== undefined && authorOnly(choice.viewer) !== null;
  const [
    { timeZone, requireAltText: requiresAltText },
    choices,
    drafts,
    [shown],
    profile,
    templates,
    template,
  ] = await Promise.all([
    getSiteSettings(ctx),
    readChoices(ctx),
    choice ? db.read(selectNewDrafts(db.build, choice.viewer.userId)) : [],
    choice && wantedDraft ? db.read(selectNewDraft(db.build, choice.viewer.userId, wantedDraft)) : [],
    isAuthor ? findOwnProfile(ctx, choice.viewer) : null,
    choice ? listTemplates(ctx) : [],
    wanted ? findTemplateFields(ctx, wanted) : null,
  ]);
  // Two tabs that recover the same draft create two articles.
  const id = crypto.randomUUID();
  const byline = profile?.name ?? (isAuthor ? choice.viewer.fullName : '');
  const first = template
    ? toTemplateFields(template.fields, { ...choices, authors: template.authors })
    : EMPTY_FIELDS;
  return {
    id,
    copyId: id,
    version: 0,
    fields: shown ? fieldsOf(shown) : isAuthor ? forAuthor(first, byline) : first,
    drafts: drafts
      .filter((draft) => draft.id !== shown?.id)
      .map(({ id: draftId, title, savedAt }) => ({ id: draftId, title, savedAt: savedAt.toISOString() })),
    restored: shown ? toRestored(shown) : null,
    start: shown
      ? null
      : {
          templates: templates.map((row) => ({ id: row.id, name: row.name })),
          used: template && wanted ? wanted : null,
          isMissing: Boolean(choice?.template) && !template,
        },
    slug: null,
    isPublished: false,
    isReadOnly: false,
    savedAt: null,
    reading: null,
    choices,
    timeZone,
    requiresAltText,
  };
}

/**
 * @param choice as in `getNewEditor`; its draft is shown instead of the article
 * @throws NotFoundError
 */
export async function getEditor(ctx: AppContext, id: string, choice?: DraftChoice): Promise<EditorView> {
  const { db } = ctx;
  const shownId = z.uuid().safeParse(choice?.shown).data ?? null;
  const [{ timeZone, requireAltText: requiresAltText }, choices, [found], drafts, reading] =
    await Promise.all([
      getSiteSettings(ctx),
      readChoices(ctx),
      db.read(selectSnapshot(db.build, id)),
      choice ? db.read(selectDraftsOf(db.build, choice.viewer.userId, id, shownId)) : [],
      findArticleFigures(ctx, id),
    ]);
  if (!found) throw new NotFoundError(ARTICLE_GONE);
  const { version, updatedAt, firstPublishedAt, snapshot } = found;
  const fields = toEditorFields(snapshot, timeZone);
  const shown = drafts.find(({ id: draftId }) => draftId === shownId);
  // Skip drafts equal to the article, such as an autosave that arrived after its save.
  const others = drafts.filter((draft) => draft !== shown && !isSame(draft, fields));
  return {
    id,
    copyId: crypto.randomUUID(),
    version: shown?.baseVersion ?? version,
    fields: shown ? fieldsOf(shown) : fields,
    drafts: others.map(toStoredDraft),
    restored: shown ? toRestored(shown) : null,
    start: null,
    slug: snapshot.slug,
    isPublished: snapshot.status === 'published',
    isReadOnly:
      choice !== undefined &&
      authorOnly(choice.viewer) !== null &&
      !isEditableByAuthor({ ...snapshot, firstPublishedAt }),
    savedAt: updatedAt.toISOString(),
    reading,
    choices,
    timeZone,
    requiresAltText,
  };
}

type Draft = { id: string; fields: unknown; savedAt: Date };

function fieldsOf(draft: Draft): EditorFields {
  return EditorFields.catch(EMPTY_FIELDS).parse(draft.fields);
}

function toRestored({ id, savedAt }: Draft) {
  return { id, savedAt: savedAt.toISOString() };
}

function toStoredDraft({ id, title, savedAt }: DraftOfArticle): StoredDraft {
  return { id, title, savedAt: savedAt.toISOString() };
}

interface DraftOfArticle extends Draft {
  title: string;
  baseSlug: string | null;
  baseSummary: string | null;
}

/** Compares the values that would be stored, so that sanitizing is not a difference. A draft that was not read counts as different. */
function isSame({ baseSlug, baseSummary, ...draft }: DraftOfArticle, stored: EditorFields): boolean {
  if (draft.fields === null) return false;
  const normalized = (fields: EditorFields) => ({
    ...fields,
    content: cleanHtml(fields.content),
    slug: toSlug(fields.slug) || stored.slug,
    summary: fields.summary.trim() || stored.summary,
    tagIds: [...fields.tagIds].sort(),
    keepPublishDate: false,
  });
  const typed = fieldsOf(draft);
  // Unchanged by the draft. They may have followed title and content since.
  if (typed.slug === baseSlug) typed.slug = '';
  if (typed.summary === baseSummary) typed.summary = '';
  return JSON.stringify(normalized(typed)) === JSON.stringify(normalized(stored));
}

async function readChoices({ db }: Pick<AppContext, 'db'>): Promise<EditorChoices> {
  const [categories, tags, authors] = await Promise.all([
    db.read(selectCategoryChoices(db.build)),
    db.read(selectTagChoices(db.build)),
    db.read(selectAuthorNames(db.build)),
  ]);
  return { categories, tags, authors: authors.map(({ name }) => name) };
}
