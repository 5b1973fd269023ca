// Inbound webhook requests, outbound endpoints, events and deliveries.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts';

/** Every inbound request with a valid key, and its response. */
export const webhookRequests = pgTable(
  'webhook_requests',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull().defaultNow(),
    /** Null for a replay from the admin. No foreign key: the log outlives its keys. */
    keyId: uuid('key_id'),
    /** The Idempotency-Key while it is reserved; null without one, after a refusal and after 24 hours. */
    claim: text(),
    idempotencyKey: text('idempotency_key'),
    /** Message id of a signed request. Accepted once. */
    messageId: text('message_id'),
    /** SHA-256 of the body, hex. */
    bodyHash: text('body_hash').notNull(),
    /** Null if the body is too long to store or is not text. */
    body: text(),
    bodyBytes: integer('body_bytes').notNull(),
    title: text(),
    address: text(),
    userAgent: text('user_agent'),
    replayOf: bigint('replay_of', { mode: 'number' }),
    /** Number of the attempt that holds the request. Another attempt may take over when the lease ends. */
    attempt: integer().notNull().default(1),
    claimedUntil: timestamp('claimed_until', { withTimezone: true }),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
    status: integer(),
    /**
     * `json` instead of `jsonb` keeps the order of fields, so that a repeated request gets an identical
     * response.
     */
    answer: json(),
    articleId: uuid('article_id'),
  },
  (t) => [
    unique('webhook_requests_once').on(t.keyId, t.claim),
    unique('webhook_requests_message_once').on(t.keyId, t.messageId),
    index('webhook_requests_received').on(t.receivedAt),
    index('webhook_requests_replays').on(t.replayOf, t.id).where(sql`${t.replayOf} is not null`),
    check('webhook_requests_body_length', sql`octet_length(${t.body}) <= 262144`),
    check('webhook_requests_finished', sql`(${t.finishedAt} is null) = (${t.status} is null)`),
  ],
);

/** External endpoints that receive events. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid().primaryKey().defaultRandom(),
    url: text().notNull().unique(),
    events: text().array().notNull(),
    /** The signing secret is derived from this salt and AUTH_JWT_SECRET. The salt itself is not secret. */
    secretSalt: text('secret_salt').notNull(),
    active: boolean().notNull().default(true),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    lastSuccessAt: timestamp('last_success_at', { withTimezone: true }),
    /** Start of the current series of failures. */
    failingSince: timestamp('failing_since', { withTimezone: true }),
    /** Set when the endpoint was switched off: after three days of failures, or after a 410. */
    disabledAt: timestamp('disabled_at', { withTimezone: true }),
  },
  (t) => [
    check('webhook_endpoints_url_form', sql`${t.url} ~ '^https://' and length(${t.url}) <= 2000`),
    check(
      'webhook_endpoints_events_known',
      sql`cardinality(${t.events}) > 0 and ${t.events} <@ array['article.published', 'article.updated', 'lead.created']`,
    ),
  ],
);

// Triggers, by file in db/triggers/: webhooks: webhook_events_are_sent.
/** Events, written by triggers in the transaction that caused them, and only while an endpoint subscribes. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: uuid().primaryKey().defaultRandom(),
    type: text().notNull(),
    data: jsonb().notNull(),
    occurredAt: timestamp('occurred_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('webhook_events_occurred').on(t.occurredAt)],
);

/** The delivery of one event to one endpoint. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    eventId: uuid('event_id')
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    status: text({ enum: ['waiting', 'delivered', 'failed'] })
      .notNull()
      .default('waiting'),
    tries: integer().notNull().default(0),
    nextTryAt: timestamp('next_try_at', { withTimezone: true }).notNull().defaultNow(),
    claimedUntil: timestamp('claimed_until', { withTimezone: true }),
    /** The latest attempts: time, status or reason, duration, and the start of the response. */
    log: jsonb().notNull().default([]),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (t) => [
    unique('webhook_deliveries_once').on(t.endpointId, t.eventId),
    index('webhook_deliveries_event').on(t.eventId),
    index('webhook_deliveries_newest').on(t.endpointId, t.id.desc().nullsFirst()),
    index('webhook_deliveries_waiting').on(t.nextTryAt).where(sql`${t.status} = 'waiting'`),
    check('webhook_deliveries_status_known', sql`${t.status} in ('waiting', 'delivered', 'failed')`),
  ],
);
