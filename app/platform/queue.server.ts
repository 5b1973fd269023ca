// Sending to the queue. A message is a reminder of a row, so one that is lost costs time and nothing else.
import { UnavailableError } from '~/lib/errors';
import type { WorkQueue } from './context';
import type { Message } from './messages';

/** Cloudflare's limit for one call. */
const MESSAGES_PER_CALL = 100;
/** Calls under way at the same time; a Worker may have six connections open. */
const CALLS_AT_ONCE = 4;

const AWAY = 'The queue cannot be reached right now.';

export function createQueue(queue: Queue<Message>): WorkQueue {
  return {
    async send(messages, delaySeconds = 0) {
      for (let from = 0; from < messages.length; from += MESSAGES_PER_CALL * CALLS_AT_ONCE) {
        const some = messages.slice(from, from + MESSAGES_PER_CALL * CALLS_AT_ONCE);
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
    throw new UnavailableError(AWAY, { cause });
  }
}
