// Receives ad events from browsers. An event is accepted once it is in the database; the queue message only
// starts the counting sooner.
import { areWithin, countManyCalls } from '~/features/rate-limit/throttle-calls.server';
import { callerKey } from '~/lib/caller-key';
import { ForbiddenError, NotFoundError, TooManyError } from '~/lib/errors';
import { isCrawler } from '~/lib/is-crawler';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { insertBeacons, insertDrops, selectClickedAd } from './ad-counts-repo.server';
import {
  type AdEvent,
  type AdEventKind,
  BeaconInput,
  type CheckedEvent,
  type DropReason,
  type ReportedEvent,
  ViewInput,
} from './ad-event';
import type { AdPlace } from './ad-place';
import { isCurrent, readClickLink } from './ad-tickets.server';
import { mostChanges, mostShowings } from './rotation';
import { sign } from './signature.server';
import { openView, readView, VIEW_SECONDS, type View } from './view-tokens.server';

type BeaconContext = Pick<
  AppContext,
  'db' | 'tokens' | 'clock' | 'request' | 'queue' | 'log' | 'limits' | 'waitUntil'
>;

/** Delay of the queue message, so that events gather into one batch. */
const BATCH_DELAY_SECONDS = 1;
/** Clicks by one reader on one placement and page within this period count once. */
const SAME_CLICK_MS = 10 * 60 * 1000;
/**
 * Clicks that one IP address can add per placement within that period, no matter which user agents it sends. Enough
 * for an office, and a limit for a bot that rotates user agents.
 */
const MAX_CLICKS = 10;
/**
 * Events per client in beacons. A reader who opens a page with three slots every minute and stays sends 18
 * per minute, so about a hundred readers behind one IP address fit within the limit.
 */
const MAX_EVENTS = 2_000;
const MAX_EVENTS_SECONDS = 60;

export interface OpenedView {
  /** Null if the client asked too often; its events are not counted. */
  token: string | null;
  /** How long the token is valid. */
  seconds: number;
}

/** @throws InvalidError, ForbiddenError */
export async function openCountedView(ctx: BeaconContext, input: unknown): Promise<OpenedView> {
  const { tickets } = parseInput(ViewInput, input);
  const isCounted = await ctx.limits.views.allow(callerKey(ctx.request.address));
  return { token: isCounted ? await openView(ctx, tickets) : null, seconds: VIEW_SECONDS };
}

/**
 * Records the events of ads that the token names and that can have happened since the view began. Crawlers'
 * events are not accepted. An accepted event is counted unless it is a duplicate or exceeds the ad's turns in
 * the rotation.
 * @returns how many events were accepted
 * @throws InvalidError; ForbiddenError for an invalid or expired token; TooManyError over the client's limit;
 * UnavailableError. On these errors no event was accepted.
 */
export async function recordBeacon(
  ctx: BeaconContext,
  kind: Exclude<AdEventKind, 'click'>,
  input: unknown,
): Promise<number> {
  const { token, events } = parseInput(BeaconInput, input);
  // Before the database, which counts exactly, so that a flood of forged reports does not reach it.
  if (!(await ctx.limits.reading.allow(`ads ${callerKey(ctx.request.address)}`)))
    throw new TooManyError('Too many reports.', MAX_EVENTS_SECONDS);
  const view = await readView(ctx, token);
  const isFromCrawler = isCrawler(ctx.request.userAgent);
  const checked = events.map((event) => {
    if (typeof view === 'string') return view;
    return isFromCrawler ? 'crawler' : checkEvent(view, kind, event, ctx.clock.now());
  });
  const accepted = checked.filter((each) => typeof each !== 'string');
  const reports = checked.map((each, index) => ({
    kind,
    adId: events[index]?.ad ?? '',
    reason: typeof each === 'string' ? each : null,
  }));
  if (accepted.length > 0) await storeBeacon(ctx, accepted, reports);
  else ctx.waitUntil(inBackground(ctx, 'dropped ad events', storeBeacon(ctx, [], reports)));
  if (view === 'bad_token') throw new ForbiddenError('The view token is not valid.');
  if (view === 'expired') throw new ForbiddenError('The view token has expired.');
  return accepted.length;
}

function checkEvent(view: View, kind: AdEventKind, event: ReportedEvent, now: Date): AdEvent | DropReason {
  const ad = view.ads.find(({ adId, placementId }) => adId === event.ad && placementId === event.placement);
  if (!ad) return 'not_on_page';
  const current = view.ads.filter((each) => isCurrent(each, view.startedAt));
  if (!current.includes(ad)) return 'old_page';
  const elapsed = now.getTime() - view.startedAt;
  if (event.change >= mostChanges(elapsed, current)) return 'too_early';
  return { ...ad, kind, viewId: view.id, change: event.change, most: mostShowings(elapsed, ad) };
}

/** @throws TooManyError over the client's limit */
async function storeBeacon(
  ctx: BeaconContext,
  accepted: readonly AdEvent[],
  reports: readonly CheckedEvent[],
): Promise<void> {
  const { db, request } = ctx;
  const rule = {
    key: `ad-events:address:${callerKey(request.address)}`,
    limit: MAX_EVENTS,
    windowSeconds: MAX_EVENTS_SECONDS,
  };
  const isWithin = areWithin([rule]);
  const { counted, stored } = await db.writeBatch({
    counted: countManyCalls(ctx, rule, reports.length),
    stored: insertBeacons(db.build, accepted, request.userAgent, isWithin),
    drops: insertDrops(db.build, reports, isWithin),
  });
  const [count] = counted.rows;
  if (count && count.tries > rule.limit) throw new TooManyError('Too many ad events.', count.wait);
  if (accepted.length > 0) await enqueueCounting(ctx, stored.rows);
}

/**
 * Returns the target of a click link if the ad still exists, or if the database is unavailable. The click is counted after
 * the response, so that the reader doesn't wait for it.
 * @param isVisit false for a prefetch, a preview or a HEAD request (http/cache/is-visit.ts), which redirect
 * without counting
 * @throws ForbiddenError for a link with an invalid signature, NotFoundError for a deleted ad
 */
export async function followClick(
  ctx: BeaconContext,
  query: URLSearchParams,
  isVisit: boolean,
): Promise<string> {
  const link = await readClickLink(ctx, query);
  if (!link) throw new ForbiddenError('This ad link is not valid.');
  const { adId } = link.place;
  const ads = await ctx.db.readOptional('ad of a click', selectClickedAd(ctx.db.build, adId), [{ id: adId }]);
  if (ads.length === 0) throw new NotFoundError('This ad no longer exists.');
  ctx.waitUntil(inBackground(ctx, 'ad click', storeClick(ctx, link.place, isVisit)));
  return link.target;
}

async function storeClick(ctx: BeaconContext, place: AdPlace, isVisit: boolean): Promise<void> {
  const { db } = ctx;
  const { userAgent } = ctx.request;
  const address = callerKey(ctx.request.address);
  if (!(await ctx.limits.clicks.allow(address))) return;
  const reason = isCrawler(userAgent) ? 'crawler' : isVisit ? null : 'not_opened';
  if (reason) {
    await db.write(insertDrops(db.build, [{ kind: 'click', adId: place.adId, reason }]));
    return;
  }
  const period = Math.floor(ctx.clock.now().getTime() / SAME_CLICK_MS);
  // Readers behind one IP address share `MAX_CLICKS` numbers; further clicks are duplicates of these and
  // don't count.
  const reader = await sign(ctx, 'reader', [address, userAgent, place.articleId].join(' '));
  const number = reader.charCodeAt(0) % MAX_CLICKS;
  // A keyed hash: it cannot be reversed by trying all addresses without the secret.
  const caller = await sign(ctx, 'caller', [address, number, period].join(' '));
  const viewId = `click ${caller} ${place.adId} ${place.placementId}`;
  const click = { ...place, kind: 'click' as const, viewId, change: 0, most: null };
  const { rows } = await db.writeOne(insertBeacons(db.build, [click], userAgent));
  await enqueueCounting(ctx, rows);
}

/** Runs background work and logs a failure instead of throwing it. */
async function inBackground({ log }: BeaconContext, what: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof TooManyError))
      log.write({ event: 'inessential_failed', what, reason: String(error) });
  }
}

/** Enqueues the counting if no events were waiting before; otherwise a message is already on the way. */
async function enqueueCounting(
  { queue, log }: BeaconContext,
  rows: readonly { first: boolean }[],
): Promise<void> {
  if (!rows[0]?.first) return;
  try {
    await queue.send([{ v: 1, type: 'ad-beacons' }], BATCH_DELAY_SECONDS);
  } catch (error) {
    // The cron task counts what is waiting.
    log.write({ event: 'queue_failed', what: 'ad beacons', reason: String(error) });
  }
}
