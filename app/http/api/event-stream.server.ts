// Server-sent events: polls a value and sends it whenever it has changed.
import { pause } from '~/lib/time/within-time';

/** The usual interval between two reads. */
const POLL_MS = 500;
/** Keeps proxies from closing an idle connection. */
const HEARTBEAT_MS = 25_000;
/**
 * The stream ends after a minute and the page reconnects: one Worker request may run a limited number of queries, and the session
 * is checked again.
 */
const MAX_STREAM_MS = 60_000;

interface Watched<T> {
  /** The SSE event name. */
  event: string;
  /** Interval between two reads. */
  pollMs?: number;
  read(): Promise<T>;
  /** Whether the stream ends after this value. */
  isLast(value: T): boolean;
  /** Called when a read fails, which ends the stream; the page reconnects. */
  onError(error: unknown): void;
}

/** @param first the value that is sent immediately */
export function streamChanges<T>(first: T, watched: Watched<T>): Response {
  const encoder = new TextEncoder();
  const began = Date.now();
  let sent = '';
  let next: T | undefined = first;
  let isCancelled = false;

  /** Waits for the next change or heartbeat; null at the end of the stream. */
  async function waitForChunk(): Promise<string | null> {
    const waitingSince = Date.now();
    while (!isCancelled && Date.now() - began < MAX_STREAM_MS) {
      const value = next ?? (await watched.read());
      next = undefined;
      const data = JSON.stringify(value);
      if (data !== sent) {
        sent = data;
        isOver = watched.isLast(value);
        return `event: ${watched.event}\ndata: ${data}\n\n`;
      }
      if (Date.now() - waitingSince >= HEARTBEAT_MS) return ': heartbeat\n\n';
      await pause(watched.pollMs ?? POLL_MS);
    }
    return null;
  }
  let isOver = false;

  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const chunk = isOver ? null : await waitForChunk();
        if (chunk === null) controller.close();
        else controller.enqueue(encoder.encode(chunk));
      } catch (error) {
        watched.onError(error);
        controller.close();
      }
    },
    cancel() {
      isCancelled = true;
    },
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
  });
}
