// A magazine with something of everything, and what can be known of its doors: addresses, forms, names and words.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addAd } from '../ads';
import { addArticle } from '../factory';
import { addReader, setNewsletter } from '../newsletter';
import { drawPicture } from '../pictures';
import { type BuiltRoute, plausibleAddress } from '../routes';
import type { Site } from '../site';
import type { Visitor } from '../visitor';
import { type PageForm, readPage } from './page-forms';

/** How many addresses that differ in their parameters alone are looked at. */
const ALIKE = 3;
const MOST_PAGES = 260;

export interface Door extends BuiltRoute {
  matches: RegExp;
  /** Of rows that are there: path and query. */
  addresses: string[];
  forms: PageForm[];
  /** Names of fields and of what is asked in the query. */
  names: string[];
  /** What its source compares with: intents, tabs, kinds. */
  words: string[];
}

/**
 * Rows of every kind, by the magazine's own forms where that is as easy.
 * @param number of the time, so that names differ
 */
export async function stock(site: Site, admin: Visitor, number: number): Promise<void> {
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
  const picture = new FormData();
  picture.set('file', new Blob([Buffer.from(await drawPicture('png'))], { type: 'image/png' }), 'a.png');
  await admin.post('/admin/media/upload', picture);
  const page = {
    id: '',
    version: '0',
    title: 'About',
    slug: `about-${number}`,
    summary: '',
    content: '<p>x</p>',
  };
  await admin.post('/admin/pages/new', page);
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

/** Walks the magazine as its admin and writes down what its pages offer. */
export async function explore(root: string, routes: readonly BuiltRoute[], admin: Visitor): Promise<Door[]> {
  const doors = routes.map((route) => openDoor(root, route));
  const seen = new Map<string, number>();
  const waiting = doors.filter(({ pattern }) => !/[:*]/.test(pattern)).map(({ pattern }) => pattern);
  waiting.push(...waiting.flatMap((path) => [`${path}?new`, `${path}?tab=articles&new`]));
  const toDoor = (address: string) => {
    const path = address.replace(/\?.*/, '');
    return doors.find(({ matches }) => matches.test(path));
  };
  let pages = 0;
  for (let at = 0; at < waiting.length && pages < MOST_PAGES; at += 1) {
    const address = waiting[at] ?? '/';
    const door = toDoor(address);
    const shape = `${door?.id} ${address.replace(/^[^?]*/, '').replace(/=[^&]*/g, '')}`;
    const times = seen.get(shape) ?? 0;
    if (!door || times >= ALIKE || door.addresses.includes(address) || isLeavingOut(address)) continue;
    seen.set(shape, times + 1);
    pages += 1;
    door.addresses.push(address);
    const answer = await admin.get(address);
    const isPage = answer.headers.get('content-type')?.startsWith('text/html');
    if (answer.headers.get('content-type')?.startsWith('text/event-stream')) await answer.body?.cancel();
    else if (isPage) {
      const { links, forms } = readPage(await answer.text(), address);
      waiting.push(...links);
      for (const form of forms) toDoor(form.action)?.forms.push(form);
    } else await answer.arrayBuffer();
  }
  for (const door of doors) if (door.addresses.length === 0) door.addresses.push(plausibleAddress(door));
  return [...doors, routerDoor(root, routes)];
}

/** Where the browser's router asks which routes are behind links: no route of ours, and open to all. */
function routerDoor(root: string, routes: readonly BuiltRoute[]): Door {
  const names = readdirSync(join(root, 'build/client/assets')).join(' ');
  const version = /manifest-(\w+)\.js/.exec(names)?.[1] ?? '';
  const paths = routes.map(({ pattern }) => pattern);
  const ask = (some: string[]) =>
    `/__manifest?${some.map((path) => `p=${path}`).join('&')}&version=${version}`;
  return {
    id: '__manifest',
    pattern: '/__manifest',
    hasAction: false,
    matches: /^\/__manifest$/,
    addresses: [ask(paths.slice(0, 9)), ask(paths.slice(-1)), ask(paths.slice(0, 60))],
    forms: [],
    names: ['p', 'p', 'p', 'version'],
    words: [version, ...paths],
  };
}

/** Whoever follows these is signed out, or waits for events. */
const isLeavingOut = (address: string) => /^\/auth\/sign-out|\/events$/.test(address);

function openDoor(root: string, route: BuiltRoute): Door {
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

/** Fields of everything that the source reads as JSON. */
export function listJsonNames(root: string): string[] {
  const folder = join(root, 'app');
  const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const names = [...source.matchAll(/^\s+(\w+): (?:z\.|[A-Z]\w+(?:[,.(]|$))/gm)].map(([, name = '']) => name);
  return [...new Set(names)];
}

/** A few ids of each table, as texts. */
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
