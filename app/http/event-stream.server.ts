// Server-sent events: a value that is looked at again and again, told whenever it has changed.

/** How soon a change is seen. */
const LOOK_MS = 500;
/** So that nobody in between takes the connection for dead. */
const HEARTBEAT_MS = 25_000;
/** Then the page connects anew: a Worker's request may look at the database a limited number of times. */
const LONGEST_MS = 4 * 60_000;

interface Watched<T> {
  /** The event's name. */
  event: string;
  read(): Promise<T>;
  /** After this one there is nothing to tell. */
  isLast(value: T): boolean;
  /** A read that failed ends the stream; the page asks for another. */
  onError(error: unknown): void;
}

/** @param first is told at once */
export function streamChanges<T>(first: T, watched: Watched<T>): Response {
  const encoder = new TextEncoder();
  const began = Date.now();
  let told = '';
  let next: T | undefined = first;
  let isCancelled = false;

  /** The next thing to say; null at the end. */
  async function waitForChunk(): Promise<string | null> {
    const waitingSince = Date.now();
    while (!isCancelled && Date.now() - began < LONGEST_MS) {
      const value = next ?? (await watched.read());
      next = undefined;
      const data = JSON.stringify(value);
      if (data !== told) {
        told = data;
        isOver = watched.isLast(value);
        return `event: ${watched.event}\ndata: ${data}\n\n`;
      }
      if (Date.now() - waitingSince >= HEARTBEAT_MS) return ': heartbeat\n\n';
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
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
