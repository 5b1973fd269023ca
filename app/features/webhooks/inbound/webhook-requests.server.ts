// The log of inbound webhook calls: listing, replaying and pruning.

import { type Actor, auditLine } from '~/features/audit/audit.server';
import { personalRule } from '~/features/rate-limit/throttle';
import { countOrRefuse } from '~/features/rate-limit/throttle-calls.server';
import { InvalidError, NotFoundError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { receiveArticle } from './receive-article.server';
import {
  REQUESTS_PER_PAGE,
  type RequestDetail,
  type RequestFilter,
  type RequestOutcome,
  type RequestRow,
} from './webhook-request';
import {
  deleteOldRequests,
  MAX_OLD_REQUESTS,
  selectReplay,
  selectRequest,
  selectRequests,
} from './webhook-requests-repo.server';
import { getWebhookRules } from './webhook-rules.server';

const GONE = 'This request no longer exists.';
const NOT_STORED = 'The body of this request was not stored, so it cannot be replayed.';
const NOT_SIGNED = 'This request was not signed correctly, so it cannot be replayed.';

/**
 * One page of calls, newest first, with ids below `before`. `older` is the value of `before` for the next
 * page.
 */
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
 * Replays a call as if it arrived now without its Idempotency-Key, so a call that created an article creates
 * another one.
 * @returns the new call's id and its response
 * @throws NotFoundError; InvalidError for a body that was not stored or not signed as required; TooManyError
 */
export async function replayRequest(
  ctx: AppContext,
  actor: Actor,
  id: number,
): Promise<{ id: number; outcome: RequestOutcome }> {
  const [{ body, status }, rules] = await Promise.all([getRequest(ctx, id), getWebhookRules(ctx)]);
  if (status === 401) throw new InvalidError(NOT_SIGNED);
  if (body === null) throw new InvalidError(NOT_STORED);
  await countOrRefuse(ctx, [personalRule('article-save', actor.userId)]);
  // Separate from the article's entry, which names no one.
  await ctx.db.write(
    auditLine(ctx, { event: 'webhook_request_replayed', actorId: actor.userId, subject: String(id) }),
  );
  const call = { body: new TextEncoder().encode(body), key: null, idempotencyKey: null, messageId: null };
  const outcome = await receiveArticle(ctx, null, call, rules, id);
  const [replay] = await ctx.db.read(selectReplay(ctx.db.build, id));
  return { id: replay?.id ?? id, outcome };
}

const MAX_ROUNDS = 20;

/**
 * Cron task: deletes calls older than 30 days.
 * @returns the number deleted
 */
export async function pruneRequests({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<number> {
  let total = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const gone = await db.writeOne(deleteOldRequests(db.build, clock.now()));
    total += gone.rows.length;
    if (gone.rows.length < MAX_OLD_REQUESTS) break;
  }
  return total;
}
