// The report of an import, per post and in total.
import { z } from 'zod';
import { cutText } from '~/lib/text';

export const PostReport = z.object({
  kind: z.enum(['article', 'page']),
  title: z.string(),
  /** Id of the article or page; null if it was not imported. */
  id: z.string().nullable(),
  outcome: z.enum(['imported', 'already', 'refused']),
  notes: z.array(z.string()),
  images: z.number(),
  redirect: z.boolean(),
});
export type PostReport = z.infer<typeof PostReport>;

export const ImportReport = z.object({
  articles: z.number(),
  pages: z.number(),
  /** Imported earlier; left unchanged. */
  already: z.number(),
  refused: z.number(),
  images: z.number(),
  redirects: z.number(),
  /** Notes on the import as a whole. */
  notes: z.array(z.string()).default([]),
  /** Posts with notes, shortened for the page: up to MAX_REPORTED posts and MAX_NOTES notes. */
  told: z.array(PostReport),
  /** Number of further posts with notes. */
  untold: z.number(),
  /** What was imported earlier, up to MAX_REPORTED. */
  earlier: z.array(PostReport).default([]),
});
export type ImportReport = z.infer<typeof ImportReport>;

const MAX_REPORTED = 300;
const MAX_NOTES = 3_000;
const MAX_NOTES_PER_POST = 1_000;
const MAX_COLLECTED = 20_000;
/** Bounds for stored notes, in characters. */
const MAX_NOTE_LENGTH = 20_000;
const MAX_LENGTH_PER_POST = 200_000;
/** On the page. The download has the whole note. */
const MAX_SHOWN_LENGTH = 600;

export const emptyReport = (): ImportReport => ({
  articles: 0,
  pages: 0,
  already: 0,
  refused: 0,
  images: 0,
  redirects: 0,
  notes: [],
  told: [],
  untold: 0,
  earlier: [],
});

const cutNote = (note: string, length: number) =>
  note.length > length ? `${cutText(note, 0, length - 1)}…` : note;

/** A note as the page shows it. */
export const toShownNote = (note: string) => cutNote(note, MAX_SHOWN_LENGTH);

/** Collects notes. Those far beyond what a report keeps are dropped, because a damaged file can cause millions. */
export function addNotes(notes: string[], more: Iterable<string>): void {
  for (const note of more) {
    if (notes.length >= MAX_COLLECTED) return;
    notes.push(note);
  }
}

/** The notes of one post without repetitions. */
export function listNotes(notes: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const note of notes) counts.set(note, (counts.get(note) ?? 0) + 1);
  const kept: string[] = [];
  let length = 0;
  for (const [note, count] of counts) {
    const text = cutNote(note, MAX_NOTE_LENGTH) + (count > 1 ? ` (${count} times)` : '');
    length += text.length;
    if (kept.length >= MAX_NOTES_PER_POST || length > MAX_LENGTH_PER_POST) break;
    kept.push(text);
  }
  const further = counts.size - kept.length;
  return further > 0 ? [...kept, `And ${further} more notes.`] : kept;
}

export function addToReport(report: ImportReport, post: PostReport): void {
  if (post.outcome === 'already') {
    report.already += 1;
    if (report.earlier.length < MAX_REPORTED) report.earlier.push(post);
    return;
  }
  if (post.outcome === 'refused') report.refused += 1;
  else if (post.kind === 'article') report.articles += 1;
  else report.pages += 1;
  report.images += post.images;
  if (post.redirect) report.redirects += 1;
  if (post.notes.length === 0) return;
  const length = report.told.reduce((sum, { notes }) => sum + notes.length, post.notes.length);
  if (report.told.length < MAX_REPORTED && length <= MAX_NOTES)
    report.told.push({ ...post, notes: post.notes.map(toShownNote) });
  else report.untold += 1;
}
