// Lists a URL path for every route of the build, with a row of the measured magazine as parameter.
import { projectRoot } from 'dev/startup/settings';
import type { Client } from 'pg';
import { listRoutes } from '../../support/routes';

export interface RouteAddress {
  /** The pattern (`/article/:slug`), or a path with a query (`/search?q=client`). */
  name: string;
  /** Null if the magazine has no such row. */
  path: string | null;
  group: Group;
}

export const GROUPS = ['public', 'admin', 'account'] as const;
export type Group = (typeof GROUPS)[number];

const PUBLISHED = "status = 'published' and deleted_at is null";
const STORY = `select slug from articles where ${PUBLISHED} and not members_only and slug !~ '-[0-9]+$' order by slug limit 1`;
const MEMBERS_STORY = `select slug from articles where ${PUBLISHED} and members_only order by slug limit 1`;
const anyId = (table: string) => `select id::text from ${table} order by 1 limit 1`;

/**
 * The parameter's value by the prefix of the route's pattern; the first match counts. Patterns with two
 * parameters have none.
 */
const ROWS: readonly (readonly [prefix: string, statement: string])[] = [
  ['/account/read/', MEMBERS_STORY],
  ['/admin/ads/', anyId('ads')],
  ['/admin/articles/', "select id::text from articles where slug !~ '-[0-9]+$' order by slug limit 1"],
  ['/admin/jobs/', anyId('jobs')],
  ['/admin/newsletter/', anyId('newsletter_issues')],
  ['/admin/pages/', anyId('pages')],
  ['/admin/transfer/', anyId('transfer_files')],
  ['/admin/webhooks/outgoing/', anyId('webhook_endpoints')],
  ['/admin/webhooks/', anyId('webhook_requests')],
  ['/api/articles/', STORY],
  ['/article/', STORY],
  [
    '/author/',
    "select au.slug from authors au join articles a on a.author_id = au.id where a.slug !~ '-[0-9]+$' limit 1",
  ],
  ['/category/', "select slug from categories where slug <> 'interviews' order by slug limit 1"],
  ['/media/', 'select key from media order by 1 limit 1'],
  ['/newsletter/archive/', "select issue_date::text from newsletter_issues where status = 'sent' limit 1"],
  ['/page/', 'select slug from pages order by slug limit 1'],
  ['/preview/', "select 'bench-preview' from article_previews limit 1"],
  ['/sitemaps/', "select 'articles-1.xml'"],
  ['/tag/', 'select slug from tags order by slug limit 1'],
];

/** Additional paths: later pages of lists, and queries on the larger tables. */
const MORE: readonly string[] = [
  '/search?q=client',
  '/search?q=malpractice',
  '/search?q=social+security',
  '/search?q=xylophone',
  '/search?q=xq',
  '/api/search?q=client&view=card',
  '/category/all?page=2',
  '/category/all?page=3000',
  '/sitemaps/pages.xml',
  '/sitemaps/articles-20.xml',
  '/admin/articles?search=client',
  '/admin/articles?search=xylophone',
  '/admin/articles?search=xq',
  '/admin/articles?sort=title',
  '/admin/articles?sort=category',
  '/admin/articles?sort=status',
  '/admin/articles?sort=author',
  '/admin/articles?sort=date',
  '/admin/articles?categoryId=none',
  '/admin/articles?view=trash',
  '/admin/articles?status=draft',
  '/admin/articles?page=2000',
  '/admin/media?search=intake',
  '/admin-old?tab=categories',
  '/admin-old?tab=webhook',
];

/**
 * Inserts rows that the demo lacks, so that their pages have content. They are kept; readers' pages do not
 * show them.
 */
export async function addSamples(client: Client): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    "select id from articles where slug !~ '-[0-9]+$' order by slug limit 1",
  );
  const articleId = rows[0]?.id;
  const ifNone = (table: string, columns: string, values: string) =>
    client.query(
      `insert into ${table} (${columns}) select ${values} where not exists (select from ${table})`,
    );
  await ifNone('jobs', 'kind, title, status, finished_at', "'repair', 'Bench', 'done', now()");
  await ifNone('ads', 'name, active', "'Bench', false");
  await ifNone('newsletter_issues', 'issue_date', "date '2000-01-03'");
  await ifNone(
    'transfer_files',
    'format, origin, name, key, status',
    "'archive', 'made', 'bench', 'bench', 'ready'",
  );
  await ifNone(
    'webhook_endpoints',
    'url, events, secret_salt, active',
    "'https://bench.example/', array['article.updated'], 'bench', false",
  );
  await ifNone(
    'webhook_requests',
    'body_hash, body, body_bytes, finished_at, status, answer',
    `'bench', '{}', 2, now(), 200, '{}'`,
  );
  await client.query(
    `insert into article_previews (hash, article_id, expires_at)
       select encode(sha256('bench-preview'), 'hex'), $1, now() + interval '1 day' on conflict (hash) do update set expires_at = excluded.expires_at`,
    [articleId],
  );
}

export async function listAddresses(client: Client): Promise<RouteAddress[]> {
  const patterns = new Set(listRoutes(projectRoot).map(({ pattern }) => pattern));
  const bare: RouteAddress[] = [];
  for (const pattern of patterns) bare.push(await toAddress(client, pattern));
  const more = MORE.map((path) => ({ name: path, path, group: groupOf(path) }));
  return [...bare, ...more].sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function toAddress(client: Client, pattern: string): Promise<RouteAddress> {
  const group = groupOf(pattern);
  const row = ROWS.find(([prefix]) => pattern.startsWith(`${prefix}:`) || pattern.startsWith(`${prefix}*`));
  if (!row) {
    const hasParameter = /:/.test(pattern);
    return { name: pattern, path: hasParameter ? null : pattern.replace('*', 'no-such-page'), group };
  }
  const { rows } = await client.query<Record<string, string>>(row[1]);
  const value = Object.values(rows[0] ?? {})[0];
  const path = value === undefined ? null : pattern.replace(/:\w+|\*/, value);
  return { name: pattern, path: path && !path.includes(':') ? path : null, group };
}

function groupOf(path: string): Group {
  if (/^\/admin/.test(path)) return 'admin';
  return /^\/(account|api\/me\b|api\/articles\/)/.test(path) ? 'account' : 'public';
}
