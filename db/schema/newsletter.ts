// Newsletter issues, their deliveries and link clicks.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { leads } from './leads';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const newsletterIssues = pgTable(
  'newsletter_issues',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** In the site's time zone. Unique, so that overlapping triggers cannot create two issues for one day. */
    issueDate: date('issue_date').notNull().unique(),
    status: text({ enum: ['draft', 'sending', 'sent'] })
      .notNull()
      .default('draft'),
    /** Empty uses the title of the first article. */
    subject: text().notNull().default(''),
    /** Plain text, in paragraphs. */
    intro: text().notNull().default(''),
    /**
     * Null uses the week's articles at the time of sending. No foreign keys: articles that are not public
     * then are left out.
     */
    articleIds: uuid('article_ids').array(),
    /** `auto`, `none` or the id of a call to action. */
    cta: text().notNull().default('auto'),
    ad: text().notNull().default('auto'),
    /** Whether the cron task may send it. */
    onSchedule: boolean('on_schedule').notNull().default(true),
    /** What was sent, frozen when sending started. */
    content: jsonb(),
    jobId: uuid('job_id'),
    /** Number of automatic retries of failed deliveries, and the time of the next one. */
    rounds: integer().notNull().default(0),
    nextRoundAt: moment('next_round_at'),
    /** Final totals. Counting a hundred thousand rows for each page view would be slow. */
    sentCount: integer('sent_count').notNull().default(0),
    failedCount: integer('failed_count').notNull().default(0),
    skippedCount: integer('skipped_count').notNull().default(0),
    startedAt: moment('started_at'),
    sentAt: moment('sent_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('newsletter_issues_status_known', sql`${t.status} in ('draft', 'sending', 'sent')`),
    check('newsletter_issues_content', sql`(${t.status} = 'draft') = (${t.content} is null)`),
    check('newsletter_issues_lengths', sql`length(${t.subject}) <= 200 and length(${t.intro}) <= 5000`),
  ],
);

/** One email of an issue to one subscriber. The row is written before the email is sent. */
export const newsletterDeliveries = pgTable(
  'newsletter_deliveries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    issueId: uuid('issue_id')
      .notNull()
      .references(() => newsletterIssues.id, { onDelete: 'cascade' }),
    /** Null after the subscriber was deleted. The counts stay. */
    leadId: uuid('lead_id').references(() => leads.id, { onDelete: 'set null' }),
    status: text({ enum: ['sending', 'sent', 'failed', 'skipped'] }).notNull(),
    /** Emails sent in one provider call share this id. The provider accepts each id once. */
    call: uuid().notNull(),
    reason: text(),
    /** When the subscriber used the unsubscribe link of this email. */
    unsubscribedAt: moment('unsubscribed_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    unique('newsletter_deliveries_once').on(t.leadId, t.issueId),
    index('newsletter_deliveries_status').on(t.issueId, t.status),
    index('newsletter_deliveries_left').on(t.issueId).where(sql`unsubscribed_at is not null`),
    check('newsletter_deliveries_status_known', sql`${t.status} in ('sending', 'sent', 'failed', 'skipped')`),
  ],
);

/** Clicks per link of an issue. Not linked to subscribers. */
export const newsletterClicks = pgTable(
  'newsletter_clicks',
  {
    issueId: uuid('issue_id')
      .notNull()
      .references(() => newsletterIssues.id, { onDelete: 'cascade' }),
    /** Index in the links of `content`. */
    link: integer().notNull(),
    clicks: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.issueId, t.link] })],
);
