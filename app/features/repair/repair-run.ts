// Where a repair stands, as its screen shows it.
import type { JobStatus } from '~/features/jobs/job';
import type { RepairCounts } from './repair-article';

export interface RunCounts {
  /** In the magazine when the run began. */
  articles: number;
  looked: number;
  /** Pages of articles that could not be looked through. */
  unread: number;
  /** Of a dry run: articles that would change. */
  found: number;
  /** Articles that would change; each ends repaired or skipped. */
  total: number;
  repaired: number;
  skipped: number;
}

export interface RepairRun extends RunCounts {
  id: string;
  status: JobStatus;
  /** ISO. */
  startedAt: string;
  finishedAt: string | null;
  startedBy: string | null;
  /** What was mended in all, once a repair is done. */
  sums: RepairCounts | null;
}

/**
 * How far a run is. While the magazine is looked through, in articles that need nothing more: looked at and left,
 * repaired, or skipped. That only grows, whatever is found on the way.
 */
export function progressOf(run: RunCounts): { value: number; max: number } {
  const { articles, looked, total, repaired, skipped } = run;
  const ended = repaired + skipped;
  return articles > 0 ? { value: looked - total + ended, max: articles } : { value: ended, max: total };
}

export interface Outcome {
  title: string;
  text: string;
  isBad: boolean;
}

const number = (count: number) => count.toLocaleString('en-US');
const articles = (count: number) => (count === 1 ? '1 article' : `${number(count)} articles`);

/** How a repair ended (specification, section 8); null while it runs. */
export function repairOutcome(run: RepairRun): Outcome | null {
  const { status, total, repaired, skipped, unread } = run;
  if (status === 'running') return null;
  const counts = `${articles(repaired)} repaired, ${number(skipped)} skipped.`;
  if (status === 'cancelled') return { title: 'Repair Cancelled', text: counts, isBad: false };
  if (status === 'failed' || unread > 0)
    return { title: 'Repair Failed', text: 'An error occurred while repairing articles.', isBad: true };
  if (total === 0)
    return { title: 'No Articles to Repair', text: 'Every article is as it should be.', isBad: false };
  return { title: 'Repair Complete', text: counts, isBad: false };
}

/** How the undoing of a repair ended; null while it runs. */
export function undoOutcome(run: RepairRun): Outcome | null {
  const { status, repaired, skipped } = run;
  if (status === 'running') return null;
  const text = `${articles(repaired)} back to the former text, ${number(skipped)} skipped.`;
  if (status === 'cancelled') return { title: 'Undoing Cancelled', text, isBad: false };
  if (status === 'failed')
    return { title: 'Undo Failed', text: 'An error occurred while undoing the repair.', isBad: true };
  return { title: 'Repair Undone', text, isBad: false };
}

/** What was mended, or is to be, in words: "12 characters decoded, 1 run of white space collapsed"; '' for nothing. */
export function describeCounts(
  { references, spaces, pictures }: RepairCounts,
  tense: 'done' | 'to do' = 'done',
): string {
  const say = (count: number, one: string, many: string, done: string, toDo: string) =>
    count > 0 && `${number(count)} ${count === 1 ? one : many} ${tense === 'done' ? done : toDo}`;
  return [
    say(references, 'character', 'characters', 'decoded', 'to decode'),
    say(spaces, 'run of white space', 'runs of white space', 'collapsed', 'to collapse'),
    say(
      pictures,
      'embedded picture',
      'embedded pictures',
      'taken out of the text',
      'to take out of the text',
    ),
  ]
    .filter(Boolean)
    .join(', ');
}
