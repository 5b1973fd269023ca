// Replaces the browser's EventSource in unit tests.
import { vi } from 'vitest';

export interface FakeEventSource {
  isClosed: boolean;
  /** The connection ends or is refused. */
  fail(): void;
  send(event: string, value: unknown): void;
}

/** Also provides `window`. Returns the connections in order. Call `vi.unstubAllGlobals` at the end. */
export function stubEventSource(): FakeEventSource[] {
  const opened: FakeEventSource[] = [];
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal(
    'EventSource',
    class implements FakeEventSource {
      isClosed = false;
      readonly #listeners = new Map<string, (event: { data: string }) => void>();
      constructor() {
        opened.push(this);
      }
      addEventListener(event: string, listener: (event: { data: string }) => void) {
        this.#listeners.set(event, listener);
      }
      close() {
        this.isClosed = true;
      }
      fail() {
        this.send('error', null);
      }
      send(event: string, value: unknown) {
        if (!this.isClosed) this.#listeners.get(event)?.({ data: JSON.stringify(value) });
      }
    },
  );
  return opened;
}
