// Issues of the newsletter, and what became of each letter.
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
    /** In the magazine's zone. One issue a day, whatever triggers it and however often. */
    issueDate: date('issue_date').notNull().unique(),
    status: text({ enum: ['draft', 'sending', 'sent'] })
      .notNull()
      .default('draft'),
    /** Empty: the first article's title. */
    subject: text().notNull().default(''),
    /** Plain paragraphs. */
    intro: text().notNull().default(''),
    /** Null: the week's articles as they are when it is sent. No foreign keys: what is not public then is left out. */
    articleIds: uuid('article_ids').array(),
    /** `auto`, `none` or an id. */
    cta: text().notNull().default('auto'),
    ad: text().notNull().default('auto'),
    /** Whether the clock may send it. */
    onSchedule: boolean('on_schedule').notNull().default(true),
    /** What was sent, frozen at its beginning. */
    content: jsonb(),
    jobId: uuid('job_id'),
    /** How often the clock took up again what had failed, and when it may next. */
    rounds: integer().notNull().default(0),
    nextRoundAt: moment('next_round_at'),
    /** How its letters fared, once it is over: counting a hundred thousand rows again and again would be slow. */
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

/** One letter of an issue to one reader. The row stands before the letter leaves. */
export const newsletterDeliveries = pgTable(
  'newsletter_deliveries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    issueId: uuid('issue_id')
      .notNull()
      .references(() => newsletterIssues.id, { onDelete: 'cascade' }),
    /** Null when the reader was deleted since: the counts stay. */
    leadId: uuid('lead_id').references(() => leads.id, { onDelete: 'set null' }),
    status: text({ enum: ['sending', 'sent', 'failed', 'skipped'] }).notNull(),
    /** Letters that were handed over together: the provider knows the call by it and takes it once. */
    call: uuid().notNull(),
    reason: text(),
    /** By its reader, with a link of this letter. */
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

/** How often a link of an issue was followed, by anybody: nothing here tells who. */
export const newsletterClicks = pgTable(
  'newsletter_clicks',
  {
    issueId: uuid('issue_id')
      .notNull()
      .references(() => newsletterIssues.id, { onDelete: 'cascade' }),
    /** Its place among the links of `content`. */
    link: integer().notNull(),
    clicks: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.issueId, t.link] })],
);
