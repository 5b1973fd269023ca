// What a kind of work gives to be done as a job. Kinds are registered in app/jobs/kinds.ts.
import type { z } from 'zod';
import type { Capability } from '~/features/accounts/capabilities';
import type { AppContext, Statement } from '~/platform/context';
import type { ItemCounts } from './job';

/** What the database keeps as jsonb. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export interface NewItem {
  /** What it is about, mostly an article's id; once per job. */
  key: string;
  input?: Json;
}

export interface ClaimedItem {
  id: number;
  jobId: string;
  key: string;
  input: unknown;
  /** Counts from 1. */
  attempt: number;
  jobInput: unknown;
  /** Who started the job; null for the machine and for accounts that are gone. */
  createdBy: string | null;
}

export interface ItemOutcome {
  status: 'done' | 'skipped';
  /** Why it was skipped, or a remark. */
  reason?: string;
  result?: Json;
  /** Committed in one transaction with the item's end: exactly once, however often the message comes. */
  statements?: readonly Statement<unknown>[];
  /** More items for the same job, in the same transaction; keys that the job has already are passed over. */
  more?: readonly NewItem[];
  /** After that. A failure is logged and changes nothing: what must happen is a statement. */
  after?(): Promise<void>;
}

export interface FinishedJob {
  id: string;
  title: string;
  createdBy: string | null;
  /** Of an item that failed, if one did. */
  itemReason: string | null;
}

/** Kinds of which none may run beside a job, and what is said to whoever starts it while one does. */
export interface Apart {
  kinds: readonly string[];
  sentence: string;
}

/** How the jobs page shows an item. */
export interface ShownItem {
  label: string;
  /** Where one can see it: a path of this site. */
  to?: string;
}

export interface JobKind<Input = unknown> {
  /** As it stands in the database: 'generate-images', 'repair'. */
  kind: string;
  /** Of whoever starts such a job, and looks after it later. */
  capability: Capability;
  /** The job's input. */
  input: z.ZodType<Input>;
  /** Its items keep the processor and the database busy: they are worked on politely (./politely.ts). */
  yields?: boolean;
  /** Held however closely two are started, and when a job that was over is tried again. Null for input that bears others. */
  apart?(input: Input): Apart | null;
  /** Committed when a job starts, and when it is tried again: holds what it works on, or refuses with a domain error. */
  hold?(ctx: Pick<AppContext, 'db'>, input: Input): Statement<unknown>;
  /**
   * Does one item's work. May be called again for the same item after it died anywhere in between, so what it does besides
   * its statements (files, calls) must bear a second time; it has five minutes.
   * @throws UnavailableError, TooManyError, RetryLaterError to be called again later, five times at most; any other domain
   * error fails the item with its sentence
   */
  run(ctx: AppContext, item: ClaimedItem, input: Input): Promise<ItemOutcome>;
  /**
   * When no item is left, whatever became of them: gives the job's result. One at a time, and again if it died.
   * @throws a domain error: the job has failed with its sentence
   */
  finish?(ctx: AppContext, job: FinishedJob, input: Input, counts: ItemCounts): Promise<Json | undefined>;
  /** Names an item for people: an id says nothing to them. Its input may have been written by an older build. */
  show?(item: { key: string; input: unknown }): ShownItem;
  /** Where the kind's own screen shows this job, and what that is called: `{ label: 'Article Repair', to: '/admin/repair' }`. */
  screen?(jobId: string): ShownItem;
}

/** Try this item again later. Its sentence is shown if that never helps. */
export class RetryLaterError extends Error {
  override readonly name = 'RetryLaterError';
  /** @param afterSeconds at least so long; otherwise as long as after other failures */
  constructor(
    message: string,
    readonly afterSeconds = 0,
  ) {
    super(message);
  }
}
