// The measured pages. Their paths name rows of the demo, which every size contains, so that sizes can be
// compared.
import type { Client } from 'pg';
import { onDatabaseServer } from './measure/magazines';

export interface Page {
  name: string;
  /** Requested in turn. */
  paths: string[];
  /** Also measured from the cache. */
  cached?: boolean;
  /** Measured, but excluded from the growth target. */
  apart?: boolean;
  /** Requested as the demo's administrator. */
  signedIn?: boolean;
  /** Allowed ratio of p50 at 100,000 articles to p50 at 1,000, if it differs from readers' pages. */
  growth?: number;
}

/**
 * Name and query. The comments give the share of articles that contain it, in a generated magazine of
 * 100,000.
 */
const searches: readonly [name: string, text: string][] = [
  ['search common', 'client'], // 70 %
  ['search frequent', 'intake'], // 15 %
  ['search middling', 'bankruptcy'], // 4.6 %
  ['search seldom', 'malpractice'], // 2 %
  ['search rare', 'deposition'], // two articles in every size
  ['search absent', 'xylophone'],
  ['search phrase', 'social security'], // 2.4 %
];
/** With 1,000 articles the first of these fills less than a page, so larger sizes render more. */
const others: readonly [name: string, text: string][] = [
  ['search short list', 'trust account'], // 0.6 %
  ['search AI', 'ai'], // 93 %
  ['search absent pair', 'xq'],
];

/** @param databaseUrl any of the magazines */
export async function listMeasuredPages(databaseUrl: string): Promise<Page[]> {
  return onDatabaseServer(databaseUrl, async (client) => {
    const categories = await slugs(client, "select slug from categories where slug <> 'interviews'");
    const tags = await slugs(client, 'select slug from tags');
    // Articles of the demo seed; generated slugs end in a number.
    const articles = await slugs(
      client,
      "select slug from articles where status = 'published' and deleted_at is null and slug !~ '-[0-9]+$'",
    );
    const authors = await slugs(
      client,
      `select au.slug from authors au join articles a on a.author_id = au.id
        where a.status = 'published' and a.slug !~ '-[0-9]+$'`,
    );
    const search = (names: typeof searches, apart: boolean) =>
      names.map(([name, text]) => ({
        name,
        paths: [`/search?${new URLSearchParams({ q: text })}`],
        cached: name === 'search common',
        apart,
      }));
    return [
      { name: 'home', paths: ['/'], cached: true },
      { name: 'article', paths: articles.map((slug) => `/article/${slug}`), cached: true },
      { name: 'category', paths: categories.map((slug) => `/category/${slug}`), cached: true },
      { name: 'all stories', paths: ['/category/all', '/category/all?page=2'] },
      { name: 'tag', paths: tags.map((slug) => `/tag/${slug}`) },
      { name: 'author', paths: authors.map((slug) => `/author/${slug}`) },
      ...search(searches, false),
      ...search(others, true),
      { name: 'admin list', paths: ['/admin/articles'], signedIn: true, growth: 1.5 },
    ];
  });
}

/** Up to ten slugs that a statement returns. */
async function slugs(client: Client, statement: string): Promise<string[]> {
  const { rows } = await client.query<{ slug: string }>(
    `select distinct slug from (${statement}) as found order by slug limit 10`,
  );
  return rows.map((row) => row.slug);
}
