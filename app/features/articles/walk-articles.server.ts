// Going through all articles, however many and however long: in pages that are items of a job, and in a page so many at a
// time as memory holds.
import { z } from 'zod';
import type { AppContext } from '~/platform/context';
import { readWords, type WordsRow } from './rewrite-text.server';
import { articlePages, type IdRange, selectSizes } from './walk-articles-repo.server';

/** Of one article's content. Larger ones are told of and left alone: a worker has 128 MB for all it does at a time. */
export const MOST_BYTES = 8_000_000;
/** Read at once. */
const CHUNK_BYTES = 1_000_000;

/** A select of (key, input), where the key is `page-1` and so on and the input an `ArticlePage`. */
export const selectArticlePages = () => articlePages;

export const ArticlePage = z.object({ from: z.uuid(), upTo: z.uuid(), count: z.number() });
export type ArticlePage = z.infer<typeof ArticlePage>;

export const isPageKey = (key: string) => key.startsWith('page-');

/** Articles of a range with the length of their content. */
export async function listSizes(ctx: Pick<AppContext, 'db'>, range: IdRange): Promise<SizedArticle[]> {
  return (await ctx.db.read(selectSizes(ctx.db.build, range))).rows;
}

export interface SizedArticle {
  id: string;
  bytes: number;
}

/** Their words one by one. Readers whose pages are made by the same machine come between two of them. */
export async function* walkWords(
  ctx: Pick<AppContext, 'db'>,
  articles: readonly SizedArticle[],
): AsyncGenerator<WordsRow> {
  for (const ids of inChunks(articles)) {
    for (const row of await readWords(ctx, ids, MOST_BYTES)) {
      yield row;
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }
}

/** Ids in order, so many at a time as may be read at once; a long one alone. */
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
