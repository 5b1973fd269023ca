// What an import did, post by post and in sum.
import { z } from 'zod';

export const PostReport = z.object({
  kind: z.enum(['article', 'page']),
  title: z.string(),
  /** Here; null when it was not brought in. */
  id: z.string().nullable(),
  outcome: z.enum(['imported', 'already', 'refused']),
  notes: z.array(z.string()),
  pictures: z.number(),
  redirect: z.boolean(),
});
export type PostReport = z.infer<typeof PostReport>;

export const ImportReport = z.object({
  articles: z.number(),
  pages: z.number(),
  /** Were brought in before, and stayed as they are. */
  already: z.number(),
  refused: z.number(),
  pictures: z.number(),
  redirects: z.number(),
  /** Posts with something to tell, the first of them. */
  told: z.array(PostReport),
  /** How many more there are. */
  untold: z.number(),
});
export type ImportReport = z.infer<typeof ImportReport>;

const MOST_TOLD = 300;
const MOST_NOTES = 12;

export const emptyReport = (): ImportReport => ({
  articles: 0,
  pages: 0,
  already: 0,
  refused: 0,
  pictures: 0,
  redirects: 0,
  told: [],
  untold: 0,
});

export function addToReport(report: ImportReport, post: PostReport): void {
  if (post.outcome === 'already') report.already += 1;
  else if (post.outcome === 'refused') report.refused += 1;
  else if (post.kind === 'article') report.articles += 1;
  else report.pages += 1;
  report.pictures += post.pictures;
  if (post.redirect) report.redirects += 1;
  if (post.notes.length === 0) return;
  if (report.told.length < MOST_TOLD) report.told.push({ ...post, notes: post.notes.slice(0, MOST_NOTES) });
  else report.untold += 1;
}
