// Saves articles as templates; lists, renames and deletes templates.
import type { MediaReplacement } from 'db/replaced-media';
import type { Viewer } from '~/features/accounts/account';
import { auditedChange, auditLine } from '~/features/audit/audit.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { ForbiddenError, InvalidError, NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { cutText } from '~/lib/text';
import { type Refusals, withRefusals, withUpdate } from '~/lib/with-refusals';
import type { AppContext, Statement } from '~/platform/context';
import { NOT_COPIED, toEditorFields } from '../editor/editor-fields';
import { ARTICLE_GONE, authorOnly, requireOwner, type Writer } from '../own-articles';
import { selectSnapshot } from '../revisions/snapshots-repo.server';
import { TEMPLATE_NAME_LIMIT, TEMPLATES_LIMIT, TemplateInput, type TemplateRow } from './template';
import {
  countTemplates,
  deleteTemplateRow,
  insertTemplate,
  replaceImageInTemplates,
  selectTemplate,
  selectTemplateFields,
  selectTemplates,
  templateExists,
  updateTemplateName,
} from './templates-repo.server';

type ReadContext = Pick<AppContext, 'db'>;
type WriteContext = Pick<AppContext, 'db' | 'request'>;

const GONE = 'This template no longer exists.';
const NOT_YOURS = 'Someone else saved this template. Ask an editor to change it.';
const TOO_MANY = `There can be at most ${TEMPLATES_LIMIT} templates. Delete one first.`;
const REFUSALS: Refusals = {
  stale: {
    column: 'name',
    message:
      'Someone else renamed this template while you were editing. Your change is still here. Save again to overwrite theirs.',
  },
  messages: {
    article_templates_name: ['name', 'A template with this name already exists. Enter another name'],
  },
};

/** All templates by name. */
export async function listTemplates({ db }: ReadContext): Promise<TemplateRow[]> {
  return db.read(selectTemplates(db.build));
}

/** Authors rename and delete only their own templates. */
export function mayChangeTemplate(writer: Writer, { createdBy }: Pick<TemplateRow, 'createdBy'>): boolean {
  const author = authorOnly(writer);
  return author === null || author === createdBy;
}

/** The stored fields, and the names of their authors who still exist; null without a template. */
export async function findTemplateFields(
  { db }: ReadContext,
  id: string,
): Promise<{ fields: unknown; authors: string[] } | null> {
  const [found = null] = await db.read(selectTemplateFields(db.build, id));
  return found;
}

/**
 * The article's title, as the suggested name of its template.
 * @throws NotFoundError; ForbiddenError if it is another person's article and the viewer is an author
 */
export async function suggestTemplateName(
  ctx: ReadContext,
  writer: Writer,
  articleId: string,
): Promise<string> {
  const { snapshot } = await getOwnSnapshot(ctx, writer, articleId);
  return cutText(snapshot.title, 0, TEMPLATE_NAME_LIMIT).trim();
}

/**
 * Saves the stored version of an article as a template, without what `duplicateArticle` leaves out.
 * @throws InvalidError if the name is invalid or taken, or the limit is reached; also what `suggestTemplateName`
 * throws
 */
export async function saveAsTemplate(
  ctx: WriteContext & Parameters<typeof getSiteSettings>[0],
  actor: Viewer,
  articleId: string,
  input: unknown,
): Promise<void> {
  const { db } = ctx;
  const { name } = parseInput(TemplateInput, input);
  const [{ timeZone }, { snapshot }, [stored]] = await Promise.all([
    getSiteSettings(ctx),
    getOwnSnapshot(ctx, actor, articleId),
    db.read(countTemplates(db.build)),
  ]);
  if (stored && stored.count >= TEMPLATES_LIMIT) throw InvalidError.at('name', TOO_MANY);
  const fields = { ...toEditorFields(snapshot, timeZone), ...NOT_COPIED };
  const id = crypto.randomUUID();
  const event = {
    event: 'template_created',
    actorId: actor.userId,
    subject: name,
    details: { id, articleId },
  };
  const template = { id, name, fields, createdBy: actor.userId };
  await withRefusals(REFUSALS, db.write(insertTemplate(db.build, template), auditLine(ctx, event)));
}

/**
 * @param version the version that was edited; '' overwrites without the check
 * @throws InvalidError, NotFoundError, ForbiddenError; ConflictError if it was renamed since `version`
 */
export async function renameTemplate(
  ctx: WriteContext,
  actor: Viewer,
  id: string,
  input: unknown,
  version: string,
): Promise<void> {
  const { db } = ctx;
  const { name } = parseInput(TemplateInput, input);
  const before = await findOwnTemplate(ctx, actor, id);
  if (!before) throw new NotFoundError(GONE);
  const details = { id, changes: { name: { from: before.name, to: name } } };
  const event = { event: 'template_updated', actorId: actor.userId, subject: name, details };
  await withUpdate(
    REFUSALS,
    GONE,
    db.writeBatch({
      saved: updateTemplateName(db.build, id, name, version),
      audit: auditLine(ctx, event, templateExists(id)),
    }),
  );
}

/**
 * Does nothing if the template no longer exists.
 * @throws ForbiddenError
 */
export async function deleteTemplate(ctx: WriteContext, actor: Viewer, id: string): Promise<void> {
  const { db } = ctx;
  const before = await findOwnTemplate(ctx, actor, id);
  if (!before) return;
  const event = { event: 'template_deleted', actorId: actor.userId, subject: before.name, details: { id } };
  // The audit entry first, because its condition requires the template.
  await db.write(auditLine(ctx, event, templateExists(id)), deleteTemplateRow(db.build, id));
}

/** Replaces a file of the library. */
export function replaceInTemplates(
  ctx: WriteContext,
  actorId: string | null,
  ids: readonly string[],
  replacement: MediaReplacement,
): Statement<unknown>[] {
  const entry = { event: 'template_updated', actorId, details: { cause: 'image' } };
  return [auditedChange(ctx, entry, replaceImageInTemplates(ids, replacement))];
}

async function findOwnTemplate({ db }: ReadContext, actor: Viewer, id: string) {
  const [found = null] = await db.read(selectTemplate(db.build, id));
  if (found && !mayChangeTemplate(actor, found)) throw new ForbiddenError(NOT_YOURS);
  return found;
}

async function getOwnSnapshot({ db }: ReadContext, writer: Writer, articleId: string) {
  const [found] = await db.read(selectSnapshot(db.build, articleId));
  if (!found) throw new NotFoundError(ARTICLE_GONE);
  requireOwner(writer, found);
  return found;
}
