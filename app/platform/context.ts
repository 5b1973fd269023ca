// All that the product may ask of the world. Types only: features see these, never a binding or a client.
import type { NeonHttpDatabase } from 'drizzle-orm/neon-http';
import type { RunnableQuery } from 'drizzle-orm/runnable-query';
import type { AuthProvider, KnownDevices, Passwords, SessionCookie, Tokens } from './account-world';
import type { ImageGenerator } from './image-generator';
import type { Mail } from './mail';
import type { Message } from './messages';

export type {
  AccessClaims,
  AuthProvider,
  KnownDevices,
  Passwords,
  SessionCookie,
  TokenPair,
  Tokens,
} from './account-world';
export type { Drawing, ImageGenerator, PictureMaker, PictureOrder } from './image-generator';
export type { BulkMessage, KeptMessage, Mail, MailCall, MailMessage, Refusal } from './mail';

/** A statement that is built and not yet sent. */
export type Statement<T> = RunnableQuery<T, 'pg'>;

export interface Database {
  /** Builds statements; sending is left to `read`, `readOptional` and `write`. */
  readonly build: NeonHttpDatabase;
  /**
   * Sends a read. Reads asked for in the same turn of the event loop travel in one request (one transaction, which sees
   * one moment), so a page whose loaders ask at once costs one round trip. A lost connection is retried once.
   * @throws UnavailableError when the database cannot be reached or takes too long
   */
  read<T>(statement: Statement<T>): Promise<T>;
  /** Like `read`, for what a page can do without: a failure is logged and gives `fallback`, and fails nobody else. */
  readOptional<T>(what: string, statement: Statement<T>, fallback: T): Promise<T>;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  /** Sends statements as one transaction, never twice. */
  write<T extends readonly Statement<unknown>[]>(
    ...statements: T
  ): Promise<{ [K in keyof T]: T[K] extends Statement<infer R> ? R : never }>;
}

export interface StoredFile {
  body: ReadableStream;
  size: number;
  etag: string;
  contentType: string;
  /** Set for a part of the file: its first and last byte. */
  range?: { first: number; last: number };
}

export interface FileStore {
  /**
   * Null when there is no such file. `range` and `ifRange` are the request's headers as they came.
   * @throws RangeNotSatisfiableError, UnavailableError
   */
  find(key: string, request?: { range?: string | null; ifRange?: string | null }): Promise<StoredFile | null>;
  put(key: string, body: ReadableStream | Uint8Array, contentType: string): Promise<void>;
  /** False when there is a file of that key already; that one stays. @throws UnavailableError */
  putNew(key: string, body: Uint8Array, contentType: string): Promise<boolean>;
  /** What is not there is gone too. @throws UnavailableError */
  delete(keys: readonly string[]): Promise<void>;
  /** At most 1,000 keys that begin with `prefix` and come behind `after`, in order. @throws UnavailableError */
  list(prefix: string, after: string): Promise<{ key: string; storedAt: Date; size: number }[]>;
  /** Bytes of a file; null when it is not there. @throws UnavailableError */
  measure(key: string): Promise<number | null>;
  /** A part of a file, in memory; null when it is not there. @throws UnavailableError */
  readPart(key: string, offset: number, length: number): Promise<Uint8Array | null>;
  readonly inParts: PartwiseUploads;
  /** Rejects when the store is away. */
  ping(): Promise<void>;
}

export interface UploadedPart {
  /** From 1. */
  number: number;
  etag: string;
}

/** Files too large for one request. All parts but the last have one size, 5 MB at least. Each throws UnavailableError. */
export interface PartwiseUploads {
  /** The upload's name, for all that follows. */
  begin(key: string, contentType: string): Promise<string>;
  /** A part that comes again takes the place of the first. */
  put(key: string, upload: string, number: number, bytes: Uint8Array): Promise<UploadedPart>;
  finish(key: string, upload: string, parts: readonly UploadedPart[]): Promise<void>;
  /** What is not there is gone too. */
  abort(key: string, upload: string): Promise<void>;
}

export interface ImageResizer {
  /** A copy of `source`, at most `width` pixels wide, or the 1200x630 JPEG crop for social networks. */
  resize(
    source: ReadableStream,
    to: { width: number; format: 'webp' | 'avif' } | 'og',
  ): Promise<{ body: ReadableStream; contentType: string }>;
  /** A JPEG turned clockwise. */
  turn(jpeg: Uint8Array, degrees: 90 | 180 | 270): Promise<Uint8Array>;
}

/** The internet as addresses that people give reach it. Redirects are handed back, not followed. */
export interface Outside {
  /** Rejects when nobody answers, or nobody public. */
  fetch(url: URL, options: { accept: string; signal: AbortSignal }): Promise<Response>;
  /** Posts JSON; rejects likewise. */
  post(
    url: URL,
    message: { body: string; headers: Record<string, string>; signal: AbortSignal },
  ): Promise<Response>;
}

/** Which cached pages a change touches. */
export interface PagePurger {
  /** Drops every cached page that carries one of these tags: here at once, elsewhere within two minutes. */
  purge(tags: readonly string[]): Promise<void>;
}

/** What the page being answered says about its own caching. */
export interface PageNotes {
  /** Tags by which a later change finds the page. A page without tags is not cached. */
  tag(...tags: string[]): void;
  /** Never store this answer. */
  doNotStore(): void;
}

export type LogEvent =
  | { event: 'request'; method: string; path: string; status: number; milliseconds: number; cache: string }
  | { event: 'unknown_path'; path: string; referrer: string | null }
  | { event: 'inessential_failed'; what: string; reason: string }
  | { event: 'failure'; where: string; reason: string; stack?: string }
  | { event: 'database_retry'; reason: string }
  | { event: 'stale_served'; path: string; ageSeconds: number }
  | { event: 'cache_failed'; what: string; reason: string }
  | { event: 'image_resized'; key: string; variant: string }
  | { event: 'image_not_resized'; key: string; reason: string }
  | { event: 'image_generated'; provider: string; model: string; milliseconds: number }
  | { event: 'image_not_generated'; provider: string; reason: string }
  | { event: 'cron_task_done'; task: string; done: number }
  | { event: 'job_started'; jobId: string; kind: string; items: number }
  | { event: 'job_ended'; jobId: string; status: string }
  | { event: 'job_item_ended'; jobId: string; itemId: number; status: string; reason: string | null }
  | { event: 'job_item_put_off'; jobId: string; itemId: number; attempt: number; reason: string }
  | { event: 'job_item_lost'; jobId: string; itemId: number; attempt: number }
  | { event: 'queue_failed'; what: string; reason: string }
  | { event: 'bad_message'; messageId: string; reason: string }
  | { event: 'picture_not_fetched'; host: string; reason: string }
  | { event: 'lead_created'; source: string }
  | { event: 'lead_suppressed'; reason: 'bounced' | 'complained' }
  | { event: 'issue_not_sent'; date: string; reason: string }
  | { event: 'bot_trapped'; what: string }
  | { event: 'breach_check_failed'; reason: string }
  | { event: 'signed_up'; userId: string }
  | { event: 'signed_in'; userId: string; sessionId: string }
  | { event: 'sign_in_failed'; reason: 'credentials' | 'unverified' | 'throttled' | 'passkey' }
  | { event: 'sign_in_failed'; reason: 'provider'; detail: string }
  | { event: 'token_refreshed'; userId: string; sessionId: string }
  | { event: 'token_reused'; sessionId: string }
  | { event: 'signed_out'; userId: string; scope: 'session' | 'everywhere' | 'others' }
  | { event: 'password_recovery'; userId: string; sessionId: string }
  | { event: 'user_updated'; userId: string; what: string }
  | { event: 'access_refused'; path: string; reason: string }
  | { event: 'mail_sent'; subject: string }
  | { event: 'mail_failed'; subject: string; reason: string };

export interface Log {
  write(event: LogEvent): void;
}

export interface RateLimit {
  /** False when `key` has used up its share. */
  allow(key: string): Promise<boolean>;
}

/** The queue that hurries work along. What must happen has a row in the database: the queue may forget. */
export interface WorkQueue {
  /** Any number of messages, handed out after so many seconds. @throws UnavailableError; some may have been sent then */
  send(messages: readonly Message[], delaySeconds?: number): Promise<void>;
}

/** Where tests let the worker die. Nothing happens anywhere else. */
export interface Faults {
  /** @throws what nobody may catch (see `isDeath`) */
  reach(point: string, where: string): Promise<void>;
  isDeath(error: unknown): boolean;
}

export interface Config {
  environment: 'local' | 'test' | 'production';
  /** Origin without a slash at the end; all absolute addresses start with it. */
  siteUrl: string;
  /** Readers come over HTTPS: cookies are `Secure` then, and bound to this host by their names. */
  isHttps: boolean;
  /** Origins of other sites whose pages may use the authentication API, and be led back to. */
  allowedOrigins: readonly string[];
  /** Chains whose wallets may sign in. */
  walletChains: readonly ('ethereum' | 'solana')[];
  /** Of callers of the authentication API: the public one grants nothing, the service one everything. */
  authKeys: { public: string; service: string };
  /** Issuers outside that people can sign in with. */
  authProviders: readonly AuthProvider[];
  blockedImageHosts: readonly string[];
  /** Where new passwords are looked up among breached ones, by the first digits of their hash; null for nowhere. */
  breachedPasswordsUrl: string | null;
  /** By which the mail provider proves that a report is its own; null where none is set. */
  mailWebhookSecret: string | null;
  jobs: {
    /** So long after its last sign of life a consumer is taken for dead. */
    leaseSeconds: number;
    /** Before the second attempt, roughly; doubled before each further one. */
    retrySeconds: number;
  };
}

/** What one request spent where; goes into Server-Timing. */
export interface Timings {
  databaseMilliseconds: number;
  roundTrips: number;
  renderMilliseconds: number;
}

/** What is known of whoever asks, cached page or not. */
export interface Caller {
  readonly id: string;
  readonly address: string;
  readonly userAgent: string | null;
  readonly referrer: string | null;
}

export interface AppContext {
  readonly config: Config;
  readonly db: Database;
  readonly files: FileStore;
  readonly images: ImageResizer;
  readonly imageGenerator: ImageGenerator;
  readonly outside: Outside;
  /** Addresses that the operator wrote down, wherever they are. Redirects are handed back. Rejects when nobody answers. */
  readonly partners: { fetch(url: string, init?: RequestInit): Promise<Response> };
  readonly clock: { now(): Date };
  readonly log: Log;
  readonly pages: PagePurger;
  readonly page: PageNotes;
  readonly limits: {
    readonly subscribe: RateLimit;
    readonly unknownPaths: RateLimit;
    readonly categoryImages: RateLimit;
    readonly views: RateLimit;
    readonly clicks: RateLimit;
  };
  readonly request: Caller;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly sessionCookie: SessionCookie;
  readonly devices: KnownDevices;
  readonly mail: Mail;
  readonly queue: WorkQueue;
  readonly faults: Faults;
  readonly timings: Timings;
  /** Work that goes on after the answer. */
  waitUntil(work: Promise<unknown>): void;
}
