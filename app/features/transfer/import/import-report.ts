// The report of an import, per post and in total.
import { z } from 'zod';

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
  /** Posts with notes, up to MAX_REPORTED. */
  told: z.array(PostReport),
  /** Number of further posts with notes. */
  untold: z.number(),
});
export type ImportReport = z.infer<typeof ImportReport>;

const MAX_REPORTED = 300;
const MAX_NOTES = 12;

export const emptyReport = (): ImportReport => ({
  articles: 0,
  pages: 0,
  already: 0,
  refused: 0,
  images: 0,
  redirects: 0,
  told: [],
  untold: 0,
});

export function addToReport(report: ImportReport, post: PostReport): void {
  if (post.outcome === 'already') report.already += 1;
  else if (post.outcome === 'refused') report.refused += 1;
  else if (post.kind === 'article') report.articles += 1;
  else report.pages += 1;
  report.images += post.images;
  if (post.redirect) report.redirects += 1;
  if (post.notes.length === 0) return;
  if (report.told.length < MAX_REPORTED) report.told.push({ ...post, notes: post.notes.slice(0, MAX_NOTES) });
  else report.untold += 1;
}
