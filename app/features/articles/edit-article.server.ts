// Opening the editor.
import { getSiteSettings } from '~/features/settings/settings.server';
import { NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import type { EditorChoices, EditorView } from './article-editor';
import { EMPTY_FIELDS, toEditorFields } from './editor-fields';
import { selectAuthorNames, selectCategoryChoices, selectTagChoices } from './editor-repo.server';
import { selectSnapshot } from './snapshots-repo.server';

export async function getNewEditor(ctx: AppContext): Promise<EditorView> {
  const [{ timeZone }, choices] = await Promise.all([getSiteSettings(ctx), readChoices(ctx)]);
  return {
    id: crypto.randomUUID(),
    version: 0,
    fields: EMPTY_FIELDS,
    slug: null,
    isPublished: false,
    savedAt: null,
    choices,
    timeZone,
  };
}

/** @throws NotFoundError */
export async function getEditor(ctx: AppContext, id: string): Promise<EditorView> {
  const { db } = ctx;
  const [{ timeZone }, choices, [found]] = await Promise.all([
    getSiteSettings(ctx),
    readChoices(ctx),
    db.read(selectSnapshot(db.build, id)),
  ]);
  if (!found) throw new NotFoundError('This article does not exist any more.');
  const { version, updatedAt, snapshot } = found;
  return {
    id,
    version,
    fields: toEditorFields(snapshot, timeZone),
    slug: snapshot.slug,
    isPublished: snapshot.status === 'published',
    savedAt: updatedAt.toISOString(),
    choices,
    timeZone,
  };
}

async function readChoices({ db }: Pick<AppContext, 'db'>): Promise<EditorChoices> {
  const [categories, tags, authors] = await Promise.all([
    db.read(selectCategoryChoices(db.build)),
    db.read(selectTagChoices(db.build)),
    db.read(selectAuthorNames(db.build)),
  ]);
  return { categories, tags, authors: authors.map(({ name }) => name) };
}
