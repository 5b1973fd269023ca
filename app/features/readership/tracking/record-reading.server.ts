// Receives page views and what readers did in them. A report is accepted once it is in the database; the queue message only
// starts the counting sooner.
import type { SQL } from 'drizzle-orm';
import { getSiteSettings } from '~/features/settings/settings.server';
import { callerKey } from '~/lib/caller-key';
import { ForbiddenError, InvalidError, TooManyError, UnavailableError } from '~/lib/errors';
import { isCrawler } from '~/lib/is-crawler';
import { parseInput } from '~/lib/parse-input';
import { pause, withinTime } from '~/lib/time/within-time';
import { isoDayIn } from '~/lib/time/zoned-time';
import type { AppContext } from '~/platform/context';
import { countedPageOf } from './page-kind';
import { readPageView, writePageView } from './page-view-tokens.server';
import { hashReader } from './reader-key.server';
import { PageViewInput, type ReadingDropReason, ReadingInput, type ViewProgress } from './reading-event';
import { insertDroppedReports, insertProgress, insertReadingSignUp, insertView } from './reading-repo.server';
import { deviceOf, sourceOf, UNKNOWN_SOURCE } from './visit-source';

type ReadingContext = Pick<
  AppContext,
  'db' | 'files' | 'tokens' | 'clock' | 'config' | 'request' | 'queue' | 'log' | 'limits' | 'waitUntil'
>;

/** Delay of the queue message, so that reports gather into one batch. */
const BATCH_DELAY_SECONDS = 1;
/** A slow request for the token and a fast report can make the measured time shorter than the real one. */
const TOLERANCE_MS = 5_000;
const LIMIT_SECONDS = 60;
/** Per view, so that a script that keeps tabs open for a day cannot raise an article in the rankings. */
const MAX_COUNTED_SECONDS = 2 * 60 * 60;
/** How long reports gather before they are written together. */
const GATHER_MS = 50;
/** Reports in one statement: at most 1.3 MB. */
const MAX_GATHERED = 200;
/** Longer than all attempts of a write (`platform/db.server.ts`) usually take. */
const MAX_STORING_MS = 10_000;
/** How long the site's time zone is cached. It rarely changes. */
const ZONE_MS = 5 * 60 * 1000;

/** What the route can tell about the browser. */
export interface ViewingBrowser {
  /** An ISO 3166 code such as `US`, or null if unknown. */
  country: string | null;
  /** Global Privacy Control or Do Not Track: only the view itself is counted. */
  asksForPrivacy: boolean;
  /** A signed-in member of staff, whose views are not counted. */
  isStaff: boolean;
}

/**
 * Stores a page view.
 * @returns the token for reports about it; null if no reports will be accepted, because the view is not
 * counted, or only the view itself is
 * @throws InvalidError, UnavailableError
 */
export async function openPageView(
  ctx: ReadingContext,
  input: unknown,
  browser: ViewingBrowser,
): Promise<{ token: string | null }> {
  const arrival = parseInput(PageViewInput, input);
  const { userAgent, address } = ctx.request;
  const counted = countedPageOf(arrival.path);
  if (!counted || browser.isStaff || !userAgent || isCrawler(userAgent)) return { token: null };
  if (!(await ctx.limits.pageViews.allow(callerKey(address)))) return { token: null };
  const { id } = arrival;
  const { page, slug } = counted;
  const isPrivate = browser.asksForPrivacy;
  const source = isPrivate ? UNKNOWN_SOURCE : sourceOf(arrival, new URL(ctx.config.siteUrl).host);
  const reader = isPrivate ? null : await findReader(ctx, { address, userAgent });
  const view = {
    page,
    sourceKind: source.kind,
    source: source.name,
    device: isPrivate ? '' : deviceOf(userAgent),
    country: (!isPrivate && toCountry(browser.country)) || '',
    reader,
  };
  const { rows } = await ctx.db.writeOne(insertView(ctx.db.build, id, view, slug));
  const [row] = rows;
  if (!row) return { token: null };
  await enqueueReading(ctx, row);
  if (isPrivate) return { token: null };
  const startedAt = ctx.clock.now().getTime();
  return { token: await writePageView(ctx, { id, startedAt, articleId: row.articleId, source }) };
}

/** Cloudflare's codes for an unknown country and for Tor are not countries. */
const toCountry = (code: string | null) => (code && /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : null);

/** Null if the file store is unavailable. The view is then counted without a reader. */
async function findReader(
  ctx: ReadingContext,
  caller: { address: string; userAgent: string },
): Promise<string | null> {
  try {
    return await hashReader(ctx, await findDay(ctx), caller);
  } catch (error) {
    ctx.log.write({ event: 'inessential_failed', what: 'reader key', reason: String(error) });
    return null;
  }
}

const zones = new WeakMap<AppContext['tokens'], { zone: string; until: number }>();

/** Today in the site's time zone. */
async function findDay(ctx: ReadingContext): Promise<string> {
  const now = ctx.clock.now();
  let known = zones.get(ctx.tokens);
  if (!known || known.until < now.getTime()) {
    known = { zone: (await getSiteSettings(ctx)).timeZone, until: now.getTime() + ZONE_MS };
    zones.set(ctx.tokens, known);
  }
  return isoDayIn(now, known.zone);
}

/**
 * Stores what a reader did in a view so far.
 * @throws InvalidError for figures that the time since the view began cannot explain; ForbiddenError for an invalid or expired
 * token; TooManyError; UnavailableError. On these errors nothing is counted.
 */
export async function recordReading(ctx: ReadingContext, input: unknown): Promise<void> {
  const { token, ...progress } = parseInput(ReadingInput, input);
  if (!(await ctx.limits.reading.allow(callerKey(ctx.request.address))))
    throw new TooManyError('Too many reports.', LIMIT_SECONDS);
  const view = await readPageView(ctx, token);
  if (typeof view === 'string') {
    gather(ctx).drops.push(view);
    throw new ForbiddenError(
      view === 'expired' ? 'The view token has expired.' : 'The view token is not valid.',
    );
  }
  const elapsed = ctx.clock.now().getTime() - view.startedAt;
  if (progress.seconds * 1000 > elapsed + TOLERANCE_MS) {
    gather(ctx).drops.push('too_early');
    throw new InvalidError('The report claims more seconds than have passed since the view began.', []);
  }
  const seconds = Math.min(progress.seconds, MAX_COUNTED_SECONDS);
  // Only articles have quarters: completion is a share of article views.
  const quarter = view.articleId ? progress.quarter : 0;
  const stored = { ...progress, seconds, quarter };
  const batch = gather(ctx);
  batch.reports.push({ ...stored, view: view.id });
  // Another request's work never settles if that request is canceled.
  await withinTime(
    batch.stored,
    MAX_STORING_MS,
    () => new UnavailableError('The report could not be stored in time.'),
  );
}

/** The reports that an isolate receives in a short time. Writing them together takes the database hardly longer than writing one. */
interface Gathered {
  reports: ViewProgress[];
  /** Why other reports were not accepted. */
  drops: ReadingDropReason[];
  /** Milliseconds since 1970. Later reports start the next batch, even if the request that writes this one was canceled. */
  closesAt: number;
  stored: Promise<void>;
}

const gathered = new WeakMap<AppContext['tokens'], Gathered>();

/** The open batch, or a new one. */
function gather(ctx: ReadingContext): Gathered {
  const open = gathered.get(ctx.tokens);
  if (open && Date.now() < open.closesAt && open.reports.length < MAX_GATHERED) return open;
  const closed = pause(GATHER_MS);
  const batch: Gathered = {
    reports: [],
    drops: [],
    closesAt: Date.now() + GATHER_MS,
    stored: closed.then(() => storeReports(ctx, batch)),
  };
  // The requests answer with the error.
  ctx.waitUntil(batch.stored.catch(() => {}));
  ctx.waitUntil(closed.then(() => storeDrops(ctx, batch)));
  gathered.set(ctx.tokens, batch);
  return batch;
}

async function storeReports(ctx: ReadingContext, batch: Gathered): Promise<void> {
  if (gathered.get(ctx.tokens) === batch) gathered.delete(ctx.tokens);
  if (batch.reports.length === 0) return;
  const { rows } = await ctx.db.writeOne(insertProgress(ctx.db.build, batch.reports));
  await enqueueReading(ctx, rows[0]);
}

/** Apart from the reports, which must not wait for the few rows that a flood of forged reports changes. */
async function storeDrops({ db, log }: ReadingContext, { drops }: Gathered): Promise<void> {
  try {
    if (drops.length > 0) await db.write(insertDroppedReports(db.build, drops));
  } catch (error) {
    log.write({ event: 'inessential_failed', what: 'dropped reports', reason: String(error) });
  }
}

/** Enqueues the counting if no events were waiting before; otherwise a message is already on the way. */
export async function enqueueReading(
  { queue, log }: Pick<AppContext, 'queue' | 'log'>,
  stored: { first: boolean } | undefined,
): Promise<void> {
  if (!stored?.first) return;
  try {
    await queue.send([{ v: 1, type: 'reading-beacons' }], BATCH_DELAY_SECONDS);
  } catch (error) {
    // The cron task counts what is waiting.
    log.write({ event: 'queue_failed', what: 'reading beacons', reason: String(error) });
  }
}

/**
 * The statement that stores the sign-up of a new lead, for the transaction that creates it. Returns a row if it did; pass it to
 * `enqueueReading`.
 * @param viewId of the view with the form; a new id if it is unknown
 * @param signUp a query for `form` (the lead's source) and `article`, which finds nothing unless the lead is new
 */
export const readingSignUp = ({ db }: Pick<AppContext, 'db'>, viewId: string, signUp: SQL) =>
  insertReadingSignUp(db.build, viewId, signUp);
