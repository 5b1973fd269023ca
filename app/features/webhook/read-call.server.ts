// A call of the webhook as it came: its body read as JSON and as an article, and what of it goes into the log.
import { cutText } from '~/lib/cut-text';
import { BadRequestError, InvalidError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { WebhookPayload } from './webhook-payload';
import { type IncomingCall, LONGEST_KEPT_BODY, type WebhookCaller } from './webhook-request';
import type { NewRequest } from './webhook-requests-repo.server';

const NO_TEXT = 'The body is no text in UTF-8.';
const NO_JSON = 'The body is no JSON.';
const NO_OBJECT = 'The body should be a JSON object.';

/** @throws BadRequestError for what is no JSON object; InvalidError with all that is wrong in it */
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
    throw new BadRequestError(NO_JSON);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadRequestError(NO_OBJECT);
  return value;
}

/** Null for bytes that are no UTF-8. */
function decode(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

/** The call's row. Headers are left out, so that no key and no signature is kept. */
export async function toNewRequest(
  ctx: Pick<AppContext, 'request'>,
  caller: WebhookCaller | null,
  { body, key, idempotencyKey, messageId }: IncomingCall,
  replayOf: number | null,
): Promise<NewRequest> {
  const text = body.length <= LONGEST_KEPT_BODY ? decode(body)?.replaceAll('\0', '') : null;
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
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
