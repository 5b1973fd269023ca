// Jobs and their items. PostgreSQL is the source of truth; queue messages only speed it up.
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const jobs = pgTable(
  'jobs',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Key of the registry in app/jobs/job-kinds.ts. */
    kind: text().notNull(),
    status: text().notNull().default('running'),
    /** Shown to people: 'Generate 12 images'. */
    title: text().notNull(),
    input: jsonb().notNull().default({}),
    result: jsonb(),
    /** Why the job failed. */
    reason: text(),
    /** Null for automatic jobs and deleted accounts. */
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
    /** Lease of the consumer that closes the job. */
    closingUntil: moment('closing_until'),
    /** Claims for closing it. A retry continues at the next multiple of the allowed attempts, so that no number repeats. */
    closings: integer().notNull().default(0),
  },
  (t) => [
    check('jobs_status', sql`${t.status} in ('running', 'done', 'cancelled', 'failed')`),
    check('jobs_finished', sql`(${t.status} = 'running') = (${t.finishedAt} is null)`),
    index('jobs_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('jobs_running').on(t.kind).where(sql`status = 'running'`),
    index('jobs_created_by').on(t.createdBy),
  ],
);

export const jobItems = pgTable(
  'job_items',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** What the item is about, usually an article id. */
    key: text().notNull(),
    input: jsonb().notNull().default({}),
    status: text().notNull().default('waiting'),
    /** Number of claims. A consumer identifies its claim by this number. */
    attempts: integer().notNull().default(0),
    /** End of the lease. The consumer renews it while it works; afterwards it counts as dead. */
    claimedUntil: moment('claimed_until'),
    nextTryAt: moment('next_try_at').notNull().defaultNow(),
    /** Why it failed or was skipped, or the reason of the last failed attempt. */
    reason: text(),
    result: jsonb(),
    touchedAt: moment('touched_at').notNull().defaultNow(),
  },
  (t) => [
    check(
      'job_items_status',
      sql`${t.status} in ('waiting', 'running', 'done', 'skipped', 'failed', 'cancelled')`,
    ),
    check('job_items_claimed', sql`(${t.status} = 'running') = (${t.claimedUntil} is not null)`),
    unique('job_items_once').on(t.jobId, t.key),
    index('job_items_of_status').on(t.jobId, t.status, t.id),
    index('job_items_due').on(t.nextTryAt).where(sql`status = 'waiting'`),
    index('job_items_held').on(t.claimedUntil).where(sql`status = 'running'`),
    index('job_items_touched').on(t.touchedAt),
  ],
);
