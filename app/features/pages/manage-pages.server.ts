// Everything an editor can do with standing pages.
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { keepTextPictures } from '~/features/media/text-pictures.server';
import { CHROME_TAG } from '~/features/site/chrome-tag';
import { aroundDifferences } from '~/lib/around-differences';
import { cleanHtml, htmlToText } from '~/lib/clean-html';
import { ConflictError, ConstraintError, NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { toSlug } from '~/lib/slug';
import type { AppContext } from '~/platform/context';
import {
  deletePageRow,
  insertPage,
  lockPage,
  selectEdited,
  selectFreeSlug,
  selectPages,
  updatePage,
} from './manage-pages-repo.server';
import { PageContent, PageInput } from './page-input';
import type { EditedPage, PageDifference, PageFields, PageRow } from './page-view';
import { PAGES_TAG, pageTag } from './pages.server';

type Reading = Pick<AppContext, 'db'>;
const GONE = 'This page does not exist any more.';
const STALE = 'Somebody else changed this page while you were writing.';
const MADE_ALREADY = 'This page was saved already.';

/** Every page, in the footer's order. */
export function listPages({ db }: Reading): Promise<PageRow[]> {
  return db.read(selectPages(db.build));
}

export async function findPage({ db }: Reading, id: string): Promise<EditedPage | null> {
  const [found = null] = await db.read(selectEdited(db.build, id));
  return found;
}

export interface SavedPage {
  /** Addresses of pictures in the text that could not be fetched. */
  unfetched: string[];
}

/**
 * Whoever shows the form before knows the new page's `id`: sent twice, it makes one page.
 * @throws InvalidError field by field; ConflictError when there is another page of this id
 */
export async function createPage(
  ctx: AppContext,
  actor: Actor,
  id: string,
  input: unknown,
): Promise<SavedPage> {
  const { db } = ctx;
  const { fields, unfetched } = await readPage(ctx, actor, id, parseInput(PageInput, input));
  const event = { event: 'page_created', actorId: actor.userId, subject: fields.title, details: { id } };
  try {
    const [[made]] = await db.write(insertPage(db.build, id, fields), auditLine(ctx, event));
    await purge(ctx, [made?.slug ?? fields.slug], true);
  } catch (error) {
    if (!(error instanceof ConstraintError) || error.constraint !== 'pages_pkey') throw error;
    const found = await findPage(ctx, id);
    if (!found || isChanged(found, { ...fields, slug: found.slug })) throw new ConflictError(MADE_ALREADY);
  }
  return { unfetched };
}

/**
 * Saves over the version that the typing started from, and over no other.
 * @throws InvalidError field by field; NotFoundError; ConflictError when somebody saved meanwhile
 */
export async function savePage(
  ctx: AppContext,
  actor: Actor,
  at: { id: string; version: number },
  input: unknown,
): Promise<SavedPage> {
  const { db } = ctx;
  const { id, version } = at;
  const parsed = parseInput(PageInput, input);
  const [before, { rows: free }] = await Promise.all([
    findPage(ctx, id),
    db.read(selectFreeSlug(db.build, wantedSlug(id, parsed), id)),
  ]);
  if (!before) throw new NotFoundError(GONE);
  if (before.version !== version) throw new ConflictError(STALE);
  const { fields, unfetched } = await readPage(ctx, actor, id, parsed);
  const after = { ...fields, slug: free[0]?.slug ?? fields.slug };
  if (!isChanged(before, after)) return { unfetched };
  const changes = listChanges(fieldsOf(before), after);
  const event = {
    event: 'page_updated',
    actorId: actor.userId,
    subject: fields.title,
    details: { id, changes },
  };
  const [, [saved]] = await db
    .write(lockPage(db.build, id, version), updatePage(db.build, id, fields), auditLine(ctx, event))
    .catch(explain);
  const slug = saved?.slug ?? after.slug;
  await purge(ctx, [before.slug, slug], before.slug !== slug || before.title !== fields.title);
  return { unfetched };
}

/** Whoever deletes what is gone already has what they wanted. */
export async function deletePage(ctx: AppContext, actor: Actor, id: string): Promise<void> {
  const { db } = ctx;
  const before = await findPage(ctx, id);
  if (!before) return;
  const { title: subject, slug } = before;
  const event = { event: 'page_deleted', actorId: actor.userId, subject, details: { id, slug } };
  await db.write(deletePageRow(db.build, id), auditLine(ctx, event));
  await purge(ctx, [slug], true);
}

const LABELS = { title: 'Title', slug: 'URL Slug', summary: 'Summary', content: 'Content' } as const;

/**
 * What a page says now, beside what somebody else typed: the fields that differ, content as plain text, and of long
 * texts what lies around the differences.
 */
export function compareTexts(now: PageFields, typed: PageFields): PageDifference[] {
  const plain = (field: keyof PageFields, value: string) =>
    field === 'content' ? htmlToText(cleanHtml(value)) : value.trim();
  return (Object.keys(LABELS) as (keyof PageFields)[])
    .map((field) => ({ field, theirs: plain(field, now[field]), yours: plain(field, typed[field]) }))
    .filter(({ theirs, yours }) => theirs !== yours)
    .map(({ field, ...texts }) => {
      const [theirs, yours] = aroundDifferences(texts.theirs, texts.yours, CONTEXT);
      return { label: LABELS[field], theirs, yours };
    });
}

/** Characters of what both texts share, at either side of where they differ. */
const CONTEXT = 160;

function wantedSlug(id: string, { slug, title }: PageInput): string {
  return toSlug(slug) || toSlug(title) || `page-${id.slice(0, 8)}`;
}

/** As it is stored: pictures that came inside the text have addresses of their own, and the text is clean. */
async function readPage(
  ctx: AppContext,
  actor: Actor,
  id: string,
  parsed: PageInput,
): Promise<SavedPage & { fields: PageFields }> {
  const { html, unfetched } = await keepTextPictures(ctx, actor, parsed.content);
  const { content } = parseInput(PageContent, { content: cleanHtml(html) });
  const { title, summary } = parsed;
  return { fields: { title, slug: wantedSlug(id, parsed), summary, content }, unfetched };
}

function fieldsOf({ title, slug, summary, content }: PageFields): Record<string, string> {
  return { title, slug, summary, content };
}

function isChanged(before: PageFields, after: PageFields): boolean {
  return (Object.keys(LABELS) as (keyof PageFields)[]).some((field) => before[field] !== after[field]);
}

/** The database's refusals in an editor's words. */
function explain(error: unknown): never {
  if (error instanceof ConflictError) throw new ConflictError(STALE, { cause: error });
  if (error instanceof NotFoundError) throw new NotFoundError(GONE, { cause: error });
  throw error;
}

/** Titles and addresses stand in the footer of every page. */
async function purge(
  { pages }: AppContext,
  slugs: readonly string[],
  isFooterTouched: boolean,
): Promise<void> {
  const tags = [PAGES_TAG, ...new Set(slugs.map(pageTag))];
  await pages.purge(isFooterTouched ? [...tags, CHROME_TAG] : tags);
}
