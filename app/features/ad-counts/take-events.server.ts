// What browsers report about ads. An event is accepted when it stands in the database; the queue only hurries the counting.
import { areWithin, countManyCalls } from '~/features/accounts/throttle-calls.server';
import { callerKey } from '~/lib/caller-key';
import { ForbiddenError, TooManyError } from '~/lib/errors';
import { isCrawler } from '~/lib/is-crawler';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { insertBeacons, insertDrops } from './ad-counts-repo.server';
import {
  type AdEvent,
  type AdEventKind,
  BeaconInput,
  type DropReason,
  type JudgedEvent,
  type ReportedEvent,
  ViewInput,
} from './ad-event';
import type { AdPlace } from './ad-place';
import { readClickLink } from './ad-tickets.server';
import { mostChanges, mostShowings } from './rotation';
import { sign } from './signature.server';
import { openView, readView, VIEW_SECONDS, type View } from './view-tokens.server';

type Taking = Pick<
  AppContext,
  'db' | 'tokens' | 'clock' | 'request' | 'queue' | 'log' | 'limits' | 'waitUntil'
>;

/** A batch gathers for so long. */
const GATHERING_SECONDS = 1;
/** Clicks of one caller on one ad of one page within so long are one. */
const SAME_CLICK_MS = 10 * 60 * 1000;
/** Of one address, whatever browsers it names, on an ad in one place within that time: an office, and no machine of many faces. */
const MOST_CLICKS = 10;
/**
 * Events of one caller in beacons. A reader who opens a page with three slots each minute and stays makes 18 in that time, so
 * that a hundred of them behind one address all count.
 */
const MOST_EVENTS = 2_000;
const MOST_EVENTS_SECONDS = 60;

export interface OpenedView {
  /** Null for a caller who asks too often. */
  token: string | null;
  /** How long it counts. */
  seconds: number;
}

/** @throws InvalidError, ForbiddenError */
export async function openCountedView(ctx: Taking, input: unknown): Promise<OpenedView> {
  const { tickets } = parseInput(ViewInput, input);
  const isCounted = await ctx.limits.views.allow(callerKey(ctx.request.address));
  return { token: isCounted ? await openView(ctx, tickets) : null, seconds: VIEW_SECONDS };
}

/**
 * @returns how many events were accepted: those of ads that the token names and that the time since its start explains. None of
 * a crawler's. Each accepted event counts, unless it repeats another or shows an ad more often than it takes turns
 * @throws InvalidError; ForbiddenError for a token that does not count; TooManyError beyond the caller's limit, and
 * UnavailableError: then none was accepted
 */
export async function takeBeacon(
  ctx: Taking,
  kind: Exclude<AdEventKind, 'click'>,
  input: unknown,
): Promise<number> {
  const { token, events } = parseInput(BeaconInput, input);
  const view = await readView(ctx, token);
  const isMachine = isCrawler(ctx.request.userAgent);
  const judged = events.map((event) => {
    if (typeof view === 'string') return view;
    return isMachine ? 'crawler' : judge(view, kind, event, ctx.clock.now());
  });
  const accepted = judged.filter((each) => typeof each !== 'string');
  const reports = judged.map((each, index) => ({
    kind,
    adId: events[index]?.ad ?? '',
    reason: typeof each === 'string' ? each : null,
  }));
  if (accepted.length > 0) await keepBeacon(ctx, accepted, reports);
  else ctx.waitUntil(inessential(ctx, 'dropped ad events', keepBeacon(ctx, [], reports)));
  if (view === 'bad_token') throw new ForbiddenError('This token was not made here.');
  if (view === 'expired') throw new ForbiddenError('This token has expired.');
  return accepted.length;
}

function judge(view: View, kind: AdEventKind, event: ReportedEvent, now: Date): AdEvent | DropReason {
  const ad = view.ads.find(({ adId, placementId }) => adId === event.ad && placementId === event.placement);
  if (!ad) return 'not_on_page';
  const elapsed = now.getTime() - view.startedAt;
  if (event.change >= mostChanges(elapsed, view.ads)) return 'too_early';
  return { ...ad, kind, viewId: view.id, change: event.change, most: mostShowings(elapsed, ad) };
}

/** @throws TooManyError beyond the caller's limit */
async function keepBeacon(
  ctx: Taking,
  accepted: readonly AdEvent[],
  reports: readonly JudgedEvent[],
): Promise<void> {
  const { db, request } = ctx;
  const rule = {
    key: `ad-events:address:${callerKey(request.address)}`,
    limit: MOST_EVENTS,
    windowSeconds: MOST_EVENTS_SECONDS,
  };
  const isWithin = areWithin([rule]);
  const [counted, kept] = await db.write(
    countManyCalls(ctx, rule, reports.length),
    insertBeacons(db.build, accepted, request.userAgent, isWithin),
    insertDrops(db.build, reports, isWithin),
  );
  const [count] = counted.rows;
  if (count && count.tries > rule.limit) throw new TooManyError('Too many events of ads.', count.wait);
  if (accepted.length > 0) await hurryCounting(ctx, kept.rows);
}

/**
 * Where a link of ours leads. The click is counted after the answer, so that no reader waits for it.
 * @param isVisit false for a prefetch, a preview or a HEAD request (http/is-visit.ts), which lead on without counting
 * @throws ForbiddenError for a link that was not made here
 */
export async function followClick(ctx: Taking, query: URLSearchParams, isVisit: boolean): Promise<string> {
  const link = await readClickLink(ctx, query);
  if (!link) throw new ForbiddenError('This link was not made here.');
  ctx.waitUntil(inessential(ctx, 'ad click', keepClick(ctx, link.place, isVisit)));
  return link.target;
}

async function keepClick(ctx: Taking, place: AdPlace, isVisit: boolean): Promise<void> {
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
  // Readers behind one address share so many numbers: its clicks beyond them repeat one of these, and count no more.
  const reader = await sign(ctx, 'reader', [address, userAgent, place.articleId].join(' '));
  const number = reader.charCodeAt(0) % MOST_CLICKS;
  // Who it was cannot be read from it; without the secret nobody can try addresses either.
  const caller = await sign(ctx, 'caller', [address, number, period].join(' '));
  const viewId = `click ${caller} ${place.adId} ${place.placementId}`;
  const click = { ...place, kind: 'click' as const, viewId, change: 0, most: null };
  const [{ rows }] = await db.write(insertBeacons(db.build, [click], userAgent));
  await hurryCounting(ctx, rows);
}

/** Work that nobody waits for: a failure is logged. */
async function inessential({ log }: Taking, what: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof TooManyError))
      log.write({ event: 'inessential_failed', what, reason: String(error) });
  }
}

/** Sends a message when nothing was waiting before, so that someone counts. */
async function hurryCounting({ queue, log }: Taking, rows: readonly { first: boolean }[]): Promise<void> {
  if (!rows[0]?.first) return;
  try {
    await queue.send([{ v: 1, type: 'ad-beacons' }], GATHERING_SECONDS);
  } catch (error) {
    // The clock counts what waits.
    log.write({ event: 'queue_failed', what: 'ad beacons', reason: String(error) });
  }
}
