// Whom the magazine tells what happens, and how patiently.

export const EVENT_TYPES = ['article.published', 'article.updated', 'lead.created'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Sent by a button, whatever the endpoint wants to know. */
export const TEST_EVENT = 'webhook.test';

/** First try and eight more, over about 21 hours. */
export const MOST_TRIES = 9;
/** An endpoint for which every try failed so long is given up. */
export const PATIENCE_DAYS = 3;
export const KEPT_DAYS = 30;
export const DELIVERIES_PER_PAGE = 25;
/** Tries that are kept of a delivery. */
export const LONGEST_LOG = 12;
/** What is kept of an answer. */
export const LONGEST_ANSWER = 1_000;

const FIRST_DELAY_SECONDS = 30;
const LONGEST_DELAY_SECONDS = 6 * 3600;
/** Endpoints that fell over together should not be hit together. */
const JITTER = 0.2;

/**
 * Seconds until the next try: 30 s, 2 min, 8 min, 32 min, 2 h, then every 6 h, each up to a fifth more or less.
 * @param tries how many there were
 * @param chance from 0 to 1
 */
export function retryDelay(tries: number, chance: number): number {
  const delay = Math.min(FIRST_DELAY_SECONDS * 4 ** (tries - 1), LONGEST_DELAY_SECONDS);
  return Math.round(delay * (1 - JITTER + 2 * JITTER * chance));
}

export interface Endpoint {
  id: string;
  url: string;
  events: string[];
  active: boolean;
  /** Of what a form changes. */
  stamp: string;
  lastSuccessAt: Date | null;
  failingSince: Date | null;
  /** Set when the magazine gave it up. */
  disabledAt: Date | null;
}

/** One try of a delivery. */
export interface Try {
  /** ISO. */
  at: string;
  /** Null when nobody answered. */
  status: number | null;
  reason: string | null;
  milliseconds: number;
  /** The answer's first characters. */
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
