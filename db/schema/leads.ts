// Newsletter subscribers.
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

// Triggers, by file in db/triggers/: webhooks: lead_events_on_insert.
export const leads = pgTable(
  'leads',
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull(),
    source: text().notNull().default('newsletter'),
    status: text({ enum: ['pending', 'confirmed', 'unsubscribed', 'bounced'] })
      .notNull()
      .default('pending'),
    /** How often they want the newsletter. */
    frequency: text({ enum: ['weekly', 'monthly'] })
      .notNull()
      .default('weekly'),
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
    /** Confirmation links from before this time are no longer valid. */
    unsubscribedAt: timestamp('unsubscribed_at', { withTimezone: true }),
    /** The article on whose page the form was. No foreign key: a deleted article keeps its leads. */
    articleId: uuid('article_id'),
    /** Where the reader came from (`VisitSource` in features/readership/tracking/visit-source.ts); null if unknown. */
    wonKind: text('won_kind'),
    wonFrom: text('won_from'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('leads_email_once').on(sql`lower(${t.email})`),
    index('leads_created').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // Parts of addresses, for the admin's search.
    index('leads_email_parts').using('gin', sql`lower(${t.email}) gin_trgm_ops`),
    index('leads_article').on(t.articleId).where(sql`${t.articleId} is not null`),
    // The leads of a source, newest first. The links of a newsletter issue are one source (`sourceNameOf` in the list's SQL).
    index('leads_won')
      .on(
        t.wonKind,
        sql`left(${t.wonFrom}, case when ${t.wonKind} = 'newsletter' then 10 else 200 end)`,
        t.createdAt.desc().nullsFirst(),
        t.id.desc().nullsFirst(),
      )
      .where(sql`${t.wonKind} is not null`),
    check('leads_email_length', sql`length(${t.email}) between 3 and 254`),
    check('leads_source_filled', sql`length(${t.source}) between 1 and 60`),
    check('leads_frequency_known', sql`${t.frequency} in ('weekly', 'monthly')`),
    check('leads_status_known', sql`${t.status} in ('pending', 'confirmed', 'unsubscribed', 'bounced')`),
  ],
);
