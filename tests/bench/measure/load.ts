// A lightweight load generator: persistent sockets with one request each, and answers parsed only as far as
// needed.
import { connect, type Socket } from 'node:net';

export interface Answers {
  /** Milliseconds from the request's first byte to the answer's last byte, one per request. */
  latencies: number[];
  /** Total size of the bodies. */
  bytes: number;
  /** Wall time, in milliseconds. */
  milliseconds: number;
  /** Database round trips, from Server-Timing. */
  roundTrips: number;
}

export interface LoadOrder {
  /** Several are used in turn, connection by connection. */
  port: number | readonly number[];
  paths: readonly string[];
  /** Concurrent requests. */
  concurrency: number;
  /** Ends after this time or number of requests, whichever comes first, or when `isOver` returns true. */
  milliseconds: number;
  requests?: number | undefined;
  isOver?: () => boolean;
  /** Spreads the requests evenly over time. Without it, each connection sends its next request immediately. */
  perSecond?: number;
  /** The expected status. */
  status?: number;
  /** The Cookie header. */
  cookie?: string | undefined;
  /** Bodies posted in turn; without them, requests are GETs. */
  bodies?: readonly string[];
  userAgent?: string;
  /**
   * Number of client IP addresses used in turn, as Cloudflare sends them, because callers are rate limited.
   */
  callers?: number;
}

interface PendingRequest {
  /** Milliseconds to wait before it is sent. */
  wait: number;
  path: string;
  /** The client's IP address, if the load has several. */
  address: string | undefined;
  /** The body of a POST. */
  body: string | undefined;
}

const HEADERS_END = Buffer.from('\r\n\r\n');
const TIMEOUT_MS = 15_000;

/** Takes the paths in turn. @throws if an answer has an unexpected status */
export async function load(order: LoadOrder): Promise<Answers> {
  const { concurrency, milliseconds, requests = Number.POSITIVE_INFINITY, paths, bodies } = order;
  const answers: Answers = { latencies: [], bytes: 0, milliseconds: 0, roundTrips: 0 };
  const began = performance.now();
  let sent = 0;
  const next = () => {
    const elapsed = performance.now() - began;
    if (sent >= requests || (sent > 0 && elapsed >= milliseconds) || order.isOver?.()) return null;
    const path = paths[sent % paths.length] as string;
    const body = bodies?.[sent % bodies.length];
    const number = sent % (order.callers ?? 1);
    const address = order.callers ? `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` : undefined;
    const wait = order.perSecond ? (sent / order.perSecond) * 1000 - elapsed : 0;
    sent += 1;
    return { path, body, address, wait };
  };
  const ports = [order.port].flat();
  await Promise.all(
    Array.from({ length: concurrency }, (_, i) =>
      sendOnConnection({ ...order, port: ports[i % ports.length] as number }, next, answers),
    ),
  );
  answers.milliseconds = performance.now() - began;
  return answers;
}

/** Sends requests on one connection, one after the other, until there are none left. */
function sendOnConnection(
  { port, status = 200, ...sender }: LoadOrder & { port: number },
  next: () => PendingRequest | null,
  answers: Answers,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let current: PendingRequest | null = null;
    let sentAt = 0;
    let answer = new Answer();
    // One buffer for all data, because it is only counted.
    const onread = { buffer: Buffer.allocUnsafe(256 * 1024), callback: take };
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
    const ask = () => {
      current = next();
      if (current === null) {
        socket.end();
        return resolve();
      }
      if (current.wait > 0) setTimeout(sendCurrent, current.wait, current);
      else sendCurrent(current);
    };
    const sendCurrent = (request: PendingRequest) => {
      answer = new Answer();
      sentAt = performance.now();
      send(socket, request, sender);
    };
    function take(length: number, buffer: Uint8Array): boolean {
      if (!answer.take(Buffer.from(buffer.buffer, buffer.byteOffset, length))) return true;
      if (answer.status !== status) {
        socket.destroy(new Error(`${current?.path} answered ${answer.status}, not ${status}`));
        return false;
      }
      answers.latencies.push(performance.now() - sentAt);
      answers.bytes += answer.length;
      answers.roundTrips += answer.roundTrips;
      ask();
      return true;
    }
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`No answer for ${current?.path}`)));
    socket.once('connect', ask);
    socket.once('error', reject);
    socket.once('close', () =>
      current === null ? resolve() : reject(new Error(`${current.path}: connection closed`)),
    );
  });
}

function send(
  socket: Socket,
  { path, body, address }: PendingRequest,
  { cookie, userAgent }: Pick<LoadOrder, 'cookie' | 'userAgent'>,
): void {
  const head = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Accept: text/html',
    ...(cookie ? [`Cookie: ${cookie}`] : []),
    ...(address ? [`CF-Connecting-IP: ${address}`] : []),
    ...(userAgent ? [`User-Agent: ${userAgent}`] : []),
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

/** Parses one HTTP answer with a Content-Length or chunked encoding. */
class Answer {
  status = 0;
  roundTrips = 0;
  /** Body size in bytes. */
  length = 0;
  #expected = -1;
  #head: Buffer = Buffer.alloc(0);
  #tail = '';

  /** Returns true when the answer is complete. */
  take(chunk: Buffer): boolean {
    if (this.status > 0) return this.#takeBody(chunk);
    // Copied if it is incomplete, because the chunk's memory is reused.
    this.#head = this.#head.length > 0 ? Buffer.concat([this.#head, chunk]) : chunk;
    const end = this.#head.indexOf(HEADERS_END);
    if (end < 0) {
      this.#head = Buffer.from(this.#head);
      return false;
    }
    const head = this.#head.toString('latin1', 0, end);
    this.status = Number(head.slice(9, 12));
    this.roundTrips = Number(/desc="(\d+) round trip/.exec(head)?.[1] ?? 0);
    this.#expected = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? -1);
    return this.#takeBody(this.#head.subarray(end + HEADERS_END.length));
  }

  #takeBody(chunk: Buffer): boolean {
    this.length += chunk.length;
    if (this.#expected >= 0) return this.length >= this.#expected;
    this.#tail = (this.#tail + chunk.toString('latin1', Math.max(0, chunk.length - 7))).slice(-7);
    return /(^|\r\n)0\r\n\r\n$/.test(this.#tail);
  }
}
