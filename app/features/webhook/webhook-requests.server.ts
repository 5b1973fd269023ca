// The log of the webhook's calls: reading it, doing one again, forgetting what is old.
import { getWebhookRules } from '~/features/settings/webhook-rules.server';
import { InvalidError, NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { takeArticle } from './take-article.server';
import {
  type Outcome,
  REQUESTS_PER_PAGE,
  type RequestDetail,
  type RequestFilter,
  type RequestRow,
} from './webhook-request';
import {
  deleteOldRequests,
  OLD_AT_ONCE,
  selectReplay,
  selectRequest,
  selectRequests,
} from './webhook-requests-repo.server';

const GONE = 'There is no such request any more.';
const NOT_KEPT = 'The body of this request was too long to be kept, so it cannot be replayed.';

/** A page of calls, newest first, from below the id `before`; `older` is where the next page begins. */
export async function listRequests(
  { db }: Pick<AppContext, 'db'>,
  filter: RequestFilter,
  before: number | null,
): Promise<{ rows: RequestRow[]; older: number | null }> {
  const found = await db.read(selectRequests(db.build, filter, before, REQUESTS_PER_PAGE + 1));
  const rows = found.slice(0, REQUESTS_PER_PAGE);
  return { rows, older: found.length > rows.length ? (rows.at(-1)?.id ?? null) : null };
}

/** @throws NotFoundError */
export async function getRequest({ db }: Pick<AppContext, 'db'>, id: number): Promise<RequestDetail> {
  const [found] = await db.read(selectRequest(db.build, id));
  if (!found) throw new NotFoundError(GONE);
  return found;
}

/**
 * Does a call again, as if it came now and without its Idempotency-Key: what made an article makes another one.
 * @returns the new call's id and what it was answered
 * @throws NotFoundError, InvalidError for a body that was not kept
 */
export async function replayRequest(ctx: AppContext, id: number): Promise<{ id: number; outcome: Outcome }> {
  const [{ body }, rules] = await Promise.all([getRequest(ctx, id), getWebhookRules(ctx)]);
  if (body === null) throw new InvalidError(NOT_KEPT);
  const call = { body: new TextEncoder().encode(body), key: null, idempotencyKey: null, messageId: null };
  const outcome = await takeArticle(ctx, null, call, rules, id);
  const [replay] = await ctx.db.read(selectReplay(ctx.db.build, id));
  return { id: replay?.id ?? id, outcome };
}

const MOST_ROUNDS = 20;

/**
 * For the clock: forgets calls that are older than 30 days.
 * @returns how many
 */
export async function forgetOldRequests({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<number> {
  let total = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const [gone] = await db.write(deleteOldRequests(db.build, clock.now()));
    total += gone.rows.length;
    if (gone.rows.length < OLD_AT_ONCE) break;
  }
  return total;
}
