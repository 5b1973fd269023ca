// A load generator that costs little: bare sockets kept open, one request under way on each, answers read only as far as needed.
import { connect, type Socket } from 'node:net';

export interface Answers {
  /** Milliseconds from the request's first byte sent to the answer's last byte received, one per request. */
  latencies: number[];
  /** Of the bodies, in all. */
  bytes: number;
  /** Wall time, in milliseconds. */
  milliseconds: number;
  /** Database round trips, as Server-Timing tells. */
  roundTrips: number;
}

export interface LoadOrder {
  port: number;
  paths: readonly string[];
  /** Requests under way at any time. */
  concurrency: number;
  /** Ends after so many milliseconds or so many requests, whichever comes first. */
  milliseconds: number;
  requests?: number;
  /** The status that is right. */
  status?: number;
  /** Of whoever asks. */
  cookie?: string;
  /** Posted, in turn; without, requests are GETs. */
  bodies?: readonly string[];
  userAgent?: string;
  /** Requests name so many client addresses in turn, as Cloudflare does: callers are limited. */
  callers?: number;
}

interface Question {
  path: string;
  /** The client's address, where the order has several. */
  address: string | undefined;
  /** Of a POST. */
  body: string | undefined;
}

const HEADERS_END = Buffer.from('\r\n\r\n');
const PATIENCE_MS = 15_000;

/** Takes the paths in turn. @throws when an answer has another status than it should */
export async function load(order: LoadOrder): Promise<Answers> {
  const { concurrency, milliseconds, requests = Number.POSITIVE_INFINITY, paths, bodies } = order;
  const answers: Answers = { latencies: [], bytes: 0, milliseconds: 0, roundTrips: 0 };
  const began = performance.now();
  let sent = 0;
  const next = () => {
    if (sent >= requests || (sent > 0 && performance.now() - began >= milliseconds)) return null;
    const path = paths[sent % paths.length] as string;
    const body = bodies?.[sent % bodies.length];
    const number = sent % (order.callers ?? 1);
    const address = order.callers ? `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` : undefined;
    sent += 1;
    return { path, body, address };
  };
  await Promise.all(Array.from({ length: concurrency }, () => converse(order, next, answers)));
  answers.milliseconds = performance.now() - began;
  return answers;
}

/** One connection: a request, its answer, the next request, until there is none. */
function converse(
  { port, status = 200, ...sender }: LoadOrder,
  next: () => Question | null,
  answers: Answers,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let question: Question | null = null;
    let sentAt = 0;
    let answer = new Answer();
    // One buffer for all that comes: what is read is counted and dropped.
    const onread = { buffer: Buffer.allocUnsafe(256 * 1024), callback: take };
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
    const ask = () => {
      question = next();
      if (question === null) {
        socket.end();
        return resolve();
      }
      answer = new Answer();
      sentAt = performance.now();
      send(socket, question, sender);
    };
    function take(length: number, buffer: Uint8Array): boolean {
      if (!answer.take(Buffer.from(buffer.buffer, buffer.byteOffset, length))) return true;
      if (answer.status !== status) {
        socket.destroy(new Error(`${question?.path} answered ${answer.status}, not ${status}`));
        return false;
      }
      answers.latencies.push(performance.now() - sentAt);
      answers.bytes += answer.length;
      answers.roundTrips += answer.roundTrips;
      ask();
      return true;
    }
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`No answer for ${question?.path}`)));
    socket.once('connect', ask);
    socket.once('error', reject);
    socket.once('close', () =>
      question === null ? resolve() : reject(new Error(`${question.path}: hung up`)),
    );
  });
}

function send(
  socket: Socket,
  { path, body, address }: Question,
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

/** Reads one HTTP answer that has a Content-Length or is chunked. */
class Answer {
  status = 0;
  roundTrips = 0;
  /** Of the body, in bytes. */
  length = 0;
  #expected = -1;
  #head: Buffer = Buffer.alloc(0);
  #tail = '';

  /** True when the answer is whole. */
  take(chunk: Buffer): boolean {
    if (this.status > 0) return this.#takeBody(chunk);
    // Copied when it goes on, as the chunk's memory is used again.
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
