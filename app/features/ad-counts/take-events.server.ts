// What browsers tell of ads. An event is accepted when it stands in the database; the queue only hurries the counting.
import { isbot } from 'isbot';
import { callerKey } from '~/lib/caller-key';
import { ForbiddenError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { insertBeacons } from './ad-counts-repo.server';
import { type AdEvent, type AdEventKind, BeaconInput, ViewInput } from './ad-event';
import type { AdPlace } from './ad-place';
import { readClickLink } from './ad-tickets.server';
import { sign } from './signature.server';
import { openView, readView, VIEW_SECONDS } from './view-tokens.server';

type Taking = Pick<AppContext, 'db' | 'tokens' | 'clock' | 'request' | 'queue' | 'log' | 'limits'>;

/** A batch gathers for so long. */
const GATHERING_SECONDS = 1;
/** Clicks of one caller on one ad of one page within so long are one. */
const SAME_CLICK_MS = 10 * 60 * 1000;
/** Of one address, whatever browsers it names, on an ad in one place within that time: an office, and no machine of many faces. */
const MOST_CLICKS = 10;

/** Crawlers, monitors and programs: what says no name is none of a reader's browser. */
export function isCrawler(userAgent: string | null): boolean {
  return !userAgent || isbot(userAgent);
}

export interface OpenedView {
  /** Null for whoever asks too often. */
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
 * @returns how many events were accepted: those of ads that the token names. None of a crawler's
 * @throws InvalidError; ForbiddenError for a token that does not count; UnavailableError, and then none was accepted
 */
export async function takeBeacon(
  ctx: Taking,
  kind: Exclude<AdEventKind, 'click'>,
  input: unknown,
): Promise<number> {
  const { token, events } = parseInput(BeaconInput, input);
  const view = await readView(ctx, token);
  if (isCrawler(ctx.request.userAgent)) return 0;
  const known = events.flatMap(({ change, ad, placement }): AdEvent[] => {
    const place = view.places.find(({ adId, placementId }) => adId === ad && placementId === placement);
    return place ? [{ ...place, kind, viewId: view.id, change }] : [];
  });
  if (known.length > 0) await keep(ctx, known);
  return known.length;
}

/**
 * Where a link of ours leads. The click is counted after the answer, so that no reader waits for it.
 * @param isVisit false for what only looks ahead: a prefetch, a HEAD request
 * @throws ForbiddenError for a link that was not made here
 */
export async function followClick(
  ctx: Taking & Pick<AppContext, 'waitUntil'>,
  query: URLSearchParams,
  isVisit: boolean,
): Promise<string> {
  const link = await readClickLink(ctx, query);
  if (!link) throw new ForbiddenError('This link was not made here.');
  if (isVisit && !isCrawler(ctx.request.userAgent)) ctx.waitUntil(keepClick(ctx, link.place));
  return link.target;
}

async function keepClick(ctx: Taking, place: AdPlace): Promise<void> {
  const { userAgent } = ctx.request;
  const address = callerKey(ctx.request.address);
  const period = Math.floor(ctx.clock.now().getTime() / SAME_CLICK_MS);
  try {
    if (!(await ctx.limits.clicks.allow(address))) return;
    // Readers behind one address share so many numbers: its clicks beyond them repeat one of these, and count no more.
    const reader = await sign(ctx, 'reader', [address, userAgent, place.articleId].join(' '));
    const number = reader.charCodeAt(0) % MOST_CLICKS;
    // Who it was cannot be read from it; without the secret nobody can try addresses either.
    const caller = await sign(ctx, 'caller', [address, number, period].join(' '));
    await keep(ctx, [{ ...place, kind: 'click', viewId: `click ${caller}`, change: 0 }]);
  } catch (error) {
    ctx.log.write({ event: 'inessential_failed', what: 'ad click', reason: String(error) });
  }
}

async function keep(ctx: Taking, events: readonly AdEvent[]): Promise<void> {
  const { db, request, queue, log } = ctx;
  const [{ rows }] = await db.write(insertBeacons(db.build, events, request.userAgent));
  if (!rows[0]?.first) return;
  try {
    await queue.send([{ v: 1, type: 'ad-beacons' }], GATHERING_SECONDS);
  } catch (error) {
    // The clock counts what waits.
    log.write({ event: 'queue_failed', what: 'ad beacons', reason: String(error) });
  }
}
