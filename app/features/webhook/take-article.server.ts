// An automation posts an article. One that comes twice under one Idempotency-Key makes one article: the database lets one
// attempt work, the others wait for its answer, and an attempt that dies is followed by the next.
import { createArticle } from '~/features/articles/save-article.server';
import { findCategoryByName } from '~/features/categories/categories.server';
import { createCategory } from '~/features/categories/manage-categories.server';
import type { WebhookRules } from '~/features/settings/webhook-rules';
import { ConflictError, ConstraintError, InvalidError, isDomainError, UnavailableError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { readPayload, toNewRequest } from './read-call.server';
import { toProblem } from './webhook-answer';
import { toArticleInput, toPayloadField, type WebhookPayload } from './webhook-payload';
import type { IncomingCall, Outcome, WebhookCaller } from './webhook-request';
import {
  claimRequest,
  endDeadMessage,
  finishRefused,
  finishWithArticle,
  type HeldRequest,
  insertRefused,
  lockCalls,
  type NewRequest,
  releaseOldClaim,
  selectByClaim,
  selectByMessage,
  selectProgress,
} from './webhook-requests-repo.server';

const REPLAYED = 'This signed request was received before.';
const OTHER_BODY = 'This Idempotency-Key was used with another body.';
const BUSY =
  'The first request with this Idempotency-Key is still being worked on. Please try again in a moment.';
const BUSY_SIGNED = 'This signed request is still being worked on. Please try again in a moment.';
/** For the log: whoever sent it heard nothing of it, or that the database was away. */
const LEFT = 'This request was not finished. It was sent again later.';
const FAILED = 'Something went wrong. Please try again.';

/** Together as long as an automation waits. */
const PAUSES_MS = [50, 100, 200, 300, ...Array<number>(45).fill(500)];

/**
 * Refuses a call before anybody looks into its body, and notes it.
 * @param bodyBytes of a body that was too long to be read
 */
export async function refuseUnread(
  ctx: AppContext,
  caller: WebhookCaller,
  call: IncomingCall,
  refusal: { status: number; error: string; bodyBytes?: number },
): Promise<Outcome> {
  const { status, error, bodyBytes } = refusal;
  const request = await toNewRequest(ctx, caller, call, null);
  const answer = toProblem(error);
  if (bodyBytes) request.bodyBytes = bodyBytes;
  await ctx.db.write(insertRefused(ctx.db.build, request, status, answer));
  return toOutcome(status, answer);
}

/**
 * @param caller null for a replay from the newsroom
 * @param replayOf the call that is replayed
 * @returns what the caller is to be told, refusals too; every call is in the log then
 * @throws UnavailableError
 */
export async function takeArticle(
  ctx: AppContext,
  caller: WebhookCaller | null,
  call: IncomingCall,
  rules: WebhookRules,
  replayOf: number | null = null,
): Promise<Outcome> {
  const request = await toNewRequest(ctx, caller, call, replayOf);
  let payload: WebhookPayload;
  try {
    payload = readPayload(call.body);
  } catch (error) {
    return refuseCall(ctx, request, error);
  }
  request.title = payload.title;
  for (const pause of PAUSES_MS) {
    const held = await claim(ctx, request);
    if ('status' in held) return held;
    const outcome = held.mine ? await work(ctx, payload, held.mine, rules) : await waitForFirst(ctx, request);
    if (outcome) return outcome;
    await sleep(pause);
  }
  return toOutcome(409, toProblem(BUSY));
}

/** Refuses a call that cannot be done, and notes it. */
async function refuseCall(ctx: AppContext, request: NewRequest, error: unknown): Promise<Outcome> {
  const refusal = toRefusal(ctx, error);
  await ctx.db.write(insertRefused(ctx.db.build, request, refusal.status, refusal.answer));
  return refusal;
}

async function claim(ctx: AppContext, request: NewRequest): Promise<Outcome | { mine: HeldRequest | null }> {
  const { build } = ctx.db;
  try {
    const [, , , [mine = null]] = await ctx.db.write(
      lockCalls(build, request),
      releaseOldClaim(build, request),
      endDeadMessage(build, request, 503, toProblem(LEFT)),
      claimRequest(build, request),
    );
    return { mine };
  } catch (error) {
    const isReplay = error instanceof ConstraintError && error.constraint === 'webhook_requests_message_once';
    if (!isReplay) throw error;
    return judgeReplay(ctx, request);
  }
}

/** A signed message that was taken is refused; one whose work goes on may still come to nothing, and is to come again. */
async function judgeReplay(ctx: AppContext, request: NewRequest): Promise<Outcome | { mine: null }> {
  const [first] = await ctx.db.read(selectByMessage(ctx.db.build, request));
  // It came to nothing meanwhile.
  if (!first || first.isDead) return { mine: null };
  if (first.status === null) return toOutcome(409, toProblem(BUSY_SIGNED));
  return refuseCall(ctx, request, new ConflictError(REPLAYED));
}

/** The first call's answer; null when there is none to come, and the caller may try itself. */
async function waitForFirst(ctx: AppContext, request: NewRequest): Promise<Outcome | null> {
  const { db } = ctx;
  const { keyId, claim, bodyHash } = request;
  if (keyId === null || claim === null) return null;
  const [first] = await db.read(selectByClaim(db.build, keyId, claim));
  if (!first) return null;
  if (first.bodyHash !== bodyHash) return refuseCall(ctx, request, new InvalidError(OTHER_BODY));
  return waitForAnswer(ctx, first.id);
}

async function waitForAnswer({ db }: AppContext, id: number): Promise<Outcome | null> {
  for (const pause of PAUSES_MS) {
    const [found] = await db.read(selectProgress(db.build, id));
    if (!found || found.isDead) return null;
    // A failure of ours is nobody's answer: whoever waits tries again.
    if (found.status !== null && found.status >= 500) return null;
    if (found.status !== null) return { status: found.status, answer: found.answer, isRepeat: true };
    await sleep(pause);
  }
  return toOutcome(409, toProblem(BUSY));
}

/** Null when another attempt took over and left no answer. */
async function work(
  ctx: AppContext,
  payload: WebhookPayload,
  held: HeldRequest,
  rules: WebhookRules,
): Promise<Outcome | null> {
  const { db, config } = ctx;
  const id = crypto.randomUUID();
  try {
    const input = toArticleInput(payload, await categoryOf(ctx, payload.category, rules));
    const finish = finishWithArticle(db.build, held, id, config.siteUrl);
    const { slug } = await createArticle(ctx, null, input, 'webhook', id, [finish]);
    const url = `${config.siteUrl}/article/${slug}`;
    return toOutcome(201, { success: true, article: { id, slug, url } });
  } catch (error) {
    const refusal = toRefusal(ctx, error);
    try {
      await db.write(finishRefused(db.build, held, refusal.status, refusal.answer));
    } catch (failure) {
      // It has an answer after all, or another attempt works on it.
      if (failure instanceof ConflictError) return waitForAnswer(ctx, held.id);
      if (!(failure instanceof UnavailableError)) throw failure;
    }
    if (error instanceof UnavailableError) throw error;
    return refusal;
  }
}

async function categoryOf(ctx: AppContext, name: string, rules: WebhookRules): Promise<string | null> {
  if (name === '') return null;
  const found = await findCategoryByName(ctx, name);
  if (found) return found;
  const message = `There is no category “${name}”`;
  const missing = InvalidError.at('category', message);
  if (rules.unknownCategory === 'refuse') throw missing;
  try {
    await createCategory(ctx, null, { name, description: '', imageUrl: '' });
  } catch (error) {
    // Another call may have made it meanwhile; what else is wrong shows below.
    if (!(error instanceof InvalidError)) throw error;
  }
  const made = await findCategoryByName(ctx, name);
  if (!made) throw missing;
  return made;
}

/** Domain errors in their own words, anything else in a fixed sentence. */
function toRefusal(ctx: AppContext, error: unknown): Outcome {
  if (!isDomainError(error)) {
    const { message: reason, stack } = error instanceof Error ? error : new Error(String(error));
    ctx.log.write({ event: 'failure', where: 'webhook', reason, stack });
    return toOutcome(500, toProblem(FAILED));
  }
  const issues = error instanceof InvalidError ? error.issues : [];
  const named = issues.map(({ field, message }) => ({ field: toPayloadField(field), message }));
  return toOutcome(error.status, toProblem(error.message, named));
}

const toOutcome = (status: number, answer: unknown): Outcome => ({ status, answer, isRepeat: false });

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
