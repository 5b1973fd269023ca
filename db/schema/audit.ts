// The audit log: who changed what, when and from where.
import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts';

export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Null if no one was signed in or the account was deleted. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    event: text().notNull(),
    /** What was changed: an account's email address, or a row's id. */
    subject: text(),
    /** The caller's network address. */
    address: text(),
    details: jsonb().notNull().default({}),
  },
  (t) => [
    index('audit_log_newest').on(t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_log_actor').on(t.actorId, t.at.desc().nullsFirst()),
    index('audit_log_event').on(t.event, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // For the cleanup of expired addresses.
    index('audit_log_addressed').on(t.at).where(sql`${t.address} is not null`),
    index('audit_log_subject').using('gin', t.subject.op('gin_trgm_ops')),
  ],
);
