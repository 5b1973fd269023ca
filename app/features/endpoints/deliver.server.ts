// One try to tell an endpoint what happened.
import { toPublicAddress } from '~/features/media/public-address';
import { cutText } from '~/lib/cut-text';
import { signMessage } from '~/lib/standard-webhook';
import type { AppContext } from '~/platform/context';
import { type Claimed, claimDelivery, type Due, endTry } from './deliveries-repo.server';
import { type DeliveryStatus, LONGEST_ANSWER, MOST_TRIES, retryDelay, type Try } from './endpoint';
import { endpointSecret } from './endpoint-secret';
import { failWaiting } from './endpoints-repo.server';
import { toMessage } from './event-message';

type SendingContext = Pick<AppContext, 'db' | 'outside' | 'tokens' | 'clock' | 'config'>;

const PATIENCE_MS = 10_000;
const GONE_STATUS = 410;

/**
 * Sends a delivery once, unless somebody else does or did. A failure is followed by another try when its time has come.
 * @returns what came of it; null when there was nothing to do
 * @throws UnavailableError when the database cannot be reached: it is tried again when the lease is over
 */
export async function deliver(ctx: SendingContext, due: Due): Promise<DeliveryStatus | null> {
  const { db, clock } = ctx;
  const [{ rows }] = await db.write(claimDelivery(db.build, due));
  const [claimed] = rows;
  if (!claimed) return null;
  const said = await send(ctx, claimed);
  const isDone = said.reason === null;
  const isGone = said.status === GONE_STATUS;
  const status = isDone ? 'delivered' : isGone || claimed.tries >= MOST_TRIES ? 'failed' : 'waiting';
  const now = clock.now();
  const nextTryAt = new Date(now.getTime() + retryDelay(claimed.tries, Math.random()) * 1000);
  const { id, tries } = claimed;
  const [ended] = await db.write(endTry(db.build, { id, tries, status, nextTryAt, said, isGone }, now));
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
  const url = toPublicAddress(claimed.url);
  if (!url) return end(null, 'Its address is no public one');
  const { type, data, occurredAt } = claimed;
  const body = toMessage({ type, data, occurredAt: new Date(occurredAt) }, ctx.config.siteUrl);
  const secret = await endpointSecret(ctx, claimed.salt);
  const headers = await signMessage(secret, claimed.eventId, at, body);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const response = await ctx.outside.post(url, { body, headers, signal });
    const answer = await readStart(response);
    if (response.ok) return end(response.status, null, answer);
    const isElsewhere = response.status >= 300 && response.status < 400;
    return end(
      response.status,
      isElsewhere ? 'It leads elsewhere' : `It answered ${response.status}`,
      answer,
    );
  } catch {
    return end(
      null,
      signal.aborted ? 'It did not answer within 10 seconds' : 'Nobody answers at its address',
    );
  }
}

/** The first characters, however much comes. */
async function readStart(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += decoder.decode(read.value, { stream: true });
    if (text.length > LONGEST_ANSWER) break;
  }
  await reader.cancel().catch(() => {}); // it has said enough
  return cutText(text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd'), 0, LONGEST_ANSWER);
}
