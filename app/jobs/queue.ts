// The queue consumer: parses each message, runs the work of its type, then acknowledges or retries it.
//
// Properties of queues that this code relies on:
// - A message may be delivered twice, late or never. The work to do is stored in the database, and the cron
//   tasks send it again.
// - Miniflare's queue delivers one batch at a time, so locally a long item delays all others; Cloudflare starts
//   more consumers. Locally, all messages are lost at exit, delayed ones included.
// - When a handler throws, the whole batch is delivered again (locally even acknowledged messages), and every
//   message in it moves one delivery closer to the dead-letter queue. So the handler never throws unless the
//   process dies, an item in the dead-letter queue has not failed yet (features/jobs/settle-exhausted-item.server.ts),
//   and items that may have crashed a consumer run alone (features/jobs/poison-items.server.ts).
//
// After its fifth delivery a message ends in one of two ways. If its work asked for another retry, or the process died, it
// arrives in the dead-letter queue. If its work threw, because the database is unavailable, it is acknowledged, and a cron task
// sends it again. All failures: docs/subsystems/jobs.md, "When something fails".
import { countEvents } from '~/features/ads/tracking/count-events.server';
import { MAX_DELIVERIES, secondsBeforeRetry } from '~/features/jobs/attempts';
import { closeJobIfOver } from '~/features/jobs/close-job.server';
import { findPoisonItems } from '~/features/jobs/poison-items.server';
import { runItem } from '~/features/jobs/run-item.server';
import { settleExhaustedItem } from '~/features/jobs/settle-exhausted-item.server';
import { type Pace, throttled } from '~/features/jobs/throttled';
import { countReading } from '~/features/readership/tracking/count-reading.server';
import { submitPaths } from '~/features/seo/index-now.server';
import { deliver } from '~/features/webhooks/outbound/deliver.server';
import { isDomainError, toError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { Message } from '~/platform/messages';
import { KINDS } from './job-kinds';

/**
 * The outcome of a message: the retry delay, or null to acknowledge it, and the job that may now be ready to
 * close.
 */
interface MessageOutcome {
  retryAfterSeconds: number | null;
  jobId?: string | null;
}

interface MessageType<T extends Message> {
  work(ctx: AppContext, message: T, deliveries: number, pace: Pace): Promise<MessageOutcome>;
  /** Handles a message that exhausted its deliveries and arrived in the dead-letter queue. */
  handleDeadLetter(ctx: AppContext, message: T): Promise<{ jobId?: string | null }>;
}

const TYPES: { [T in Message['type']]: MessageType<Extract<Message, { type: T }>> } = {
  'job-item': {
    work: (ctx, { itemId }, deliveries, pace) => runItem(ctx, KINDS, itemId, deliveries, pace),
    handleDeadLetter: async (ctx, { itemId }) => ({ jobId: await settleExhaustedItem(ctx, itemId) }),
  },
  'webhook-delivery': {
    // A failed attempt is scheduled in the database, and the cron task queues it.
    work: async (ctx, { deliveryId, tries }) => {
      await deliver(ctx, { id: deliveryId, tries });
      return { retryAfterSeconds: null };
    },
    handleDeadLetter: async () => ({}),
  },
  'ad-beacons': {
    work: async (ctx) => {
      await countEvents(ctx);
      return { retryAfterSeconds: null };
    },
    // The cron task counts waiting events.
    handleDeadLetter: async () => ({}),
  },
  'reading-beacons': {
    work: async (ctx) => {
      await countReading(ctx);
      return { retryAfterSeconds: null };
    },
    // The cron task counts waiting reports.
    handleDeadLetter: async () => ({}),
  },
  'index-now': {
    // A failed submission is scheduled in the database, and the cron task queues it.
    work: async (ctx) => {
      await submitPaths(ctx);
      return { retryAfterSeconds: null };
    },
    handleDeadLetter: async () => ({}),
  },
};

/** Concurrent messages per batch: they mostly wait for I/O, and each may hold an image in memory. */
const CONCURRENCY = 5;
const DEAD_LETTERS = /-dead$/;
/**
 * Delay between retries of a dead letter. With max_retries in wrangler.toml, it covers any outage that the
 * cron tasks would not make up for.
 */
const DEAD_RETRY_SECONDS = 30;

/**
 * @param contextFor creates a separate context per message, so that a failed statement of one cannot affect
 * another
 */
export async function consumeBatch(
  batch: Pick<MessageBatch, 'queue' | 'messages'>,
  contextFor: (id: string) => AppContext,
): Promise<void> {
  const consume = DEAD_LETTERS.test(batch.queue) ? consumeDeadLetter : consumeMessage;
  const jobIds = new Set<string>();
  const pace = throttled();
  const purge = collectPurges();
  const work = async (message: QueueMessage) => {
    const ended = await consume(purge.during(contextFor(message.id)), message, pace);
    if (ended.jobId) jobIds.add(ended.jobId);
  };
  const { together, alone } = await divide(contextFor(crypto.randomUUID()), batch.messages);
  const flush = () => purge.flush(contextFor(crypto.randomUUID()));
  await atMost(CONCURRENCY, together, work);
  // Purge before a job is reported as done, so that its results are visible by then, and before the next item
  // that may crash the consumer, since finished items do not run again to purge their pages.
  await flush();
  for (const message of alone) {
    await work(message);
    await flush();
  }
  for (const jobId of jobIds) await close(contextFor(jobId), jobId);
}

/**
 * Separates items that may have crashed an earlier batch: they run last and alone. In random order, so that
 * the harmless ones eventually run before the one at fault.
 */
async function divide(
  ctx: AppContext,
  messages: readonly QueueMessage[],
): Promise<{ together: QueueMessage[]; alone: QueueMessage[] }> {
  const itemIds = new Map<QueueMessage, number>();
  // A single message is already alone.
  if (messages.length < 2) return { together: [...messages], alone: [] };
  for (const message of messages) {
    const { data } = Message.safeParse(message.body);
    if (data?.type === 'job-item') itemIds.set(message, data.itemId);
  }
  const delivered = [...itemIds].map(([{ attempts }, itemId]) => ({ itemId, deliveries: attempts }));
  const poisonItems = await findPoisonItems(ctx, delivered);
  const isPoisonItem = (message: QueueMessage) => poisonItems.has(itemIds.get(message) ?? -1);
  return {
    together: messages.filter((message) => !isPoisonItem(message)),
    alone: shuffle(messages.filter(isPoisonItem)),
  };
}

function shuffle<T>(all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

async function consumeMessage(
  ctx: AppContext,
  message: QueueMessage,
  pace: Pace,
): Promise<Partial<MessageOutcome>> {
  const parsed = parse(ctx, message);
  if (!parsed) return {};
  const { attempts } = message;
  try {
    const outcome = await typeOf(parsed).work(ctx, parsed, attempts, pace);
    if (outcome.retryAfterSeconds === null) message.ack();
    else message.retry({ delaySeconds: outcome.retryAfterSeconds });
    return outcome;
  } catch (error) {
    logError(ctx, error, parsed.type);
    // The database is unavailable. A message whose fifth delivery fails here is acknowledged and does not become a dead letter: the
    // cron task sends it again.
    if (attempts >= MAX_DELIVERIES) message.ack();
    else
      message.retry({
        delaySeconds: secondsBeforeRetry(attempts, ctx.config.jobs.retrySeconds, Math.random()),
      });
    return {};
  }
}

async function consumeDeadLetter(ctx: AppContext, message: QueueMessage): Promise<Partial<MessageOutcome>> {
  const parsed = parse(ctx, message);
  if (!parsed) return {};
  try {
    if (TEST_SUPPORT) await ctx.faults.reach('dead-letter', message.id);
    const settled = await typeOf(parsed).handleDeadLetter(ctx, parsed);
    message.ack();
    return settled;
  } catch (error) {
    logError(ctx, error, `dead ${parsed.type}`);
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
  return TYPES[message.type];
}

/** @throws simulated process deaths, which must not be caught */
function logError(ctx: AppContext, error: unknown, where: string): void {
  if (TEST_SUPPORT && ctx.faults.isDeath(error)) throw error;
  const { message: reason, stack } = toError(error);
  if (isDomainError(error)) ctx.log.write({ event: 'queue_failed', what: where, reason });
  else ctx.log.write({ event: 'failure', where, reason, stack });
}

/** A job that could not be closed is closed by the cron task. */
async function close(ctx: AppContext, jobId: string): Promise<void> {
  try {
    await closeJobIfOver(ctx, KINDS, jobId);
  } catch (error) {
    logError(ctx, error, 'closing a job');
  }
}

async function atMost<T>(count: number, all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = all.values();
  const lane = async () => {
    for (const one of left) await work(one);
  };
  await Promise.all(Array.from({ length: count }, lane));
}

interface CollectedPurge {
  /** The same context, with purges collected instead of sent. */
  during(ctx: AppContext): AppContext;
  /** Sends the collected purges. */
  flush(ctx: AppContext): Promise<void>;
}

function collectPurges(): CollectedPurge {
  const tags = new Set<string>();
  const pageCache: AppContext['pageCache'] = {
    async purge(more) {
      for (const tag of more) tags.add(tag);
    },
  };
  return {
    during: (ctx) => ({ ...ctx, pageCache }),
    async flush(ctx) {
      if (tags.size === 0) return;
      await ctx.pageCache.purge([...tags]);
      tags.clear();
    },
  };
}
