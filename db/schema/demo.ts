// Marks the rows that the demo seed inserted, so that an admin can remove them.
import { pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const demoRows = pgTable(
  'demo_rows',
  {
    /** The table's name. */
    kind: text().notNull(),
    /** The row's primary key as text. */
    id: text().notNull(),
    /** A row that was changed later than this has been edited and is kept. */
    seededAt: timestamp('seeded_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.id] })],
);
