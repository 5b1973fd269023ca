// The browser's side of a stream of server-sent events, with its own reconnection: an EventSource gives up after a response with
// an error status.

/** Delays before reconnecting; the last one repeats. */
const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000];

/** The server closes each connection earlier, so one that is silent this long is dead. */
const MAX_SILENCE_MS = 5 * 60_000;

interface Followed<T> {
  address: string;
  /** The name of the events. Each carries the whole value as JSON. */
  event: string;
  /** Reads the value whenever the connection is lost, before each delay; null if it cannot be read. */
  poll?(): Promise<T | null>;
  onValue(value: T): void;
  /** False while the value may be outdated. */
  onLive(isLive: boolean): void;
}

/** Connects, and reconnects whenever the connection is lost. Returns a function that stops. */
export function followEvents<T>({ address, event, poll, onValue, onLive }: Followed<T>): () => void {
  let hasStopped = false;
  /** Since the last event. */
  let failures = 0;
  let source: EventSource | undefined;
  let timer: number | undefined;

  const resetSilenceTimer = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(reconnect, MAX_SILENCE_MS);
  };

  const connect = () => {
    source = new EventSource(address);
    resetSilenceTimer();
    source.addEventListener(event, ({ data }) => {
      resetSilenceTimer();
      failures = 0;
      onLive(true);
      onValue(JSON.parse(data));
    });
    // Replaces the browser's own reconnection and its intervals.
    source.addEventListener('error', reconnect);
  };

  const reconnect = async () => {
    source?.close();
    window.clearTimeout(timer);
    const found = poll ? await poll() : null;
    if (hasStopped) return;
    // The server ends every stream after a minute, so without polling only the second failure counts.
    if (poll || failures > 0) onLive(found !== null);
    if (found !== null) onValue(found);
    timer = window.setTimeout(connect, RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)]);
    failures += 1;
  };

  connect();
  return () => {
    hasStopped = true;
    source?.close();
    window.clearTimeout(timer);
    onLive(false);
  };
}
