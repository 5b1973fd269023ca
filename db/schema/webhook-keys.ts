// Keys by which machines outside may post articles. Only their hashes are kept.
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts';

export const webhookKeys = pgTable('webhook_keys', {
  id: uuid().primaryKey().defaultRandom(),
  /** SHA-256, hex. */
  hash: text().notNull().unique(),
  /** Its last four characters, so that its owner knows which one this is. */
  hint: text().notNull(),
  createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  /** Set when a newer key takes its place: the old one works a while longer. */
  expiresAt: timestamp('expires_at', { withTimezone: true }),
  revokedAt: timestamp('revoked_at', { withTimezone: true }),
  lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
});
