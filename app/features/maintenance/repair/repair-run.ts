// Progress and results of a repair, as the screen shows them.
import type { JobStatus } from '~/features/jobs/job';
import type { RepairCounts } from './repair-article';

export interface RunCounts {
  /** Total when the run started. */
  articles: number;
  looked: number;
  /** Batches that could not be checked. */
  unread: number;
  /** Articles that would change; only set by a dry run. */
  found: number;
  /** Articles that would change; each ends repaired or skipped. */
  total: number;
  repaired: number;
  skipped: number;
}

export interface RepairRun extends RunCounts {
  id: string;
  status: JobStatus;
  /** ISO 8601. */
  startedAt: string;
  finishedAt: string | null;
  startedBy: string | null;
  /** Totals, once a repair has ended. */
  sums: RepairCounts | null;
}

/**
 * Progress of a run. While articles are being scanned it counts those that are finished: unchanged, repaired
 * or skipped. The value never decreases.
 */
export function repairProgressOf(run: RunCounts): { value: number; max: number } {
  const { articles, looked, total, repaired, skipped } = run;
  const ended = repaired + skipped;
  return articles > 0 ? { value: looked - total + ended, max: articles } : { value: ended, max: total };
}

export interface RepairOutcome {
  title: string;
  text: string;
  isBad: boolean;
}

const number = (count: number) => count.toLocaleString('en-US');
const articles = (count: number) => (count === 1 ? '1 article' : `${number(count)} articles`);

/** How a repair ended (specification, section 8); null while it runs. */
export function repairOutcome(run: RepairRun): RepairOutcome | null {
  const { status, total, repaired, skipped, unread } = run;
  if (status === 'running') return null;
  const counts = `${articles(repaired)} repaired, ${number(skipped)} skipped.`;
  if (status === 'cancelled') return { title: 'Repair Canceled', text: counts, isBad: false };
  if (status === 'failed' || unread > 0)
    return { title: 'Repair Failed', text: 'An error occurred while repairing articles.', isBad: true };
  if (total === 0) return { title: 'No Articles to Repair', text: 'No article needs repair.', isBad: false };
  return { title: 'Repair Complete', text: counts, isBad: false };
}

/** Result of an undo; null while it runs. */
export function undoOutcome(run: RepairRun): RepairOutcome | null {
  const { status, repaired, skipped } = run;
  if (status === 'running') return null;
  const text = `${articles(repaired)} restored, ${number(skipped)} skipped.`;
  if (status === 'cancelled') return { title: 'Undo Canceled', text, isBad: false };
  if (status === 'failed')
    return { title: 'Undo Failed', text: 'An error occurred while undoing the repair.', isBad: true };
  return { title: 'Repair Undone', text, isBad: false };
}

/** Describes the counts: "12 characters decoded, 1 run of white space collapsed"; '' for none. */
export function describeRepairCounts(
  { references, spaces, images }: RepairCounts,
  tense: 'done' | 'to do' = 'done',
): string {
  const part = (count: number, one: string, many: string, done: string, toDo: string) =>
    count > 0 && `${number(count)} ${count === 1 ? one : many} ${tense === 'done' ? done : toDo}`;
  return [
    part(references, 'character', 'characters', 'decoded', 'to decode'),
    part(spaces, 'run of white space', 'runs of white space', 'collapsed', 'to collapse'),
    part(images, 'embedded image', 'embedded images', 'removed from the text', 'to remove from the text'),
  ]
    .filter(Boolean)
    .join(', ');
}
