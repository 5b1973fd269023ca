// A call of the inbound webhook: checks key, size, content type and signature, then passes the body to the
// feature.

import { receiveArticle, refuseUnread } from '~/features/webhooks/inbound/receive-article.server';
import {
  type IncomingCall,
  MAX_WEBHOOK_BYTES,
  type RequestOutcome,
} from '~/features/webhooks/inbound/webhook-request';
import { toProblem } from '~/features/webhooks/inbound/webhook-response';
import { getWebhookRules } from '~/features/webhooks/inbound/webhook-rules.server';
import { authenticateKeyCall, signingSecretOf } from '~/features/webhooks/keys/webhook-keys.server';
import { isDomainError, toError } from '~/lib/errors';
import { findSignatureFault, SIGNATURE_HEADERS } from '~/lib/standard-webhook';
import type { AppContext } from '~/platform/context';
import { readBounded } from '../forms/read-body.server';
import { failureHeaders } from '../security/security-headers';

/** Retry-After when an identical call is still in progress. */
const BUSY_SECONDS = 5;
/** JSON content types. `text/plain` is accepted because some tools send JSON with it. */
const JSON_TYPE = /^(?:(?:application|text)\/(?:[\w.+-]*\+)?json|text\/plain)\s*(?:;|$)/i;
const OTHER_CHARSET = /;\s*charset\s*=\s*(?!"?(?:utf-?8|us-ascii)\b)/i;
const HEADER_WORD = /^[\x20-\x7e]{1,255}$/;

const NO_JSON_TYPE = 'The body must be JSON. Send it with content-type: application/json.';
const INVALID_KEY = 'The Idempotency-Key must be 1 to 255 printable ASCII characters.';
const NO_SIGNATURE =
  'Requests to this magazine must be signed. See webhook-signature in the API description.';
const INCOMPLETE_SIGNATURE = 'A signed request needs webhook-id, webhook-timestamp and webhook-signature.';
const SIGNATURE_REASONS = {
  stale: 'webhook-timestamp must be within 5 minutes of the current time. Check the sender’s clock.',
  wrong: 'The signature does not match the request.',
};

export async function answerWebhookCall(ctx: AppContext, request: Request): Promise<Response> {
  try {
    return toResponse(await answer(ctx, request));
  } catch (error) {
    if (isDomainError(error)) {
      const headers = failureHeaders(error);
      return Response.json(toProblem(error.message), { status: error.status, headers });
    }
    const { message: reason, stack } = toError(error);
    ctx.log.write({ event: 'failure', where: 'webhook', reason, stack });
    return Response.json(toProblem('Something went wrong. Please try again.'), { status: 500 });
  }
}

async function answer(ctx: AppContext, request: Request): Promise<RequestOutcome> {
  const key = request.headers.get('x-api-key')?.trim() ?? '';
  const [caller, rules] = await Promise.all([authenticateKeyCall(ctx, key, 'webhook'), getWebhookRules(ctx)]);
  const read = await readBounded(request, MAX_WEBHOOK_BYTES);
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
  if (idempotencyKey !== null && !HEADER_WORD.test(idempotencyKey)) return refuse(400, INVALID_KEY);
  call.idempotencyKey = idempotencyKey;
  const [id, timestamp, signature] = SIGNATURE_HEADERS.map(header);
  if (signature || rules.requireSignature) {
    if (!signature) return refuse(401, NO_SIGNATURE);
    if (!id || !timestamp || !HEADER_WORD.test(id)) return refuse(401, INCOMPLETE_SIGNATURE);
    const secret = await signingSecretOf(ctx, caller.id);
    const reason = await findSignatureFault(secret, { id, timestamp, signature }, body, ctx.clock.now());
    if (reason) return refuse(401, SIGNATURE_REASONS[reason]);
    call.messageId = id;
  }
  return receiveArticle(ctx, caller, call, rules);
}

function toResponse({ status, answer, isRepeat }: RequestOutcome): Response {
  const headers = new Headers();
  if (isRepeat) headers.set('idempotent-replayed', 'true');
  if (status === 409) headers.set('retry-after', String(BUSY_SECONDS));
  return Response.json(answer, { status, headers });
}
