// An inbound webhook call: its input, and what the log stores.
import { z } from 'zod';

export const WebhookRules = z.object({
  /** For a category that does not exist: refuse the article, publish it without a category, or create it. */
  unknownCategory: z.enum(['refuse', 'omit', 'create']).default('omit'),
  /** Require a signature in addition to the key. */
  requireSignature: z.boolean().default(false),
});
export type WebhookRules = z.infer<typeof WebhookRules>;

export const STRICT_RULES: WebhookRules = { unknownCategory: 'refuse', requireSignature: true };

/** Longer bodies are refused with 413. */
export const MAX_WEBHOOK_BYTES = 5 * 1024 * 1024;
/** Longer bodies are not logged, to keep the log small, and cannot be replayed. */
export const MAX_LOGGED_BODY_BYTES = 256 * 1024;
export const IDEMPOTENCY_HOURS = 24;
export const REQUEST_RETENTION_DAYS = 30;
export const REQUESTS_PER_PAGE = 25;

export interface WebhookCaller {
  /** The key's id, not the key. */
  id: string;
  hint: string;
}

/** The received call. */
export interface IncomingCall {
  body: Uint8Array;
  /** Never stored; redacted if the body contains it. */
  key: string | null;
  idempotencyKey: string | null;
  /** Set for a signed call. */
  messageId: string | null;
}

/** The response to a call. */
export interface RequestOutcome {
  status: number;
  answer: unknown;
  /** The response of an earlier call with the same Idempotency-Key. */
  isRepeat: boolean;
}

export const REQUEST_FILTERS = ['all', 'accepted', 'refused'] as const;
export type RequestFilter = (typeof REQUEST_FILTERS)[number];

/** A row of the log. */
export interface RequestRow {
  id: number;
  receivedAt: Date;
  keyHint: string | null;
  title: string | null;
  /** Null while the call is being processed. */
  status: number | null;
  articleId: string | null;
  replayOf: number | null;
  /** The first warning of the response. */
  warning: string | null;
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
