// The queue of `npm run dev`. wrangler's proxy accepts messages but has no consumer, so this in-memory queue
// calls the consumer in this process, with batches, retries and dead letters as in production.
import type { Message } from '../app/platform/messages';

interface Envelope {
  id: string;
  body: Message;
  attempts: number;
}

export type ConsumeBatch = (batch: Pick<MessageBatch, 'queue' | 'messages'>) => Promise<void>;

/** The same values as in wrangler.toml. */
const BATCH_SIZE = 10;
const DELIVERIES = 5;
const QUEUE = 'magazine-work';
const DEAD_LETTERS = 'magazine-work-dead';

export function createDevQueue(consume: ConsumeBatch): Pick<Queue<Message>, 'send' | 'sendBatch'> {
  const waiting: Envelope[] = [];
  let isBusy = false;

  async function work(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    while (waiting.length > 0) await deliver(QUEUE, waiting.splice(0, BATCH_SIZE));
    isBusy = false;
  }

  async function deliver(queue: string, batch: Envelope[]): Promise<void> {
    const timestamp = new Date();
    const messages = batch.map((envelope) => ({
      ...envelope,
      timestamp,
      ack() {},
      retry: ({ delaySeconds = 0 } = {}) => void setTimeout(again, delaySeconds * 1000, queue, envelope),
    }));
    // The consumer has logged its error. The cron task sends the unfinished items again.
    await consume({ queue, messages }).catch((error) => console.error(error));
  }

  function again(queue: string, { attempts, ...rest }: Envelope): void {
    const envelope = { ...rest, attempts: attempts + 1 };
    if (queue === DEAD_LETTERS) void deliver(queue, [envelope]);
    else if (attempts >= DELIVERIES) void deliver(DEAD_LETTERS, [{ ...envelope, attempts: 1 }]);
    else enqueue([envelope]);
  }

  function enqueue(envelopes: Envelope[]): void {
    waiting.push(...envelopes);
    setImmediate(() => void work());
  }

  const toEnvelope = (body: Message): Envelope => ({ id: crypto.randomUUID(), body, attempts: 1 });
  const metadata = { metrics: { backlogCount: 0, backlogBytes: 0 } };
  return {
    async send(body) {
      enqueue([toEnvelope(body)]);
      return { metadata };
    },
    async sendBatch(messages) {
      enqueue(Array.from(messages, ({ body }) => toEnvelope(body)));
      return { metadata };
    },
  };
}
