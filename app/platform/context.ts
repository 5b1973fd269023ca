// All that the product may ask of the world. Types only: features see these, never a binding or a client.
import type { NeonHttpDatabase } from 'drizzle-orm/neon-http';
import type { RunnableQuery } from 'drizzle-orm/runnable-query';

/** A statement that is built and not yet sent. */
export type Statement<T> = RunnableQuery<T, 'pg'>;

export interface Database {
  /** Builds statements; sending is left to `read`, `readOptional` and `write`. */
  readonly build: NeonHttpDatabase;
  /**
   * Sends a read. Reads asked for in the same turn of the event loop travel in one request (one transaction), so a
   * page whose loaders ask at once costs one round trip. A lost connection is retried once.
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
  /** Rejects when the store is away. */
  ping(): Promise<void>;
}

export interface ImageResizer {
  /** A copy of `source` in `width` pixels (WebP), or the 1200x630 JPEG crop for social networks. */
  resize(
    source: ReadableStream,
    to: { width: number } | 'og',
  ): Promise<{ body: ReadableStream; contentType: string }>;
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
  | { event: 'lead_created'; source: string }
  | { event: 'bot_trapped'; what: string };

export interface Log {
  write(event: LogEvent): void;
}

export interface RateLimit {
  /** False when `key` has used up its share. */
  allow(key: string): Promise<boolean>;
}

export interface Config {
  environment: 'local' | 'test' | 'production';
  /** Origin without a slash at the end; all absolute addresses start with it. */
  siteUrl: string;
  blockedImageHosts: readonly string[];
}

/** What one request spent where; goes into Server-Timing. */
export interface Timings {
  databaseMilliseconds: number;
  roundTrips: number;
  renderMilliseconds: number;
}

export interface AppContext {
  readonly config: Config;
  readonly db: Database;
  readonly files: FileStore;
  readonly images: ImageResizer;
  readonly clock: { now(): Date };
  readonly log: Log;
  readonly pages: PagePurger;
  readonly page: PageNotes;
  readonly limits: { readonly subscribe: RateLimit };
  readonly request: { readonly id: string; readonly address: string };
  readonly timings: Timings;
  /** Work that goes on after the answer. */
  waitUntil(work: Promise<unknown>): void;
}
