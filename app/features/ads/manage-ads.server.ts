// Everything an editor can do with ads.
import { type Actor, auditLine } from '~/features/audit/audit.server';
import { type Changes, listChanges } from '~/features/audit/audit-entry';
import { keepPicture } from '~/features/media/fetch-image.server';
import { keepTextPictures } from '~/features/media/text-pictures.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { cleanHtml } from '~/lib/clean-html';
import { InvalidError, NotFoundError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import { type Refusals, withRefusals } from '~/lib/with-refusals';
import { fromZonedInput, startOfNextDay } from '~/lib/zoned-time';
import type { AppContext } from '~/platform/context';
import { HTML_LIMIT } from './ad';
import { type AdInput, adInput } from './ad-input';
import { ADS_PER_PAGE, type AdRow, type AdValues, choicesOf } from './ad-row';
import { ADS_TAG } from './ads.server';
import {
  adIsThere,
  countAds,
  deleteAdRow,
  insertAd,
  replacePlacements,
  selectAd,
  selectAdRows,
  updateAd,
  type WantedPlacement,
} from './manage-ads-repo.server';

type Reading = Pick<AppContext, 'db'>;
const GONE = 'There is no such ad any more';
const STALE =
  'Somebody else changed this ad meanwhile. What you typed is still here: save again to put it in their place.';
/** In the words of the specification (section 8). */
const REFUSALS: Refusals = {
  stale: { column: 'name', message: STALE },
  words: {
    duplicate: ['name', 'An ad with this name already exists'],
    check: ['type', 'Invalid ad type. Please select a valid type (banner, sidebar, footer, or inline)'],
    reference: ['categoryIds', 'Invalid category selected'],
    missing: ['', 'Required fields are missing'],
  },
};
const NOTHING_LEFT =
  'Nothing of this HTML can be shown: scripts, frames and forms are taken out. Use an image and a link instead.';
const TOO_LONG = `HTML Content is limited to ${HTML_LIMIT.toLocaleString('en-US')} characters, pictures aside`;

/** A page of the ads, newest first, and how many there are. Pages count from 1. */
export async function listAdRows({ db }: Reading, page: number): Promise<{ rows: AdRow[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    db.read(selectAdRows(db.build, ADS_PER_PAGE, (page - 1) * ADS_PER_PAGE)),
    db.read(countAds(db.build)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export async function findAdRow({ db }: Reading, id: string): Promise<AdRow | null> {
  const [found = null] = await db.read(selectAd(db.build, id));
  return found;
}

/**
 * A new ad and its placements: one per location and category, or one for all categories.
 * @returns addresses of pictures in its HTML that could not be fetched
 * @throws InvalidError
 */
export async function createAd(ctx: AppContext, actor: Actor, input: unknown): Promise<string[]> {
  const { db } = ctx;
  const parsed = parseInput(adInput(ctx.config.siteUrl), input);
  const { values, unfetched } = await toValues(ctx, actor, parsed, null);
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
  await ctx.pages.purge([ADS_TAG]);
  return unfetched;
}

/**
 * Saves the ad and replaces its placements, in one transaction.
 * @param stamp of the state that was changed; '' saves over whatever is there
 * @returns as `createAd`
 * @throws InvalidError, NotFoundError; ConflictError when somebody saved meanwhile
 */
export async function saveAd(
  ctx: AppContext,
  actor: Actor,
  id: string,
  input: unknown,
  stamp: string,
): Promise<string[]> {
  const { db } = ctx;
  const parsed = parseInput(adInput(ctx.config.siteUrl), input);
  const before = await findAdRow(ctx, id);
  if (!before) throw new NotFoundError(GONE);
  const { values, unfetched } = await toValues(ctx, actor, parsed, before);
  const details = { id, changes: changesOf(before, values, parsed) };
  const event = { event: 'ad_updated', actorId: actor.userId, subject: values.name, details };
  const [saved] = await withRefusals(
    REFUSALS,
    db.write(
      updateAd(db.build, id, values, stamp),
      ...replacePlacements(db.build, id, wantedPlacements(parsed)),
      auditLine(ctx, event, adIsThere(id)),
    ),
  );
  if (saved.length === 0) throw new NotFoundError(GONE);
  await ctx.pages.purge([ADS_TAG]);
  return unfetched;
}

/** Its placements go, its counts stay. Whoever deletes what is gone already has what they wanted. */
export async function deleteAd(ctx: AppContext, actor: Actor, id: string): Promise<void> {
  const { db } = ctx;
  const before = await findAdRow(ctx, id);
  if (!before) return;
  const details = { id, type: before.type, ...choicesOf(before.placements) };
  const event = { event: 'ad_deleted', actorId: actor.userId, subject: before.name, details };
  await db.write(deleteAdRow(db.build, id), auditLine(ctx, event));
  await ctx.pages.purge([ADS_TAG]);
}

async function toValues(
  ctx: AppContext,
  actor: Actor,
  input: AdInput,
  before: AdRow | null,
): Promise<{ values: AdValues; unfetched: string[] }> {
  const { name, type, linkUrl, active, priority } = input;
  const kept = await keepTextPictures(ctx, actor, input.htmlContent, 'ads');
  const html = cleanHtml(kept.html);
  if (input.htmlContent !== '' && html === '') throw InvalidError.at('htmlContent', NOTHING_LEFT);
  if (html.length > HTML_LIMIT) throw InvalidError.at('htmlContent', TOO_LONG);
  const { imageUrl } = input;
  const where = { folder: 'ads', before: before?.imageUrl ?? null } as const;
  const picture = imageUrl === '' ? null : await keepPicture(ctx, actor, imageUrl, where);
  const { timeZone } = await getSiteSettings(ctx);
  const from = (day: string | null) => day && fromZonedInput(`${day}T00:00`, timeZone);
  const lastDay = from(input.endDate);
  const values = {
    name,
    type,
    htmlContent: html || null,
    imageUrl: picture,
    linkUrl,
    active,
    priority,
    startsAt: from(input.startDate) || null,
    endsAt: lastDay ? startOfNextDay(lastDay, timeZone) : null,
  };
  return { values, unfetched: kept.unfetched };
}

function wantedPlacements({ locations, categoryIds }: AdInput): WantedPlacement[] {
  const places = categoryIds.length > 0 ? categoryIds : [null];
  return locations.flatMap((location) => places.map((categoryId) => ({ location, categoryId })));
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
