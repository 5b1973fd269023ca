// Asks a running site and rates its answers.
import { formatTable } from '../bench/measure/table';
import type { Site } from '../support/site/site';
import type { GradedQuery } from './graded-queries';
import type { KnownItem } from './known-items';
import { mean, ndcgAt10, reciprocalRank } from './ratings';

type Asked = Pick<Site, 'get'>;

const CONCURRENCY = 8;
const RANKS = 10;
const SHOWN = 3;
const POOR = 0.7;

export interface RatedQuery extends GradedQuery {
  found: string[];
  ndcg: number;
  reciprocalRank: number;
}

/** In the order of the queries. */
export async function rateQueries(site: Asked, queries: readonly GradedQuery[]): Promise<RatedQuery[]> {
  return inParallel(queries, async (query) => {
    const found = await search(site, query.query);
    return {
      ...query,
      found,
      ndcg: ndcgAt10(found, query.grades),
      reciprocalRank: reciprocalRank(found, (slug) => query.grades.has(slug)),
    };
  });
}

/** The draws whose article is not among the first ten. */
export async function listMissedItems(site: Asked, items: readonly KnownItem[]): Promise<KnownItem[]> {
  const isFound = await inParallel(items, async ({ slug, query }) =>
    (await search(site, query)).slice(0, RANKS).includes(slug),
  );
  return items.filter((_, index) => !isFound[index]);
}

/** Per kind and overall, and the queries whose results are far from the expected ones. */
export function qualityReport(rated: readonly RatedQuery[]): string {
  const kinds = [...new Set(rated.map(({ kind }) => kind))];
  const row = (name: string, some: readonly RatedQuery[]) => [
    name,
    String(some.length),
    mean(some.map(({ ndcg }) => ndcg)).toFixed(3),
    mean(some.map((each) => each.reciprocalRank)).toFixed(3),
  ];
  const rows = kinds.map((kind) =>
    row(
      kind,
      rated.filter((each) => each.kind === kind),
    ),
  );
  const poor = rated
    .filter(({ ndcg }) => ndcg < POOR)
    .map(({ kind, query, ndcg, found }) => {
      const first = found.slice(0, SHOWN).join(', ');
      return `${ndcg.toFixed(2)}  ${kind}: ${query}  (${found.length} found: ${first})`;
    });
  const table = formatTable(['kind', 'queries', 'nDCG@10', 'reciprocal rank'], [...rows, row('all', rated)]);
  return [table, '', `Below ${POOR}:`, ...poor].join('\n');
}

let searches = 0;

/** Sends each search from another address, because searches are limited per caller. */
async function search(site: Asked, query: string): Promise<string[]> {
  searches += 1;
  const headers = { 'cf-connecting-ip': `10.21.0.${searches % 250}` };
  const answer = await site.get(`/api/search?q=${encodeURIComponent(query)}`, { headers });
  if (!answer.ok) throw new Error(`The search for ${query} was answered with ${answer.status}.`);
  const { articles } = (await answer.json()) as { articles: { slug: string }[] };
  return articles.map(({ slug }) => slug);
}

/** Results in the order of the list. */
export async function inParallel<T, R>(list: readonly T[], work: (entry: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = list.entries();
  const run = async () => {
    for (const [index, entry] of waiting) results[index] = await work(entry);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, run));
  return results;
}
