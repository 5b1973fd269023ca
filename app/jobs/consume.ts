// What the queue brings. Each message is parsed and handed to whoever does such work; then it is done with, or comes again.
//
// What to know of queues:
// - A message may come twice, late, or never. What is to be done stands in the database, and the clock sends it again.
// - Miniflare's queue hands out one batch at a time and waits for its end, so an item that takes long holds up all others
//   locally; in the cloud more consumers are started. It is forgotten at exit, and so are delayed messages.
// - A handler that throws has its whole batch come again, locally even what was acknowledged, and each of its messages is
//   one delivery nearer to the dead letters, guilty or not. So nothing is thrown here but by dying, and what arrives among
//   the dead letters has not failed yet (features/jobs/settle-dead-item.server.ts), and what may have been the reason is
//   worked on alone (features/jobs/suspects.server.ts).

import { countEvents } from '~/features/ad-counts/count-events.server';
import { deliver } from '~/features/endpoints/deliver.server';
import { MAX_ATTEMPTS, secondsBeforeRetry } from '~/features/jobs/attempts';
import { closeJobIfOver } from '~/features/jobs/close-job.server';
import { type Pace, politely } from '~/features/jobs/politely';
import { runItem } from '~/features/jobs/run-item.server';
import { settleDeadItem } from '~/features/jobs/settle-dead-item.server';
import { findSuspects } from '~/features/jobs/suspects.server';
import { isDomainError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { Message } from '~/platform/messages';
import { collectPurges } from './collected-purge';
import { KINDS } from './kinds';

/** What becomes of a message, and the job that may be over now. */
interface Verdict {
  retryAfterSeconds: number | null;
  jobId?: string | null;
}

interface MessageType<T extends Message> {
  work(ctx: AppContext, message: T, deliveries: number, pace: Pace): Promise<Verdict>;
  /** After all its deliveries. */
  bury(ctx: AppContext, message: T): Promise<{ jobId?: string | null }>;
}

const TYPES: { [T in Message['type']]: MessageType<Extract<Message, { type: T }>> } = {
  'job-item': {
    work: (ctx, { itemId }, deliveries, pace) => runItem(ctx, KINDS, itemId, deliveries, pace),
    bury: async (ctx, { itemId }) => ({ jobId: await settleDeadItem(ctx, itemId) }),
  },
  'webhook-delivery': {
    // A failed try has its next moment in the database, and the clock sends it then.
    work: async (ctx, { deliveryId, tries }) => {
      await deliver(ctx, { id: deliveryId, tries });
      return { retryAfterSeconds: null };
    },
    bury: async () => ({}),
  },
  'ad-beacons': {
    work: async (ctx) => {
      await countEvents(ctx);
      return { retryAfterSeconds: null };
    },
    // The clock counts what waits.
    bury: async () => ({}),
  },
};

/** Items side by side: they mostly wait for others, and each may hold a picture in memory. */
const AT_ONCE = 5;
const DEAD_LETTERS = /-dead$/;
/** Of wrangler.toml's max_retries for the dead letters; far beyond any outage that the sweep would not make up for. */
const DEAD_RETRY_SECONDS = 30;

/** @param contextFor gives each message a context of its own, so that a statement of one cannot fail another's */
export async function consumeBatch(
  batch: Pick<MessageBatch, 'queue' | 'messages'>,
  contextFor: (id: string) => AppContext,
): Promise<void> {
  const consume = DEAD_LETTERS.test(batch.queue) ? consumeDeadLetter : consumeMessage;
  const jobIds = new Set<string>();
  const pace = politely();
  const purge = collectPurges();
  const work = async (message: QueueMessage) => {
    const ended = await consume(purge.during(contextFor(message.id)), message, pace);
    if (ended.jobId) jobIds.add(ended.jobId);
  };
  const { together, alone } = await divide(contextFor(crypto.randomUUID()), batch.messages);
  const flush = () => purge.flush(contextFor(crypto.randomUUID()));
  await atMost(AT_ONCE, together, work);
  // Before a job says that it is done: whoever looks then sees what it did. And before the next one that may be deadly:
  // what is done is not done again, and nobody would purge it later.
  await flush();
  for (const message of alone) {
    await work(message);
    await flush();
  }
  for (const jobId of jobIds) await close(contextFor(jobId), jobId);
}

/**
 * Who may have been the death of an earlier batch comes after all others and alone. In any order: the innocent ones among
 * them get their turn before the guilty one sooner or later.
 */
async function divide(
  ctx: AppContext,
  messages: readonly QueueMessage[],
): Promise<{ together: QueueMessage[]; alone: QueueMessage[] }> {
  const itemIds = new Map<QueueMessage, number>();
  // Alone already.
  if (messages.length < 2) return { together: [...messages], alone: [] };
  for (const message of messages) {
    const { data } = Message.safeParse(message.body);
    if (data?.type === 'job-item') itemIds.set(message, data.itemId);
  }
  const brought = [...itemIds].map(([{ attempts }, itemId]) => ({ itemId, deliveries: attempts }));
  const suspects = await findSuspects(ctx, brought);
  const isSuspect = (message: QueueMessage) => suspects.has(itemIds.get(message) ?? -1);
  return {
    together: messages.filter((message) => !isSuspect(message)),
    alone: inAnyOrder(messages.filter(isSuspect)),
  };
}

function inAnyOrder<T>(all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

async function consumeMessage(ctx: AppContext, message: QueueMessage, pace: Pace): Promise<Partial<Verdict>> {
  const parsed = parse(ctx, message);
  if (!parsed) return {};
  const { attempts } = message;
  try {
    const verdict = await typeOf(parsed).work(ctx, parsed, attempts, pace);
    if (verdict.retryAfterSeconds === null) message.ack();
    else message.retry({ delaySeconds: verdict.retryAfterSeconds });
    return verdict;
  } catch (error) {
    tell(ctx, error, parsed.type);
    // The database is away. What it takes longer for than a message has deliveries is the clock's to send again.
    if (attempts >= MAX_ATTEMPTS) message.ack();
    else
      message.retry({
        delaySeconds: secondsBeforeRetry(attempts, ctx.config.jobs.retrySeconds, Math.random()),
      });
    return {};
  }
}

async function consumeDeadLetter(ctx: AppContext, message: QueueMessage): Promise<Partial<Verdict>> {
  const parsed = parse(ctx, message);
  if (!parsed) return {};
  try {
    await ctx.faults.reach('dead-letter', message.id);
    const settled = await typeOf(parsed).bury(ctx, parsed);
    message.ack();
    return settled;
  } catch (error) {
    tell(ctx, error, `dead ${parsed.type}`);
    message.retry({ delaySeconds: DEAD_RETRY_SECONDS });
    return {};
  }
}

type QueueMessage = MessageBatch['messages'][number];

function parse(ctx: AppContext, message: QueueMessage): Message | null {
  const parsed = Message.safeParse(message.body);
  if (parsed.success) return parsed.data;
  ctx.log.write({
    event: 'bad_message',
    messageId: message.id,
    reason: parsed.error.issues[0]?.message ?? '',
  });
  message.ack();
  return null;
}

function typeOf(message: Message): MessageType<Message> {
  return TYPES[message.type] as MessageType<Message>;
}

/** @throws what nobody may catch */
function tell(ctx: AppContext, error: unknown, where: string): void {
  if (ctx.faults.isDeath(error)) throw error;
  const { message: reason, stack } = error instanceof Error ? error : new Error(String(error));
  if (isDomainError(error)) ctx.log.write({ event: 'queue_failed', what: where, reason });
  else ctx.log.write({ event: 'failure', where, reason, stack });
}

/** A job that could not be closed is closed by the clock. */
async function close(ctx: AppContext, jobId: string): Promise<void> {
  try {
    await closeJobIfOver(ctx, KINDS, jobId);
  } catch (error) {
    tell(ctx, error, 'closing a job');
  }
}

async function atMost<T>(count: number, all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = all.values();
  const lane = async () => {
    for (const one of left) await work(one);
  };
  await Promise.all(Array.from({ length: count }, lane));
}
