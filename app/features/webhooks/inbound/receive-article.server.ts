// Creates an article from an inbound webhook call. Calls with the same Idempotency-Key create one article:
// the database lets one attempt do the work while the others wait for its response. If that attempt dies, the
// next one takes over.
import { findAuthorName } from '~/features/articles/authors/authors.server';
import { createArticle } from '~/features/articles/editor/save-article.server';
import { listUndescribed, nameImages } from '~/features/articles/publishing/alt-text';
import { findCategoryByName } from '~/features/categories/categories.server';
import { createCategory } from '~/features/categories/manage-categories.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import {
  ConflictError,
  ConstraintError,
  type FieldIssue,
  InvalidError,
  isDomainError,
  isTransient,
  toError,
} from '~/lib/errors';
import { writeHtml } from '~/lib/html/html-tree';
import { parseHtml, TangledHtmlError } from '~/lib/html/parse-html';
import { pause } from '~/lib/time/within-time';
import type { AppContext } from '~/platform/context';
import { readPayload, toNewRequest } from './read-call.server';
import { payloadToArticleInput, toPayloadField, type WebhookPayload } from './webhook-payload';
import type { IncomingCall, RequestOutcome, WebhookCaller, WebhookRules } from './webhook-request';
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
  selectRequestProgress,
} from './webhook-requests-repo.server';
import { toProblem } from './webhook-response';

const REPLAYED = 'This signed request was received before.';
const OTHER_BODY = 'This Idempotency-Key was used with a different body.';
const BUSY =
  'The first request with this Idempotency-Key is still being processed. Please try again in a moment.';
const BUSY_SIGNED = 'This signed request is still being processed. Please try again in a moment.';
/** For the log: the sender received no response, or a 503. */
const NOT_FINISHED = 'This request was not finished. It was sent again later.';
const FAILED = 'Something went wrong. Please try again.';

/** Poll intervals; in total, about as long as automation tools wait for a response (23 s). */
const PAUSES_MS = [50, 100, 200, 300, ...Array<number>(45).fill(500)];

/**
 * Refuses a call without parsing its body, and logs it without the body: its sender may not know the signing
 * secret, so the body must neither fill the database nor be replayed.
 * @param refusal `bodyBytes` is set for a body that was too long to read
 */
export async function refuseUnread(
  ctx: AppContext,
  caller: WebhookCaller,
  call: IncomingCall,
  refusal: { status: number; error: string; bodyBytes?: number | undefined },
): Promise<RequestOutcome> {
  const { status, error, bodyBytes } = refusal;
  const request = await toNewRequest(ctx, caller, call, null);
  const answer = toProblem(error);
  const logged = { ...request, body: null, bodyBytes: bodyBytes ?? request.bodyBytes };
  await ctx.db.write(insertRefused(ctx.db.build, logged, status, answer));
  return toOutcome(status, answer);
}

/**
 * @param caller null for a replay from the admin area
 * @param replayOf the call that is replayed
 * @returns the response, for refusals too; the call is then in the log
 * @throws UnavailableError
 */
export async function receiveArticle(
  ctx: AppContext,
  caller: WebhookCaller | null,
  call: IncomingCall,
  rules: WebhookRules,
  replayOf: number | null = null,
): Promise<RequestOutcome> {
  const request = await toNewRequest(ctx, caller, call, replayOf);
  let payload: WebhookPayload;
  try {
    payload = readPayload(call.body);
  } catch (error) {
    return refuseCall(ctx, request, error);
  }
  request.title = payload.title;
  for (const milliseconds of PAUSES_MS) {
    const held = await claim(ctx, request);
    if ('status' in held) return held;
    const outcome = held.mine ? await work(ctx, payload, held.mine, rules) : await waitForFirst(ctx, request);
    if (outcome) return outcome;
    await pause(milliseconds);
  }
  return toOutcome(409, toProblem(BUSY));
}

/** Refuses a call and logs it. */
async function refuseCall(ctx: AppContext, request: NewRequest, error: unknown): Promise<RequestOutcome> {
  const refusal = toRefusal(ctx, error);
  await ctx.db.write(insertRefused(ctx.db.build, request, refusal.status, refusal.answer));
  return refusal;
}

async function claim(
  ctx: AppContext,
  request: NewRequest,
): Promise<RequestOutcome | { mine: HeldRequest | null }> {
  const { build } = ctx.db;
  try {
    const {
      claimed: [mine = null],
    } = await ctx.db.writeBatch({
      lock: lockCalls(build, request),
      oldClaim: releaseOldClaim(build, request),
      deadMessage: endDeadMessage(build, request, 503, toProblem(NOT_FINISHED)),
      claimed: claimRequest(build, request),
    });
    return { mine };
  } catch (error) {
    const isReplay = error instanceof ConstraintError && error.constraint === 'webhook_requests_message_once';
    if (!isReplay) throw error;
    return resolveReplay(ctx, request);
  }
}

/**
 * Refuses a signed message that was accepted before. One still in progress may yet fail, so its sender is
 * asked to retry.
 */
async function resolveReplay(ctx: AppContext, request: NewRequest): Promise<RequestOutcome | { mine: null }> {
  const [first] = await ctx.db.read(selectByMessage(ctx.db.build, request));
  // The first attempt has failed since.
  if (!first || first.isDead) return { mine: null };
  if (first.status === null) return toOutcome(409, toProblem(BUSY_SIGNED));
  return refuseCall(ctx, request, new ConflictError(REPLAYED));
}

/** The first call's response; null if there will be none, so that the caller may try itself. */
async function waitForFirst(ctx: AppContext, request: NewRequest): Promise<RequestOutcome | null> {
  const { db } = ctx;
  const { keyId, claim, bodyHash } = request;
  if (keyId === null || claim === null) return null;
  const [first] = await db.read(selectByClaim(db.build, keyId, claim));
  if (!first) return null;
  if (first.bodyHash !== bodyHash) return refuseCall(ctx, request, new InvalidError(OTHER_BODY));
  return waitForAnswer(ctx, first.id);
}

async function waitForAnswer({ db }: AppContext, id: number): Promise<RequestOutcome | null> {
  for (const milliseconds of PAUSES_MS) {
    const [found] = await db.read(selectRequestProgress(db.build, id));
    if (!found || found.isDead) return null;
    // A server error is not reused: the waiting call tries itself.
    if (found.status !== null && found.status >= 500) return null;
    if (found.status !== null) return { status: found.status, answer: found.answer, isRepeat: true };
    await pause(milliseconds);
  }
  return toOutcome(409, toProblem(BUSY));
}

/** Null if another attempt took over and stored no response. */
async function work(
  ctx: AppContext,
  payload: WebhookPayload,
  held: HeldRequest,
  rules: WebhookRules,
): Promise<RequestOutcome | null> {
  const { db, config } = ctx;
  const id = crypto.randomUUID();
  try {
    const [{ categoryId, warning, isMissing }, altText, author] = await Promise.all([
      categoryOf(ctx, payload.category, rules),
      altTextWarning(ctx, payload.content),
      findAuthorName(ctx, payload.author),
    ]);
    const found = [warning, altText].filter((each) => each !== null);
    const warningsWith = (message: string | undefined) => {
      const all = [...found, ...(message ? [{ field: 'content', message }] : [])];
      return all.length > 0 ? all : null;
    };
    const input = payloadToArticleInput({ ...payload, author }, categoryId);
    const { slug, imageWarning } = await createArticle(ctx, null, input, 'webhook', id, async (message) => ({
      statements: [finishWithArticle(db.build, held, id, config.siteUrl, warningsWith(message))],
      // Only now, so that a refused call leaves no empty category.
      ...(isMissing && { categoryId: await createMissingCategory(ctx, payload.category) }),
    }));
    const warnings = warningsWith(imageWarning);
    const url = `${config.siteUrl}/article/${slug}`;
    return toOutcome(201, { success: true, article: { id, slug, url }, ...(warnings && { warnings }) });
  } catch (error) {
    const refusal = toRefusal(ctx, error);
    try {
      await db.write(finishRefused(db.build, held, refusal.status, refusal.answer));
    } catch (failure) {
      // It already has a response, or another attempt is working on it.
      if (failure instanceof ConflictError) return waitForAnswer(ctx, held.id);
      if (!isTransient(failure)) throw failure;
    }
    if (isTransient(error)) throw error;
    return refusal;
  }
}

interface FoundCategory {
  categoryId: string | null;
  warning: FieldIssue | null;
  /** To be created. */
  isMissing: boolean;
}

const missingCategory = (name: string) => `The category “${name}” does not exist`;

async function categoryOf(ctx: AppContext, name: string, rules: WebhookRules): Promise<FoundCategory> {
  const found = name === '' ? null : await findCategoryByName(ctx, name);
  if (name === '' || found) return { categoryId: found, warning: null, isMissing: false };
  const message = missingCategory(name);
  if (rules.unknownCategory === 'refuse') throw InvalidError.at('category', message);
  if (rules.unknownCategory === 'create') return { categoryId: null, warning: null, isMissing: true };
  const warning = `${message}, so the article was published without one.`;
  return { categoryId: null, warning: { field: 'category', message: warning }, isMissing: false };
}

async function createMissingCategory(ctx: AppContext, name: string): Promise<string> {
  try {
    await createCategory(ctx, null, { name, description: '', imageUrl: '' });
  } catch (error) {
    // A concurrent call may have created it; other errors surface below.
    if (!(error instanceof InvalidError)) throw error;
  }
  const made = await findCategoryByName(ctx, name);
  if (!made) throw InvalidError.at('category', missingCategory(name));
  return made;
}

/** Not cleaned: that would remove embedded images, which are about to be stored. */
function serialize(html: string): string {
  try {
    return writeHtml(parseHtml(html));
  } catch (error) {
    // Storing reduces such HTML to plain text, so it shows no images.
    if (error instanceof TangledHtmlError) return '';
    throw error;
  }
}

/** An automation cannot add alt text, so the article is published and the response contains a warning. */
async function altTextWarning(ctx: AppContext, content: string): Promise<FieldIssue | null> {
  if (!/<img/i.test(content) || !(await getSiteSettings(ctx)).requireAltText) return null;
  const images = listUndescribed(serialize(content));
  if (images.length === 0) return null;
  const message = `The settings require alt text. The article was published without alt text for ${nameImages(images)}.`;
  return { field: 'content', message };
}

/** Maps domain errors to their messages and anything else to a fixed one. */
function toRefusal(ctx: AppContext, error: unknown): RequestOutcome {
  if (!isDomainError(error)) {
    const { message: reason, stack } = toError(error);
    ctx.log.write({ event: 'failure', where: 'webhook', reason, stack });
    return toOutcome(500, toProblem(FAILED));
  }
  const issues = error instanceof InvalidError ? error.issues : [];
  const named = issues.map(({ field, message }) => ({ field: toPayloadField(field), message }));
  return toOutcome(error.status, toProblem(error.message, named));
}

const toOutcome = (status: number, answer: unknown): RequestOutcome => ({ status, answer, isRepeat: false });
