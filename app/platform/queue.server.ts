// Sends queue messages. A message points to a database row, so a lost message only causes a delay.
import { UnavailableError } from '~/lib/errors';
import type { WorkQueue } from './context';
import type { Message } from './messages';

/** Cloudflare's limit for one call. */
const MESSAGES_PER_CALL = 100;
/** Parallel calls. A Worker may have six open connections. */
const PARALLEL_CALLS = 4;

const UNAVAILABLE = 'The queue cannot be reached right now.';

export function createQueue(queue: Queue<Message>): WorkQueue {
  return {
    async send(messages, delaySeconds = 0) {
      for (let from = 0; from < messages.length; from += MESSAGES_PER_CALL * PARALLEL_CALLS) {
        const some = messages.slice(from, from + MESSAGES_PER_CALL * PARALLEL_CALLS);
        await Promise.all(inCalls(some).map((call) => sendCall(queue, call, delaySeconds)));
      }
    },
  };
}

function inCalls(messages: readonly Message[]): Message[][] {
  const calls: Message[][] = [];
  for (let from = 0; from < messages.length; from += MESSAGES_PER_CALL)
    calls.push(messages.slice(from, from + MESSAGES_PER_CALL));
  return calls;
}

async function sendCall(
  queue: Queue<Message>,
  messages: readonly Message[],
  delaySeconds: number,
): Promise<void> {
  try {
    await queue.sendBatch(messages.map((body) => ({ body, contentType: 'json', delaySeconds })));
  } catch (cause) {
    throw new UnavailableError(UNAVAILABLE, { cause });
  }
}
