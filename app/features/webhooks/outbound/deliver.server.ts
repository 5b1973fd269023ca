// Sends one delivery attempt to an endpoint.
import { toFetchableAddress } from '~/features/media/public-address';
import { signMessage } from '~/lib/standard-webhook';
import { cutText } from '~/lib/text';
import type { AppContext } from '~/platform/context';
import { type Claimed, claimDelivery, type Due, endTry } from './deliveries-repo.server';
import {
  type DeliveryStatus,
  endpointSecret,
  MAX_ANSWER_LENGTH,
  MAX_TRIES,
  retryDelay,
  type Try,
} from './endpoint';
import { failWaiting } from './endpoints-repo.server';
import { toMessage } from './event-message';

type SendingContext = Pick<AppContext, 'db' | 'publicFetch' | 'tokens' | 'clock' | 'config'>;

const RESPONSE_TIMEOUT_MS = 10_000;
const GONE_STATUS = 410;

/**
 * Sends a delivery once, unless another consumer has it. A failed attempt is scheduled again.
 * @returns the resulting status; null when there was nothing to do
 * @throws UnavailableError when the database is unavailable; the attempt is repeated when its lease expires
 */
export async function deliver(ctx: SendingContext, due: Due): Promise<DeliveryStatus | null> {
  const { db, clock } = ctx;
  const { rows } = await db.writeOne(claimDelivery(db.build, due));
  const [claimed] = rows;
  if (!claimed) return null;
  const result = await send(ctx, claimed);
  const isDone = result.reason === null;
  const isGone = result.status === GONE_STATUS;
  const status = isDone ? 'delivered' : isGone || claimed.tries >= MAX_TRIES ? 'failed' : 'waiting';
  const now = clock.now();
  const nextTryAt = new Date(now.getTime() + retryDelay(claimed.tries, Math.random()) * 1000);
  const { id, tries } = claimed;
  const ended = await db.writeOne(endTry(db.build, { id, tries, status, nextTryAt, result, isGone }, now));
  const off = ended.rows.find(({ active }) => !active);
  if (off) await db.write(failWaiting(db.build, off.endpointId));
  return status;
}

async function send(ctx: SendingContext, claimed: Claimed): Promise<Try> {
  const at = ctx.clock.now();
  const began = performance.now();
  const end = (status: number | null, reason: string | null, answer = ''): Try => ({
    at: at.toISOString(),
    status,
    reason,
    milliseconds: Math.round(performance.now() - began),
    answer,
  });
  const url = toFetchableAddress(claimed.url);
  if (!url) return end(null, 'The URL is not public');
  const { type, data, occurredAt } = claimed;
  const body = toMessage({ type, data, occurredAt: new Date(occurredAt) }, ctx.config.siteUrl);
  const secret = await endpointSecret(ctx, claimed.salt);
  const headers = await signMessage(secret, claimed.eventId, at, body);
  const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
  try {
    const response = await ctx.publicFetch.post(url, { body, headers, signal });
    // The status counts even if the body never ends.
    const answer = await readStart(response).catch(() => '');
    if (response.ok) return end(response.status, null, answer);
    const isElsewhere = response.status >= 300 && response.status < 400;
    return end(
      response.status,
      isElsewhere ? 'The endpoint redirected the request' : `The endpoint responded with ${response.status}`,
      answer,
    );
  } catch {
    return end(
      null,
      signal.aborted ? 'The endpoint did not respond within 10 seconds' : 'The endpoint could not be reached',
    );
  }
}

/** Reads the start of the response. */
async function readStart(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += decoder.decode(read.value, { stream: true });
    if (text.length > MAX_ANSWER_LENGTH) break;
  }
  await reader.cancel().catch(() => {}); // the rest is not stored
  return cutText(text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd'), 0, MAX_ANSWER_LENGTH);
}
