// Parses the body of an inbound webhook call and builds its log row.

import { toHex } from '~/lib/bytes';
import { BadRequestError, InvalidError } from '~/lib/errors';
import { cutText } from '~/lib/text';
import type { AppContext } from '~/platform/context';
import { WebhookPayload } from './webhook-payload';
import { type IncomingCall, MAX_LOGGED_BODY_BYTES, type WebhookCaller } from './webhook-request';
import type { NewRequest } from './webhook-requests-repo.server';

const NO_TEXT = 'The body is not valid UTF-8.';
const NOT_JSON = 'The body is not valid JSON.';
const NOT_OBJECT = 'The body should be a JSON object.';

/** @throws BadRequestError if the body is not a JSON object; InvalidError with all validation issues */
export function readPayload(body: Uint8Array): WebhookPayload {
  const parsed = WebhookPayload.safeParse(readObject(body));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ field: String(path[0] ?? ''), message }));
  throw new InvalidError(issues.map(({ message }) => message).join('; '), issues);
}

function readObject(body: Uint8Array): object {
  const text = decode(body);
  if (text === null) throw new BadRequestError(NO_TEXT);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadRequestError(NOT_JSON);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadRequestError(NOT_OBJECT);
  return value;
}

/** Null for invalid UTF-8. */
function decode(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(body);
  } catch {
    return null;
  }
}

/** Builds the call's log row: with User-Agent, Idempotency-Key and message id, but without the key and the signature. */
export async function toNewRequest(
  ctx: Pick<AppContext, 'request'>,
  caller: WebhookCaller | null,
  { body, key, idempotencyKey, messageId }: IncomingCall,
  replayOf: number | null,
): Promise<NewRequest> {
  const text = body.length <= MAX_LOGGED_BODY_BYTES ? decode(body)?.replaceAll('\0', '') : null;
  const { address, userAgent } = ctx.request;
  return {
    keyId: caller?.id ?? null,
    claim: idempotencyKey,
    messageId,
    bodyHash: await sha256(body),
    body: (key ? text?.replaceAll(key, '[x-api-key]') : text) ?? null,
    bodyBytes: body.length,
    title: null,
    address: address || null,
    userAgent: userAgent && cutText(userAgent.replaceAll('\0', ''), 0, 200),
    replayOf,
  };
}

async function sha256(bytes: Uint8Array): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))));
}
