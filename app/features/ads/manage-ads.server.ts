// Lists, creates, updates and deletes ads.
import type { MediaReplacement } from 'db/replaced-media';
import { type Actor, auditedChange, auditLine } from '~/features/audit/audit.server';
import { type Changes, listChanges } from '~/features/audit/audit-entry';
import { ADS_TAG } from '~/features/cache-tags/cache-tags';
import { storeTextImages } from '~/features/media/embedded/text-images.server';
import { storeOwnImage } from '~/features/media/fetch-image.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { InvalidError, NotFoundError } from '~/lib/errors';
import { cleanHtml } from '~/lib/html/clean-html';
import { parseInput } from '~/lib/parse-input';
import { type Refusals, withRefusals, withUpdate } from '~/lib/with-refusals';
import type { AppContext, Statement } from '~/platform/context';
import { HTML_LIMIT } from './ad';
import { type AdInput, adInput } from './ad-input';
import { toPeriod } from './ad-period';
import {
  adExists,
  countAds,
  deleteAdRow,
  insertAd,
  replaceImageInAds,
  replacePlacements,
  selectAd,
  selectAdRows,
  updateAd,
  type WantedPlacement,
} from './manage-ads-repo.server';
import { ADS_PER_PAGE, type AdRow, type AdValues, choicesOf } from './serving/ad-row';

type ReadContext = Pick<AppContext, 'db'>;
const GONE = 'This ad no longer exists';
const STALE =
  'Someone else changed this ad while you were editing. Your changes are still here. Save again to overwrite theirs.';
/** Messages from the specification (section 8). */
const REFUSALS: Refusals = {
  stale: { column: 'name', message: STALE },
  messages: {
    duplicate: ['name', 'An ad with this name already exists'],
    check: ['type', 'Invalid ad type. Please select a valid type (banner, sidebar, footer, or inline)'],
    reference: ['categoryIds', 'Invalid category selected'],
    missing: ['', 'Required fields are missing'],
  },
};
const NOTHING_LEFT =
  'None of this HTML can be shown: scripts, frames and forms are removed. Use an image and a link instead.';
const TOO_LONG = `HTML Content is limited to ${HTML_LIMIT.toLocaleString('en-US')} characters, not counting images`;

/** One page of ads, newest first, and the total count. Pages are numbered from 1. */
export async function listAdRows(
  { db }: ReadContext,
  page: number,
): Promise<{ rows: AdRow[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    db.read(selectAdRows(db.build, ADS_PER_PAGE, (page - 1) * ADS_PER_PAGE)),
    db.read(countAds(db.build)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export async function findAdRow({ db }: ReadContext, id: string): Promise<AdRow | null> {
  const [found = null] = await db.read(selectAd(db.build, id));
  return found;
}

/**
 * Creates an ad with one placement per location and category, or one global placement per location.
 * @returns a warning about images of its HTML that could not be downloaded or were removed
 * @throws InvalidError
 */
export async function createAd(ctx: AppContext, actor: Actor, input: unknown): Promise<string | undefined> {
  const { db } = ctx;
  const parsed = parseInput(adInput(ctx.config.siteUrl), input);
  const { values, imageWarning } = await toValues(ctx, actor, parsed, null);
  const id = crypto.randomUUID();
  const { name, type } = values;
  const details = { id, type, locations: parsed.locations, categoryIds: parsed.categoryIds };
  await withRefusals(
    REFUSALS,
    db.write(
      insertAd(db.build, id, values),
      ...replacePlacements(db.build, id, wantedPlacements(parsed)),
      auditLine(ctx, { event: 'ad_created', actorId: actor.userId, subject: name, details }),
    ),
  );
  await ctx.pageCache.purge([ADS_TAG]);
  return imageWarning;
}

/**
 * Saves the ad and replaces its placements, in one transaction.
 * @param version the version that was edited; '' overwrites without the check
 * @returns as `createAd`
 * @throws InvalidError, NotFoundError; ConflictError if the ad was saved since `version`
 */
export async function saveAd(
  ctx: AppContext,
  actor: Actor,
  id: string,
  input: unknown,
  version: string,
): Promise<string | undefined> {
  const { db } = ctx;
  const parsed = parseInput(adInput(ctx.config.siteUrl), input);
  const before = await findAdRow(ctx, id);
  if (!before) throw new NotFoundError(GONE);
  const { values, imageWarning } = await toValues(ctx, actor, parsed, before);
  const details = { id, changes: changesOf(before, values, parsed) };
  const event = { event: 'ad_updated', actorId: actor.userId, subject: values.name, details };
  await withUpdate(
    REFUSALS,
    GONE,
    db.writeBatch({
      saved: updateAd(db.build, id, values, version),
      placements: replacePlacements(db.build, id, wantedPlacements(parsed)),
      audit: auditLine(ctx, event, adExists(id)),
    }),
  );
  await ctx.pageCache.purge([ADS_TAG]);
  return imageWarning;
}

/** Deletes an ad and its placements; its counts are kept. Does nothing if the ad no longer exists. */
export async function deleteAd(ctx: AppContext, actor: Actor, id: string): Promise<void> {
  const { db } = ctx;
  const before = await findAdRow(ctx, id);
  if (!before) return;
  const details = { id, type: before.type, ...choicesOf(before.placements) };
  const event = { event: 'ad_deleted', actorId: actor.userId, subject: before.name, details };
  await db.write(deleteAdRow(db.build, id), auditLine(ctx, event));
  await ctx.pageCache.purge([ADS_TAG]);
}

/** Replaces a file of the library. After the commit, call `purgeAds`. */
export function replaceInAds(
  ctx: Pick<AppContext, 'db' | 'request'>,
  actorId: string | null,
  ids: readonly string[],
  replacement: MediaReplacement,
): Statement<unknown>[] {
  const entry = { event: 'ad_updated', actorId, details: { cause: 'image' } };
  return [auditedChange(ctx, entry, replaceImageInAds(ids, replacement))];
}

export const purgeAds = ({ pageCache }: Pick<AppContext, 'pageCache'>): Promise<void> =>
  pageCache.purge([ADS_TAG]);

async function toValues(
  ctx: AppContext,
  actor: Actor,
  input: AdInput,
  before: AdRow | null,
): Promise<{ values: AdValues; imageWarning: string | undefined }> {
  const { name, type, linkUrl, active, priority } = input;
  const stored = await storeTextImages(ctx, actor, input.htmlContent, 'ads');
  const html = cleanHtml(stored.html);
  if (input.htmlContent !== '' && html === '') throw InvalidError.at('htmlContent', NOTHING_LEFT);
  if (html.length > HTML_LIMIT) throw InvalidError.at('htmlContent', TOO_LONG);
  const { imageUrl } = input;
  const where = { folder: 'ads', before: before?.imageUrl ?? null } as const;
  const image = imageUrl === '' ? null : await storeOwnImage(ctx, actor, imageUrl, where);
  const { timeZone } = await getSiteSettings(ctx);
  const values = {
    name,
    type,
    htmlContent: html || null,
    imageUrl: image,
    linkUrl,
    active,
    priority,
    ...toPeriod(input, timeZone, before),
  };
  return { values, imageWarning: stored.warning };
}

function wantedPlacements({ locations, categoryIds }: AdInput): WantedPlacement[] {
  const categories = categoryIds.length > 0 ? categoryIds : [null];
  return locations.flatMap((location) => categories.map((categoryId) => ({ location, categoryId })));
}

function changesOf(before: AdRow, values: AdValues, { locations, categoryIds }: AdInput): Changes {
  const flat = <T extends Pick<AdValues, 'startsAt' | 'endsAt'>>(ad: T) => ({
    ...ad,
    startsAt: ad.startsAt?.toISOString() ?? null,
    endsAt: ad.endsAt?.toISOString() ?? null,
  });
  const were = choicesOf(before.placements);
  return listChanges(
    { ...flat(before), locations: were.locations.sort(), categoryIds: were.categoryIds },
    { ...flat(values), locations: [...locations].sort(), categoryIds },
  );
}
