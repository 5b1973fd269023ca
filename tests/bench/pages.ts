// The pages that are measured. Their addresses name rows of the demo magazine, which every size contains, so that sizes compare.
import type { Client } from 'pg';
import { onServer } from './magazines';

export interface Page {
  name: string;
  /** Taken in turn. */
  paths: string[];
  /** Measured from the cache too. */
  cached?: boolean;
  /** Has figures, but is not held against the aim on growth. */
  apart?: boolean;
  /** Asked for by the demo's administrator. */
  signedIn?: boolean;
  /** How much longer it may take at 100,000 articles than at 1,000, if not as long as a reader's page. */
  growth?: number;
}

/** Name, text. The shares of articles that contain it are those of a generated magazine of 100,000. */
const searches: readonly [name: string, text: string][] = [
  ['search common', 'client'], // 70 %
  ['search frequent', 'intake'], // 15 %
  ['search middling', 'bankruptcy'], // 4.6 %
  ['search seldom', 'malpractice'], // 2 %
  ['search rare', 'deposition'], // two articles in every size
  ['search absent', 'xylophone'],
  ['search phrase', 'social security'], // 2.4 %
];
/** 1,000 articles hold too few of the first one for a full page: a larger magazine's is a longer page. */
const others: readonly [name: string, text: string][] = [
  ['search short list', 'trust account'], // 0.6 %
  ['search AI', 'ai'], // 93 %
  ['search absent pair', 'xq'],
];

/** @param databaseUrl any of the magazines */
export async function listPages(databaseUrl: string): Promise<Page[]> {
  return onServer(databaseUrl, async (client) => {
    const categories = await slugs(client, "select slug from categories where slug <> 'interviews'");
    const tags = await slugs(client, 'select slug from tags');
    // What the demo seed wrote stands first.
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

/** Ten of a statement's slugs. */
async function slugs(client: Client, statement: string): Promise<string[]> {
  const { rows } = await client.query<{ slug: string }>(
    `select distinct slug from (${statement}) as found order by slug limit 10`,
  );
  return rows.map((row) => row.slug);
}
