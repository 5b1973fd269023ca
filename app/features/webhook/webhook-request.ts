// A call of the webhook: what it brings, and what is kept of it.

/** One byte more is refused (413). */
export const MAX_WEBHOOK_BYTES = 5 * 1024 * 1024;
/** Longer bodies are not kept, so that the log stays small; they cannot be replayed. */
export const LONGEST_KEPT_BODY = 256 * 1024;
export const IDEMPOTENCY_HOURS = 24;
export const KEPT_DAYS = 30;
export const REQUESTS_PER_PAGE = 25;

export interface WebhookCaller {
  /** The key's, not the key itself. */
  id: string;
  hint: string;
}

/** What came in. */
export interface IncomingCall {
  body: Uint8Array;
  /** Never kept, not even where the body says it. */
  key: string | null;
  idempotencyKey: string | null;
  /** Of a signed call. */
  messageId: string | null;
}

/** What a call is answered. */
export interface Outcome {
  status: number;
  answer: unknown;
  /** It is the answer of an earlier call with the same Idempotency-Key. */
  isRepeat: boolean;
}

export const REQUEST_FILTERS = ['all', 'accepted', 'refused'] as const;
export type RequestFilter = (typeof REQUEST_FILTERS)[number];

/** A line of the log. */
export interface RequestRow {
  id: number;
  receivedAt: Date;
  keyHint: string | null;
  title: string | null;
  /** Null while it is being worked on. */
  status: number | null;
  articleId: string | null;
  replayOf: number | null;
}

export interface RequestDetail extends RequestRow {
  idempotencyKey: string | null;
  isSigned: boolean;
  body: string | null;
  bodyBytes: number;
  address: string | null;
  userAgent: string | null;
  finishedAt: Date | null;
  answer: unknown;
  articleSlug: string | null;
}
