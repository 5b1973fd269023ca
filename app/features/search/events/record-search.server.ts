// Counts searches that browsers report, and deletes each day's callers when the day is over.
import { areWithin, countManyCalls, deleteOldCalls } from '~/features/rate-limit/throttle-calls.server';
import { callerKey } from '~/lib/caller-key';
import { TooManyError } from '~/lib/errors';
import { isCrawler } from '~/lib/is-crawler';
import { parseInput } from '~/lib/parse-input';
import type { AppContext } from '~/platform/context';
import { countSearch, deleteOldCounts, deletePastCallers } from './search-counts-repo.server';
import { isCountable, SearchEvent } from './search-event';

/** Events per caller: enough for a whole office behind one IP address. */
export const MAX_SEARCH_EVENTS = 300;
const WINDOW_SECONDS = 3600;
const BATCH = 5_000;

type Context = Pick<AppContext, 'db' | 'request' | 'tokens'>;

/**
 * Counts an event of a reader, without anything that identifies them.
 * @param isStaff events of staff are not counted
 * @returns whether it was counted
 * @throws InvalidError; TooManyError over the caller's limit
 */
export async function recordSearch(ctx: Context, input: unknown, isStaff: boolean): Promise<boolean> {
  const event = parseInput(SearchEvent, input);
  const { db, request, tokens } = ctx;
  if (isStaff || isCrawler(request.userAgent) || !isCountable(event.query)) return false;
  const address = callerKey(request.address);
  const rule = {
    key: `search-events:address:${address}`,
    limit: MAX_SEARCH_EVENTS,
    windowSeconds: WINDOW_SECONDS,
  };
  const caller = await tokens.keyedHash(`search caller ${address}`);
  const { calls, counting } = await db.writeBatch({
    calls: countManyCalls(ctx, rule, 1),
    counting: countSearch(db.build, event, caller, areWithin([rule])),
    oldCalls: deleteOldCalls(ctx),
  });
  const [count] = calls.rows;
  if (count && count.tries > rule.limit) throw new TooManyError('Too many search events.', count.wait);
  return counting.rows[0]?.counted ?? false;
}

/** Deletes the callers of past days and counts older than 13 months. @returns how many rows */
export async function pruneSearchCounts({ db }: Pick<AppContext, 'db'>): Promise<number> {
  const { callers, counts } = await db.writeBatch({
    callers: deletePastCallers(db.build),
    counts: deleteOldCounts(db.build, BATCH),
  });
  return callers.rows.length + counts.rows.length;
}
