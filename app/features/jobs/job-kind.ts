// The interface a kind of job implements. Kinds are registered in app/jobs/job-kinds.ts.
import type { z } from 'zod';
import type { Capability } from '~/features/accounts/capabilities';
import type { AppContext, Statement } from '~/platform/context';
import type { ItemCounts } from './job';

/** A value stored as jsonb. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export interface NewItem {
  /** What the item is about, usually an article's id. Unique within a job. */
  key: string;
  input?: Json;
}

export interface ClaimedItem {
  id: number;
  jobId: string;
  key: string;
  input: unknown;
  /** From 1. */
  attempt: number;
  jobInput: unknown;
  /** The account that started the job; null for the system and for deleted accounts. */
  createdBy: string | null;
}

export interface ItemOutcome {
  status: 'done' | 'skipped';
  /** Why the item was skipped, or a note. */
  reason?: string | undefined;
  result?: Json | undefined;
  /**
   * Committed in one transaction with the item's end, so exactly once even if the message is delivered twice.
   */
  statements?: readonly Statement<unknown>[] | undefined;
  /** Items to add to the same job, in the same transaction. Keys the job already has are ignored. */
  more?: readonly NewItem[] | undefined;
  /** Ends the item if the database rejects a value of `statements`; without it the item fails. */
  ifRejected?: ItemOutcome | undefined;
  /** Runs after the commit. A failure is only logged, so put required writes in `statements`. */
  after?(): Promise<void>;
}

export interface FinishedJob {
  id: string;
  title: string;
  createdBy: string | null;
  /** Reason of the first failed item, if any. */
  itemReason: string | null;
}

/** Kinds that must not run at the same time as this job, and the error shown when one does. */
export interface Exclusion {
  kinds: readonly string[];
  message: string;
}

/** How the jobs page shows an item. */
export interface ShownItem {
  label: string;
  /** Path on this site where the item can be viewed. */
  to?: string;
}

export interface JobKind<Input = unknown> {
  /** Stored in `jobs.kind`: 'generate-images', 'repair'. */
  kind: string;
  /** Required to start and to manage such a job. */
  capability: Capability;
  /** Everyone with the capability may manage it, even if someone else or a cron task started it. */
  isShared?: boolean;
  /** A person must confirm their identity to retry it, as they did to start it. */
  needsConfirmation?: boolean;
  /** Schema of the job's input. */
  input: z.ZodType<Input>;
  /** Items load the CPU and the database, so they run throttled (./throttled.ts). */
  yields?: boolean;
  /**
   * Enforced when a job starts and when a failed one is retried, including concurrent starts. Null if this
   * input allows other jobs.
   */
  exclusion?(input: Input): Exclusion | null;
  /** Committed when a job starts and when it is retried: locks what it works on, or throws a domain error. */
  hold?(ctx: Pick<AppContext, 'db'>, input: Input): Statement<unknown>;
  /**
   * Processes one item, within five minutes. Can run again for the same item if the consumer dies, so side
   * effects outside `statements` (files, calls) must be idempotent.
   * @throws UnavailableError, CollisionError, TooManyError to retry, up to five attempts; any
   * other domain error fails the item with its message
   */
  run(ctx: AppContext, item: ClaimedItem, input: Input): Promise<ItemOutcome>;
  /**
   * Computes the job's result after all items have ended, successfully or not. Runs once at a time, and again
   * if the consumer dies.
   * @throws a domain error to fail the job with its message
   */
  finish?(ctx: AppContext, job: FinishedJob, input: Input, counts: ItemCounts): Promise<Json | undefined>;
  /**
   * A label for the item. Its input may have been written by an older version of the code.
   * @param item.title of the article whose id is the key; null without one
   */
  show?(item: { key: string; input: unknown; title: string | null }): ShownItem;
  /** Link to the kind's own screen: `{ label: 'Article Repair', to: '/admin/repair' }`. */
  screen?(jobId: string): ShownItem;
}
