// Emails that the local mail provider stores instead of sending.
import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const outbox = pgTable(
  'outbox',
  {
    id: uuid().primaryKey().defaultRandom(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** Identifies the email, so that a repeated send is stored once. */
    once: text().unique(),
    headers: jsonb().$type<Record<string, string>>().notNull().default({}),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('outbox_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())],
);
