// HTTP requests shared by the mail providers: timeouts, retries and error messages.

import { TooManyError, UnavailableError } from '~/lib/errors';
import { textPropertyOf } from '~/lib/properties';
import { cutText } from '~/lib/text';
import { pause } from '~/lib/time/within-time';
import type { Mail, MailMessage } from '../context';

/** A provider for single emails. */
export interface MailProvider {
  /**
   * Makes one attempt.
   * @param id idempotency key, the same for each attempt
   * @returns null on success
   */
  post(message: MailMessage, id: string): Promise<MailFailure | null>;
}

interface MailFailure {
  reason: string;
  /** Whether a retry may help. */
  isRetryable: boolean;
  /** The provider limits the rate: how long it asks to wait. */
  waitMs?: number;
}

/** An HTTP provider, for single and bulk emails. */
export interface HttpMail extends MailProvider, Pick<Mail, 'sendMany'> {}

const TIMEOUT_MS = 20_000;
/** Total time to wait when the provider limits the rate. After that the call fails and is retried later. */
const MAX_WAIT_MS = 45_000;
const SHORTEST_WAIT_MS = 500;

export interface ProviderAnswer {
  status: number;
  /** Null if the body is not JSON. */
  body: unknown;
}

const PROVIDER_UNAVAILABLE = 'The mail provider cannot be reached right now.';
const BUSY = 'The mail provider is rate-limiting emails right now.';

/**
 * Sends one request.
 * @throws UnavailableError if the provider does not respond
 */
async function ask(url: string, init: RequestInit): Promise<ProviderAnswer & { waitMs: number }> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    const seconds = Number(response.headers.get('retry-after'));
    const waitMs = Math.max(SHORTEST_WAIT_MS, Number.isFinite(seconds) ? seconds * 1000 : 0);
    return { status: response.status, body: parse(text), waitMs };
  } catch (cause) {
    throw new UnavailableError(PROVIDER_UNAVAILABLE, { cause });
  }
}

/**
 * Makes one attempt to send one email.
 * @param isTooEarly recognizes other responses that mean the same as 429
 */
export async function postOne(
  url: string,
  init: RequestInit,
  isTooEarly: (answer: ProviderAnswer) => boolean = () => false,
): Promise<MailFailure | null> {
  try {
    const answer = await ask(url, init);
    const { status, waitMs } = answer;
    if (status < 300) return null;
    const reason = `status ${status}`;
    if (status === 429 || isTooEarly(answer)) return { reason, isRetryable: true, waitMs };
    return { reason, isRetryable: status >= 500 };
  } catch (error) {
    return { reason: String(error), isRetryable: true };
  }
}

/**
 * Sends a request and repeats it while the provider limits the rate.
 * @param isTooEarly recognizes other responses that mean the same as 429
 * @throws UnavailableError; TooManyError if the limit lasts too long
 */
export async function askWithRetry(
  url: string,
  init: RequestInit,
  isTooEarly: (answer: ProviderAnswer) => boolean = () => false,
): Promise<ProviderAnswer> {
  let waited = 0;
  for (;;) {
    const answer = await ask(url, init);
    if (answer.status !== 429 && !isTooEarly(answer)) {
      if (answer.status >= 500) throw new UnavailableError(PROVIDER_UNAVAILABLE);
      return answer;
    }
    if (waited + answer.waitMs > MAX_WAIT_MS) throw new TooManyError(BUSY, Math.ceil(answer.waitMs / 1000));
    await pause(answer.waitMs);
    waited += answer.waitMs;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The provider's error message, as shown in the admin. */
export function sentenceOf(body: unknown, status: number): string {
  const text = textPropertyOf(body, 'message') || textPropertyOf(body, 'Message');
  return cutText(text, 0, 300) || `It responded with status ${status}.`;
}
