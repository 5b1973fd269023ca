// Processes all articles with bounded memory: batches are items of a job, and each batch is read in chunks.
import { z } from 'zod';
import type { JobKind, ShownItem } from '~/features/jobs/job-kind';
import { pause } from '~/lib/time/within-time';
import type { AppContext } from '~/platform/context';
import { type ArticleTextRow, readArticleTexts } from './rewrite-text.server';
import { ARTICLES_PER_PAGE, articlePages, type IdRange, selectSizes } from './walk-articles-repo.server';

/**
 * Largest content in bytes. Larger articles are reported and skipped, because a Worker has 128 MB of memory.
 */
export const MAX_BATCH_BYTES = 8_000_000;
/** Total content read with one query. */
const CHUNK_BYTES = 1_000_000;

/** Query for (key, input) rows: keys `page-1`, `page-2` and so on, inputs an `ArticleBatch`. */
export const selectArticlePages = () => articlePages;

export const ArticleBatch = z.object({ from: z.uuid(), upTo: z.uuid(), count: z.number() });
export type ArticleBatch = z.infer<typeof ArticleBatch>;

export const isPageKey = (key: string) => key.startsWith('page-');

/** `JobKind.show` for jobs whose items are batches and ids of articles. */
export function showBatchOrArticle({
  key,
  input,
  title,
}: Parameters<NonNullable<JobKind['show']>>[0]): ShownItem {
  const last = Number(/^page-(\d+)$/.exec(key)?.[1] ?? 0) * ARTICLES_PER_PAGE;
  if (last > 0) {
    const first = last - ARTICLES_PER_PAGE + 1;
    const { count } = ArticleBatch.safeParse(input).data ?? { count: ARTICLES_PER_PAGE };
    return {
      label: `Articles ${first.toLocaleString('en-US')} to ${(first + count - 1).toLocaleString('en-US')}`,
    };
  }
  return title === null
    ? { label: 'A deleted article' }
    : { label: title, to: `/admin/articles/${key}/edit` };
}

/** The articles of a range with the length of their content. */
export async function listSizes(ctx: Pick<AppContext, 'db'>, range: IdRange): Promise<SizedArticle[]> {
  return (await ctx.db.read(selectSizes(ctx.db.build, range))).rows;
}

export interface SizedArticle {
  id: string;
  bytes: number;
}

/**
 * Yields article texts one by one, and yields to the event loop in between so that other requests are not
 * blocked.
 */
export async function* streamArticleTexts(
  ctx: Pick<AppContext, 'db'>,
  articles: readonly SizedArticle[],
): AsyncGenerator<ArticleTextRow> {
  for (const ids of inChunks(articles)) {
    for (const row of await readArticleTexts(ctx, ids, MAX_BATCH_BYTES)) {
      yield row;
      await pause(0);
    }
  }
}

/** Groups ids in order into chunks of at most `CHUNK_BYTES`; a longer article is a chunk alone. */
function* inChunks(articles: readonly SizedArticle[]): Generator<string[]> {
  let ids: string[] = [];
  let bytes = 0;
  for (const article of articles) {
    if (ids.length > 0 && bytes + article.bytes > CHUNK_BYTES) {
      yield ids;
      [ids, bytes] = [[], 0];
    }
    ids.push(article.id);
    bytes += article.bytes;
  }
  if (ids.length > 0) yield ids;
}
