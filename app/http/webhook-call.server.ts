// A call of the webhook over HTTP: who calls, how much, in what shape, signed or not. What it asks for is the feature's.
import { admitWebhookCall, signingSecretOf } from '~/features/settings/webhook-keys.server';
import { getWebhookRules } from '~/features/settings/webhook-rules.server';
import { refuseUnread, takeArticle } from '~/features/webhook/take-article.server';
import { toProblem } from '~/features/webhook/webhook-answer';
import { type IncomingCall, MAX_WEBHOOK_BYTES, type Outcome } from '~/features/webhook/webhook-request';
import { isDomainError } from '~/lib/errors';
import { judgeSignature, SIGNATURE_HEADERS } from '~/lib/standard-webhook';
import type { AppContext } from '~/platform/context';
import { failureHeaders } from './failure-headers.server';
import { readBounded } from './read-bounded.server';

/** When whoever waited in vain for an equal call may ask again. */
const BUSY_SECONDS = 5;
/** JSON by any name; tools that name none, or plain text, mean it too. */
const JSON_TYPE = /^(?:(?:application|text)\/(?:[\w.+-]*\+)?json|text\/plain)\s*(?:;|$)/i;
const OTHER_CHARSET = /;\s*charset\s*=\s*(?!"?(?:utf-?8|us-ascii)\b)/i;
const HEADER_WORD = /^[\x20-\x7e]{1,255}$/;

const NO_JSON_TYPE = 'The body should be JSON: send it with content-type: application/json.';
const ODD_KEY = 'An Idempotency-Key is 1 to 255 plain characters.';
const NO_SIGNATURE =
  'Requests to this magazine must be signed: see webhook-signature in its API description.';
const HALF_SIGNATURE = 'A signed request brings webhook-id, webhook-timestamp and webhook-signature.';
const SIGNATURE_REASONS = {
  stale:
    'The signature is too old, or its clock runs wrong: webhook-timestamp should be within 5 minutes of now.',
  wrong: 'The signature does not fit the request.',
};

export async function answerWebhookCall(ctx: AppContext, request: Request): Promise<Response> {
  try {
    return toResponse(await answer(ctx, request));
  } catch (error) {
    if (isDomainError(error)) {
      const headers = failureHeaders(error);
      return Response.json(toProblem(error.message), { status: error.status, headers });
    }
    const { message: reason, stack } = error instanceof Error ? error : new Error(String(error));
    ctx.log.write({ event: 'failure', where: 'webhook', reason, stack });
    return Response.json(toProblem('Something went wrong. Please try again.'), { status: 500 });
  }
}

async function answer(ctx: AppContext, request: Request): Promise<Outcome> {
  const read = await readBounded(request, MAX_WEBHOOK_BYTES);
  const key = request.headers.get('x-api-key')?.trim() ?? '';
  const [caller, rules] = await Promise.all([admitWebhookCall(ctx, key), getWebhookRules(ctx)]);
  const body = typeof read === 'number' ? new Uint8Array() : read;
  const header = (name: string) => request.headers.get(name)?.trim() || null;
  const idempotencyKey = header('idempotency-key');
  const call: IncomingCall = { body, key, idempotencyKey: null, messageId: null };
  const refuse = (status: number, error: string, bodyBytes?: number) =>
    refuseUnread(ctx, caller, call, { status, error, bodyBytes });
  if (typeof read === 'number') return refuse(413, 'The body is longer than 5 MB.', read);
  const type = request.headers.get('content-type');
  const isJson = type === null || (JSON_TYPE.test(type) && !OTHER_CHARSET.test(type));
  const encoding = header('content-encoding') ?? 'identity';
  if (!isJson || encoding !== 'identity') return refuse(415, NO_JSON_TYPE);
  if (idempotencyKey !== null && !HEADER_WORD.test(idempotencyKey)) return refuse(400, ODD_KEY);
  call.idempotencyKey = idempotencyKey;
  const [id, timestamp, signature] = SIGNATURE_HEADERS.map(header);
  if (signature || rules.requireSignature) {
    if (!signature) return refuse(401, NO_SIGNATURE);
    if (!id || !timestamp || !HEADER_WORD.test(id)) return refuse(401, HALF_SIGNATURE);
    const secret = await signingSecretOf(ctx, caller.id);
    const reason = await judgeSignature(secret, { id, timestamp, signature }, body, ctx.clock.now());
    if (reason) return refuse(401, SIGNATURE_REASONS[reason]);
    call.messageId = id;
  }
  return takeArticle(ctx, caller, call, rules);
}

function toResponse({ status, answer, isRepeat }: Outcome): Response {
  const headers = new Headers();
  if (isRepeat) headers.set('idempotent-replayed', 'true');
  if (status === 409) headers.set('retry-after', String(BUSY_SECONDS));
  return Response.json(answer, { status, headers });
}
