// Outbound webhook endpoints: data types, limits and retry schedule.
import type { AppContext } from '~/platform/context';

export const EVENT_TYPES = ['article.published', 'article.updated', 'lead.created'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Sent by the test button, regardless of the events that the endpoint subscribes to. */
export const TEST_EVENT = 'webhook.test';

/** The first attempt and eight retries, over about 21 hours. */
export const MAX_TRIES = 9;
/** Days of failed attempts after which an endpoint is switched off. */
export const MAX_FAILING_DAYS = 3;
export const DELIVERY_RETENTION_DAYS = 30;
export const DELIVERIES_PER_PAGE = 25;
/** Attempts logged per delivery. */
export const MAX_LOG_ENTRIES = 12;
/** Characters of a response that are logged. */
export const MAX_ANSWER_LENGTH = 1_000;

const FIRST_DELAY_SECONDS = 30;
const MAX_DELAY_SECONDS = 6 * 3600;
/** Spreads retries, so that endpoints that failed together are not called together. */
const JITTER = 0.2;

/**
 * Seconds until the next attempt: 30 s, 2 min, 8 min, 32 min, 2 h, then every 6 h, each ±20%.
 * @param tries attempts so far
 * @param chance from 0 to 1
 */
export function retryDelay(tries: number, chance: number): number {
  const delay = Math.min(FIRST_DELAY_SECONDS * 4 ** (tries - 1), MAX_DELAY_SECONDS);
  return Math.round(delay * (1 - JITTER + 2 * JITTER * chance));
}

export interface Endpoint {
  id: string;
  url: string;
  events: string[];
  active: boolean;
  /** Version of the editable fields. */
  version: string;
  lastSuccessAt: Date | null;
  failingSince: Date | null;
  /** Set when the endpoint was switched off after failures. */
  disabledAt: Date | null;
}

/** One attempt of a delivery. */
export interface Try {
  /** ISO 8601. */
  at: string;
  /** Null without a response. */
  status: number | null;
  reason: string | null;
  milliseconds: number;
  /** The start of the response body. */
  answer: string;
}

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface Delivery {
  id: number;
  eventId: string;
  type: string;
  data: Record<string, unknown>;
  occurredAt: Date;
  status: DeliveryStatus;
  tries: number;
  nextTryAt: Date;
  finishedAt: Date | null;
  log: Try[];
}

export function endpointSecret({ tokens }: Pick<AppContext, 'tokens'>, salt: string): Promise<Uint8Array> {
  return tokens.secretFor(`endpoint:${salt}`);
}

/** Event names for editors. */
export const EVENT_LABELS: Record<EventType, string> = {
  'article.published': 'An article is published',
  'article.updated': 'A published article changes',
  'lead.created': 'A reader subscribes',
};

export function eventLabel(type: string): string {
  const known = EVENT_TYPES.find((event) => event === type);
  if (known) return EVENT_LABELS[known];
  return type === TEST_EVENT ? 'A test' : type;
}
