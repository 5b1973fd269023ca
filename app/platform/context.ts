// The runtime interface for features. Features depend on these types, never on a binding or a client library.
import type { NeonHttpDatabase } from 'drizzle-orm/neon-http';
import type { RunnableQuery } from 'drizzle-orm/runnable-query';
import type { Batch, BatchResults } from './batch';
import type { ImageGenerator } from './images/image-generator';
import type { Mail } from './mail';
import type { Message } from './messages';
import type {
  AuthProvider,
  KnownDevices,
  Passwords,
  SessionCookie,
  Tokens,
} from './sessions/account-runtime';

export type { Drawing, ImageGenerator, ImageModel, ImageRequest } from './images/image-generator';
export type { BulkMessage, Mail, MailCall, MailMessage, MailRefusal, StoredMessage } from './mail';
export type {
  AccessClaims,
  AuthProvider,
  KnownDevices,
  Passwords,
  SessionCookie,
  TokenPair,
  Tokens,
} from './sessions/account-runtime';

/** A built statement that is not sent yet. */
export type Statement<T> = RunnableQuery<T, 'pg'>;

export type Build = NeonHttpDatabase;

export interface Database {
  /** Builds statements. `read`, `readOptional` and `write` send them. */
  readonly build: Build;
  /**
   * Sends a read. Reads from the same turn of the event loop share one request and one read-only transaction,
   * so that parallel loaders cost one round trip. A lost connection is retried once.
   * @throws UnavailableError if the database is unreachable or too slow
   */
  read<T>(statement: Statement<T>): Promise<T>;
  /** `read` for optional parts of a page. A failure is logged, returns `fallback` and does not fail other reads. */
  readOptional<T>(what: string, statement: Statement<T>, fallback: T): Promise<T>;
  /** Rejects if the database does not respond. */
  ping(): Promise<void>;
  /**
   * Sends statements as one transaction, which is retried only after a deadlock or serialization failure.
   * `writeOne` and `writeBatch` also return results.
   */
  write(...statements: readonly Statement<unknown>[]): Promise<void>;
  writeOne<T>(statement: Statement<T>): Promise<T>;
  /** The statements run in the order in which the object lists them. */
  writeBatch<B extends Batch>(batch: B): Promise<BatchResults<B>>;
}

export interface StoredFile {
  body: ReadableStream;
  size: number;
  etag: string;
  contentType: string;
  /** Set for a range: its first and last byte. */
  range?: { first: number; last: number };
}

export interface FileStore {
  /**
   * Returns null for a missing file. `range` and `ifRange` are the request's header values.
   * @throws RangeNotSatisfiableError, UnavailableError
   */
  find(key: string, request?: { range?: string | null; ifRange?: string | null }): Promise<StoredFile | null>;
  put(key: string, body: ReadableStream | Uint8Array, contentType: string): Promise<void>;
  /**
   * Returns false and keeps the stored file if the key exists.
   * @throws UnavailableError
   */
  putNew(key: string, body: Uint8Array, contentType: string): Promise<boolean>;
  /** Missing keys are ignored. @throws UnavailableError */
  delete(keys: readonly string[]): Promise<void>;
  /**
   * Up to 1,000 keys with this prefix, in order, starting after `after`.
   * @throws UnavailableError
   */
  list(prefix: string, after: string): Promise<{ key: string; storedAt: Date; size: number }[]>;
  /**
   * Size in bytes; null for a missing file.
   * @throws UnavailableError
   */
  measure(key: string): Promise<number | null>;
  /**
   * Reads a range into memory; null for a missing file.
   * @throws UnavailableError
   */
  readPart(key: string, offset: number, length: number): Promise<Uint8Array | null>;
  readonly multipart: MultipartUploads;
  /** Rejects if the store is unavailable. */
  ping(): Promise<void>;
}

export interface UploadedPart {
  /** From 1. */
  number: number;
  etag: string;
}

/**
 * Multipart uploads, for files too large for one request. All parts except the last have the same size of at
 * least 5 MB. Each method throws UnavailableError.
 */
export interface MultipartUploads {
  /** Returns the upload id for the other methods. */
  begin(key: string, contentType: string): Promise<string>;
  /** Uploading a part number again replaces that part. */
  put(key: string, upload: string, number: number, bytes: Uint8Array): Promise<UploadedPart>;
  finish(key: string, upload: string, parts: readonly UploadedPart[]): Promise<void>;
  /** Missing uploads are ignored. */
  abort(key: string, upload: string): Promise<void>;
}

export interface ImageResizer {
  /** A copy, at most `width` pixels wide, or a 1200x630 JPEG cropped around a point (percent from the top left). */
  resize(
    source: ReadableStream,
    to: { width: number; format: 'webp' | 'avif' } | { around: { x: number; y: number } },
  ): Promise<{ body: ReadableStream; contentType: string }>;
  /** Rotates a JPEG clockwise. */
  turn(jpeg: Uint8Array, degrees: 90 | 180 | 270): Promise<Uint8Array>;
}

/** Fetches URLs that users enter. Cannot reach private networks. Redirects are returned, not followed. */
export interface PublicFetch {
  /** Rejects if the host is unreachable or not public. */
  fetch(url: URL, options: { accept: string; signal: AbortSignal }): Promise<Response>;
  /** Posts JSON. Rejects like `fetch`. */
  post(
    url: URL,
    message: { body: string; headers: Record<string, string>; signal: AbortSignal },
  ): Promise<Response>;
}

/** Purges cached pages after a change. */
export interface PagePurger {
  /** Drops pages with these tags: immediately in this isolate and its data center's cache, elsewhere in 1 to 2 minutes. */
  purge(tags: readonly string[]): Promise<void>;
}

/** Caching instructions for the page being rendered. */
export interface PageNotes {
  /** Adds tags, by which a later change purges the page. A page without tags is not cached. */
  tag(...tags: string[]): void;
  /** Prevents the page from being cached. */
  doNotStore(): void;
  /** Other origins to which the page's forms may redirect. */
  readonly formTargets: Set<string>;
}

export type LogEvent =
  | { event: 'request'; method: string; path: string; status: number; milliseconds: number; cache: string }
  | { event: 'unknown_path'; path: string; referrer: string | null }
  | { event: 'inessential_failed'; what: string; reason: string }
  | { event: 'failure'; where: string; reason: string; stack?: string | undefined }
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
  | { event: 'index_now_submitted'; paths: number }
  | { event: 'index_now_failed'; paths: number; status: number; reason?: string }
  | { event: 'bad_message'; messageId: string; reason: string }
  | { event: 'picture_not_fetched'; host: string; reason: string }
  | { event: 'lead_created'; source: string }
  | { event: 'lead_suppressed'; reason: 'bounced' | 'complained' | 'unsubscribed' }
  | { event: 'issue_not_sent'; date: string; reason: string }
  | { event: 'bot_trapped'; what: string }
  | { event: 'breach_check_failed'; reason: string }
  | { event: 'signed_up'; userId: string }
  | { event: 'signed_in'; userId: string; sessionId: string }
  | { event: 'sign_in_failed'; reason: 'credentials' | 'unverified' | 'throttled' | 'passkey' }
  | { event: 'sign_in_failed'; reason: 'suspended' | 'code' | 'second-factor' | 'confirmation' }
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
  /** False if `key` has used up its limit. */
  allow(key: string): Promise<boolean>;
}

/** Queue for background work. It may lose messages: required work also has a row in the database. */
export interface WorkQueue {
  /**
   * Sends any number of messages for delivery after a delay.
   * @throws UnavailableError, after which some may have been sent
   */
  send(messages: readonly Message[], delaySeconds?: number): Promise<void>;
}

/** Fault injection for tests, where the worker can be made to die. Does nothing elsewhere. */
export interface Faults {
  /** @throws an error that callers must not handle (see `isDeath`) */
  reach(point: string, where: string): Promise<void>;
  isDeath(error: unknown): boolean;
}

export interface Config {
  environment: 'local' | 'test' | 'production';
  /** Origin without a trailing slash. All absolute URLs start with it. */
  siteUrl: string;
  /** The site is served over HTTPS: cookies are `Secure` and use the `__Host-` prefix. */
  isHttps: boolean;
  /** Origins of other sites that may use the authentication API and receive redirects. */
  allowedOrigins: readonly string[];
  walletChains: readonly ('ethereum' | 'solana')[];
  /** API keys for the authentication API. The public key grants nothing, the service key everything. */
  authKeys: { public: string; service: string };
  /** External OpenID Connect providers. */
  authProviders: readonly AuthProvider[];
  blockedImageHosts: readonly string[];
  /** Range API for breached passwords; null to skip the check. */
  breachedPasswordsUrl: string | null;
  /** Secret with which the mail provider signs its webhooks; null if none is set. */
  mailWebhookSecret: string | null;
  jobs: {
    /** A consumer without a heartbeat for this long is considered dead. */
    leaseSeconds: number;
    /** Approximate delay before the second attempt, doubled for each further one. */
    retrySeconds: number;
  };
}

/** Time spent per request, for Server-Timing. */
export interface Timings {
  databaseMilliseconds: number;
  roundTrips: number;
  writes: number;
  renderMilliseconds: number;
}

/** The caller of the request, for cached pages too. */
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
  readonly publicFetch: PublicFetch;
  /** Fetches configured URLs, on any network. Redirects are returned, not followed. Rejects if unreachable. */
  readonly trustedFetch: { fetch(url: string, init?: RequestInit): Promise<Response> };
  /** Stands still in cron tasks, at the scheduled time of the trigger. Measure durations with `Date.now()`. */
  readonly clock: { now(): Date };
  readonly log: Log;
  readonly pageCache: PagePurger;
  readonly page: PageNotes;
  readonly limits: {
    readonly subscribe: RateLimit;
    readonly unknownPaths: RateLimit;
    readonly categoryImages: RateLimit;
    readonly views: RateLimit;
    readonly clicks: RateLimit;
    readonly pageViews: RateLimit;
    readonly reading: RateLimit;
    readonly searches: RateLimit;
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
  /** Keeps the worker running for this work after the response. */
  waitUntil(work: Promise<unknown>): void;
}
