// Keys of the inbound webhook and of the readership API. Only hashes are stored.
import { sql } from 'drizzle-orm';
import { check, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts';

export const webhookKeys = pgTable(
  'webhook_keys',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The API that accepts the key. */
    scope: text({ enum: ['webhook', 'readership'] })
      .notNull()
      .default('webhook'),
    /** SHA-256, hex. */
    hash: text().notNull().unique(),
    /** The last four characters, to recognize the key in a list. */
    hint: text().notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Set when a newer key replaces this one, which stays valid until then. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
  (t) => [check('webhook_keys_scope_known', sql`${t.scope} in ('webhook', 'readership')`)],
);
