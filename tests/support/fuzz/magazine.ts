// Fills a site with content of every kind, and collects the paths, forms, field names and literals of its
// routes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addAd } from '../ads';
import { addArticle } from '../factory';
import { drawImage } from '../images';
import { addReader, setNewsletter } from '../newsletter';
import { type BuiltRoute, plausibleAddress } from '../routes';
import type { Site } from '../site/site';
import type { Visitor } from '../visitor';
import { type PageForm, readPage } from './page-forms';

/** At most this many paths that differ only in their parameter values are visited. */
const MAX_SIMILAR_PATHS = 3;
const MAX_PAGES = 260;

export interface FuzzRoute extends BuiltRoute {
  matches: RegExp;
  /** Path and query of existing rows. */
  addresses: string[];
  forms: PageForm[];
  /** Names of form fields and query parameters. */
  names: string[];
  /** Literals in its source: intents, tabs, kinds. */
  words: string[];
}

/**
 * Creates rows of every kind, with the site's own forms where possible. @param number distinguishes the names
 * of repeated calls
 */
export async function addSampleContent(site: Site, admin: Visitor, number: number): Promise<void> {
  const { db } = site;
  for (const facts of [
    { category: 'tools', tags: ['roi'], title: 'Published' },
    { status: 'draft' as const, category: 'operations', title: 'A draft' },
    { deleted: true, title: 'In the Trash' },
    { membersOnly: true, title: 'For members', content: '<p>One.</p><p>Two.</p><p>Three.</p>' },
  ])
    await addArticle(db, { ...facts, slug: `story-${number}-${facts.title.length}` });
  await addAd(db, { name: `Ad ${number}`, places: [['homepage-hero'], ['article-sidebar', 'tools']] });
  await addReader(site, `reader-${number}@example.com`);
  await setNewsletter(site);
  const image = new FormData();
  image.set('file', new Blob([Buffer.from(await drawImage('png'))], { type: 'image/png' }), 'a.png');
  await admin.post('/admin/media/upload', image);
  const page = {
    id: '',
    version: '0',
    title: 'About',
    slug: `about-${number}`,
    summary: '',
    content: '<p>x</p>',
  };
  await admin.post('/admin/pages/new', page);
  await admin.post('/admin/authors?new', { intent: 'create', name: `Author ${number}`, bio: 'x' });
  await admin.post('/admin/tags?new', { intent: 'create', name: `Tag ${number}`, slug: '' });
  const cta = {
    title: `Join ${number}`,
    body: 'x',
    buttonLabel: 'Go',
    buttonLink: '/newsletter',
    active: 'on',
  };
  await admin.post('/admin/ctas?new', { intent: 'create', ...cta });
  const moved = { fromPath: `/old-${number}`, toPath: '/newsletter' };
  await admin.post('/admin/redirects?new', { intent: 'create', ...moved });
  await admin.get(`/gone-${number}`);
  await admin.post('/admin/newsletter', { intent: 'create', day: `20${30 + (number % 60)}-01-05` });
  const endpoint = { intent: 'create', url: `https://hooks.example/${number}`, events: 'article.published' };
  await admin.post('/admin/webhooks/outgoing?new', endpoint);
  const archive = new FormData();
  archive.set('file', new Blob(['{"db":[]}'], { type: 'application/json' }), 'ghost.json');
  await admin.post('/admin/transfer/upload', archive);
  await admin.post('/admin/repair', { intent: 'check' });
}

/** Crawls the site as admin and records the paths and forms of its pages. */
export async function explore(
  root: string,
  built: readonly BuiltRoute[],
  admin: Visitor,
): Promise<FuzzRoute[]> {
  const routes = built.map((route) => openRoute(root, route));
  const seen = new Map<string, number>();
  const waiting = routes.filter(({ pattern }) => !/[:*]/.test(pattern)).map(({ pattern }) => pattern);
  waiting.push(...waiting.flatMap((path) => [`${path}?new`, `${path}?tab=articles&new`]));
  const toRoute = (address: string) => {
    const path = address.replace(/\?.*/, '');
    return routes.find(({ matches }) => matches.test(path));
  };
  let pages = 0;
  for (let at = 0; at < waiting.length && pages < MAX_PAGES; at += 1) {
    const address = waiting[at] ?? '/';
    const route = toRoute(address);
    const shape = `${route?.id} ${address.replace(/^[^?]*/, '').replace(/=[^&]*/g, '')}`;
    const times = seen.get(shape) ?? 0;
    if (!route || times >= MAX_SIMILAR_PATHS || route.addresses.includes(address) || isSkipped(address))
      continue;
    seen.set(shape, times + 1);
    pages += 1;
    route.addresses.push(address);
    const answer = await admin.get(address);
    const isPage = answer.headers.get('content-type')?.startsWith('text/html');
    if (answer.headers.get('content-type')?.startsWith('text/event-stream')) await answer.body?.cancel();
    else if (isPage) {
      const { links, forms } = readPage(await answer.text(), address);
      waiting.push(...links);
      for (const form of forms) toRoute(form.action)?.forms.push(form);
    } else await answer.arrayBuffer();
  }
  for (const route of routes) if (route.addresses.length === 0) route.addresses.push(plausibleAddress(route));
  return [...routes, routerRoute(root, routes)];
}

/** The route manifest endpoint of React Router. It is not one of our routes, and it is public. */
function routerRoute(root: string, routes: readonly BuiltRoute[]): FuzzRoute {
  const names = readdirSync(join(root, 'build/client/assets')).join(' ');
  const version = /manifest-(\w+)\.js/.exec(names)?.[1] ?? '';
  const paths = routes.map(({ pattern }) => pattern);
  const ask = (some: string[]) =>
    `/__manifest?${some.map((path) => `p=${path}`).join('&')}&version=${version}`;
  return {
    id: '__manifest',
    pattern: '/__manifest',
    hasAction: false,
    isPage: false,
    matches: /^\/__manifest$/,
    addresses: [ask(paths.slice(0, 9)), ask(paths.slice(-1)), ask(paths.slice(0, 60))],
    forms: [],
    names: ['p', 'p', 'p', 'version'],
    words: [version, ...paths],
  };
}

/** Following these signs out or opens an event stream. */
const isSkipped = (address: string) => /^\/auth\/sign-out|\/events$/.test(address);

function openRoute(root: string, route: BuiltRoute): FuzzRoute {
  const folder = join(root, 'app', route.id);
  const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const found = (pattern: RegExp) => [...new Set([...source.matchAll(pattern)].map(([, word = '']) => word))];
  const pattern = route.pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*$/, '.*');
  return {
    ...route,
    matches: new RegExp(`^${pattern}$`),
    addresses: [],
    forms: [],
    names: found(/(?:\b(?:text|all|has|number|files?|get|getAll)\(\s*'|\bname=")(\w+)["']/g),
    words: found(/'([a-z][\w-]{1,30})'/g),
  };
}

/** Field names of everything that the source reads as JSON. */
export function listJsonNames(root: string): string[] {
  const folder = join(root, 'app');
  const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const names = [...source.matchAll(/^\s+(\w+): (?:z\.|[A-Z]\w+(?:[,.(]|$))/gm)].map(([, name = '']) => name);
  return [...new Set(names)];
}

/** A few ids of each table, as text. */
export async function listIds(site: Site): Promise<string[]> {
  const { rows: tables } = await site.db.query(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'id' order by 1`,
  );
  const ids: string[] = [];
  for (const { name } of tables) {
    const { rows } = await site.db.query(`select id::text from ${name} order by id limit 3`);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}
