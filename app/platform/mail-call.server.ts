// What the HTTP mail providers have in common: asking, patience, and what an answer means.
import { TooManyError, UnavailableError } from '~/lib/errors';
import type { Mail, MailMessage } from './context';

/** What every provider does with a single mail. */
export interface Carrier {
  /** One try. @returns a reason when it failed, and whether trying again may help */
  post(message: MailMessage): Promise<{ reason: string; mayHelp: boolean } | null>;
}

/** What an HTTP provider does, with letters too. */
export interface HttpMail extends Carrier, Pick<Mail, 'sendMany'> {}

const TIMEOUT_MS = 20_000;
/** A call that comes too early waits so long at most, all in all; then its work is put off. */
const PATIENCE_MS = 45_000;
const SHORTEST_WAIT_MS = 500;

export interface ProviderAnswer {
  status: number;
  /** Null for what is no JSON. */
  body: unknown;
}

export const AWAY = 'The mail provider cannot be reached right now.';
const BUSY = 'The mail provider takes no more letters for a while.';

/** @throws UnavailableError when nobody answers */
export async function ask(url: string, init: RequestInit): Promise<ProviderAnswer & { waitMs: number }> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    const seconds = Number(response.headers.get('retry-after'));
    const waitMs = Math.max(SHORTEST_WAIT_MS, Number.isFinite(seconds) ? seconds * 1000 : 0);
    return { status: response.status, body: parse(text), waitMs };
  } catch (cause) {
    throw new UnavailableError(AWAY, { cause });
  }
}

/**
 * Asks until the provider has time for it.
 * @param isTooEarly for answers besides 429 that mean the same
 * @throws UnavailableError; TooManyError when it never has
 */
export async function askPatiently(
  url: string,
  init: RequestInit,
  isTooEarly: (answer: ProviderAnswer) => boolean = () => false,
): Promise<ProviderAnswer> {
  let waited = 0;
  for (;;) {
    const answer = await ask(url, init);
    if (answer.status !== 429 && !isTooEarly(answer)) {
      if (answer.status >= 500) throw new UnavailableError(AWAY);
      return answer;
    }
    if (waited + answer.waitMs > PATIENCE_MS) throw new TooManyError(BUSY, Math.ceil(answer.waitMs / 1000));
    await new Promise((done) => setTimeout(done, answer.waitMs));
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

/** What a provider says of a failure, fit for the newsroom. */
export function sentenceOf(body: unknown, status: number): string {
  const { message, Message } = (body ?? {}) as { message?: unknown; Message?: unknown };
  const said = typeof message === 'string' ? message : typeof Message === 'string' ? Message : '';
  return said.slice(0, 300) || `It answered ${status}.`;
}
