// Lists, creates, updates and deletes static pages.

import type { MediaReplacement } from 'db/replaced-media';
import { type Actor, auditedChange, auditLine } from '~/features/audit/audit.server';
import { listChanges } from '~/features/audit/audit-entry';
import { PAGES_TAG, SEARCH_TAG, SITE_LAYOUT_TAG } from '~/features/cache-tags/cache-tags';
import { storeTextImages } from '~/features/media/embedded/text-images.server';
import { SEO_LABELS, type Seo, toSeo, toSeoFields } from '~/features/seo/seo';
import { storeSeo } from '~/features/seo/store-seo.server';
import { ConflictError, ConstraintError, NotFoundError } from '~/lib/errors';
import { cleanHtml, htmlToTextWithNotes } from '~/lib/html/clean-html';
import { parseInput } from '~/lib/parse-input';
import { keysOf } from '~/lib/properties';
import { toSlug } from '~/lib/slug';
import { aroundDifferences } from '~/lib/text';
import type { AppContext, Statement } from '~/platform/context';
import {
  deletePageRow,
  insertPage,
  lockPage,
  replaceImageInPages,
  type StoredPage,
  selectEdited,
  selectFreePageSlug,
  selectPageSlugs,
  selectPages,
  updatePage,
} from './manage-pages-repo.server';
import { PageContent, PageInput } from './page-input';
import type { EditedPage, PageDifference, PageFields, PageRow } from './page-view';
import { pageTag } from './pages.server';

type ReadContext = Pick<AppContext, 'db'>;
const GONE = 'This page no longer exists.';
const STALE = 'Someone else changed this page while you were writing.';
const ALREADY_SAVED = 'This page was already saved.';

/** All pages, in the order of the footer. */
export function listPages({ db }: ReadContext): Promise<PageRow[]> {
  return db.read(selectPages(db.build));
}

export async function findPage({ db }: ReadContext, id: string): Promise<EditedPage | null> {
  const [found] = await db.read(selectEdited(db.build, id));
  if (!found) return null;
  const { seo, ...page } = found;
  return { ...page, ...toSeoFields(seo) };
}

export interface SavedPage {
  /** About images of the text that could not be downloaded or were removed; undefined if there are none. */
  imageWarning: string | undefined;
}

/**
 * Creates a page.
 * @param id chosen when the form was rendered, so that a form submitted twice creates one page
 * @throws InvalidError by field; ConflictError if another page has this id
 */
export async function createPage(
  ctx: AppContext,
  actor: Actor,
  id: string,
  input: unknown,
): Promise<SavedPage> {
  const { db } = ctx;
  const { fields, imageWarning } = await readPage(ctx, actor, id, parseInput(PageInput, input));
  const event = { event: 'page_created', actorId: actor.userId, subject: fields.title, details: { id } };
  try {
    const {
      created: [created],
    } = await db.writeBatch({
      created: insertPage(db.build, id, fields),
      audit: auditLine(ctx, event),
    });
    await purge(ctx, [created?.slug ?? fields.slug], true);
  } catch (error) {
    if (!(error instanceof ConstraintError) || error.constraint !== 'pages_pkey') throw error;
    const found = await findPage(ctx, id);
    if (!found || isChanged(found, { ...toFields(fields), slug: found.slug }))
      throw new ConflictError(ALREADY_SAVED);
  }
  return { imageWarning };
}

/**
 * Saves a page if its version is still `at.version`.
 * @throws InvalidError by field; NotFoundError; ConflictError if the page was saved since
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
    db.read(selectFreePageSlug(db.build, wantedSlug(id, parsed), id)),
  ]);
  if (!before) throw new NotFoundError(GONE);
  if (before.version !== version) throw new ConflictError(STALE);
  const { fields, imageWarning } = await readPage(ctx, actor, id, parsed, toSeo(before));
  const after = toFields({ ...fields, slug: free[0]?.slug ?? fields.slug });
  if (!isChanged(before, after)) return { imageWarning };
  const changes = listChanges(fieldsOf(before), fieldsOf(after));
  const event = {
    event: 'page_updated',
    actorId: actor.userId,
    subject: fields.title,
    details: { id, changes },
  };
  const {
    saved: [saved],
  } = await db
    .writeBatch({
      lock: lockPage(db.build, id, version),
      saved: updatePage(db.build, id, fields),
      audit: auditLine(ctx, event),
    })
    .catch(explain);
  const slug = saved?.slug ?? after.slug;
  await purge(ctx, [before.slug, slug], before.slug !== slug || before.title !== fields.title);
  return { imageWarning };
}

/** Does nothing if the page no longer exists. */
export async function deletePage(ctx: AppContext, actor: Actor, id: string): Promise<void> {
  const { db } = ctx;
  const before = await findPage(ctx, id);
  if (!before) return;
  const { title: subject, slug } = before;
  const event = { event: 'page_deleted', actorId: actor.userId, subject, details: { id, slug } };
  await db.write(deletePageRow(db.build, id), auditLine(ctx, event));
  await purge(ctx, [slug], true);
}

/** Replaces a file of the library. After the commit, call `purgePages`. */
export function replaceInPages(
  ctx: Pick<AppContext, 'db' | 'request'>,
  actorId: string | null,
  ids: readonly string[],
  replacement: MediaReplacement,
): Statement<unknown>[] {
  const entry = { event: 'page_updated', actorId, details: { cause: 'image' } };
  return [auditedChange(ctx, entry, replaceImageInPages(ids, replacement))];
}

export async function purgePages(
  ctx: Pick<AppContext, 'db' | 'pageCache'>,
  ids: readonly string[],
): Promise<void> {
  const found = await ctx.db.read(selectPageSlugs(ctx.db.build, ids));
  await purge(
    ctx,
    found.map(({ slug }) => slug),
    false,
  );
}

const LABELS = {
  title: 'Title',
  slug: 'URL Slug',
  summary: 'Summary',
  content: 'Content',
  ...SEO_LABELS,
} as const;

/**
 * Compares the stored page with what was typed: the differing fields, content as plain text with its footnotes or, if
 * only the markup differs, as HTML, and long texts shortened to the parts around the differences.
 */
export function compareTexts(now: PageFields, typed: PageFields): PageDifference[] {
  const clean = (field: keyof PageFields, value: string) =>
    field === 'content' ? cleanHtml(value) : value.trim();
  return keysOf(LABELS)
    .map((field) => ({ field, theirs: clean(field, now[field]), yours: clean(field, typed[field]) }))
    .filter(({ theirs, yours }) => theirs !== yours)
    .map(({ field, ...stored }) => {
      const plain = { theirs: htmlToTextWithNotes(stored.theirs), yours: htmlToTextWithNotes(stored.yours) };
      const texts = field === 'content' && plain.theirs !== plain.yours ? plain : stored;
      const [theirs, yours] = aroundDifferences(texts.theirs, texts.yours, CONTEXT);
      return { label: LABELS[field], theirs, yours };
    });
}

/** Characters of unchanged text shown on either side of a difference. */
const CONTEXT = 160;

function wantedSlug(id: string, { slug, title }: PageInput): string {
  return toSlug(slug) || toSlug(title) || `page-${id.slice(0, 8)}`;
}

/** The fields to store: embedded images are moved to the file store and the HTML is sanitized. */
async function readPage(
  ctx: AppContext,
  actor: Actor,
  id: string,
  parsed: PageInput,
  before: Seo = {},
): Promise<SavedPage & { fields: StoredPage }> {
  const { html, warning } = await storeTextImages(ctx, actor, parsed.content);
  const { content } = parseInput(PageContent, { content: cleanHtml(html) });
  const { title, summary } = parsed;
  const slug = wantedSlug(id, parsed);
  const seo = await storeSeo(ctx, actor, parsed, { path: `/page/${slug}`, before });
  return { fields: { title, slug, summary, content, seo }, imageWarning: warning };
}

/** The fields of a stored page as the form has them. */
const toFields = ({ seo, ...page }: StoredPage): PageFields => ({ ...page, ...toSeoFields(seo) });

function fieldsOf(page: PageFields): Record<string, string> {
  return Object.fromEntries(keysOf(LABELS).map((field) => [field, page[field]]));
}

function isChanged(before: PageFields, after: PageFields): boolean {
  return keysOf(LABELS).some((field) => before[field] !== after[field]);
}

/** Converts database errors to messages for the editor. */
function explain(error: unknown): never {
  if (error instanceof ConflictError) throw new ConflictError(STALE, { cause: error });
  if (error instanceof NotFoundError) throw new NotFoundError(GONE, { cause: error });
  throw error;
}

/** @param isFooterTouched the title or slug changed, which the footer of every page and the search dialog show */
async function purge(
  { pageCache }: Pick<AppContext, 'pageCache'>,
  slugs: readonly string[],
  isFooterTouched: boolean,
): Promise<void> {
  const tags = [PAGES_TAG, ...new Set(slugs.map(pageTag))];
  await pageCache.purge(isFooterTouched ? [...tags, SITE_LAYOUT_TAG, SEARCH_TAG] : tags);
}
