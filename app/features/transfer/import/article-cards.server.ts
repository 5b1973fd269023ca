// Turns bookmark cards of Ghost and embedded posts of WordPress into article cards if they lead to an article of the
// import or of this site. Other bookmarks become links.
import { toFromPath } from '~/features/redirects/redirect-address';
import { toHex, toUuid } from '~/lib/bytes';
import { toDynamicFigure } from '~/lib/html/dynamic-blocks';
import {
  element,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  isBlankNode,
  textOf,
} from '~/lib/html/html-tree';
import type { AppContext } from '~/platform/context';
import { selectArticlesAt, selectImported } from './imports-repo.server';
import { type OldSite, srcOf, toOldUrl } from './old-site';
import type { PostPlace } from './source-post';

export interface CardRun {
  source: string;
  site: OldSite;
  jobId: string;
  /** The locations of all posts; read when they are first needed. */
  places(): Promise<readonly PostPlace[]>;
}

interface Card {
  href: string;
  /** The link's text; for a bookmark the title that it shows. */
  title: string;
  /** What a bookmark shows besides its title. */
  texts: string[];
  images: string[];
  caption: HtmlNode[];
  isBookmark: boolean;
}

interface Target {
  id: string;
  title: string;
  href: string;
}

/** The id of an imported post, computed from the job and the source id, so that posts imported concurrently can link to it. */
export async function importedId({ jobId }: Pick<CardRun, 'jobId'>, sourceId: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${jobId} ${sourceId}`));
  return toUuid(toHex(new Uint8Array(digest)));
}

/** @param nodes not cleaned */
export async function toArticleCards(
  ctx: Pick<AppContext, 'db' | 'config'>,
  run: CardRun,
  nodes: readonly HtmlNode[],
): Promise<{ nodes: HtmlNode[]; notes: string[] }> {
  const readCard = run.source.startsWith('wordpress:') ? readLoneLink : readBookmark;
  const hrefs = new Set<string>();
  replaceCards(nodes, readCard, ({ href }) => {
    hrefs.add(href);
    return null;
  });
  if (hrefs.size === 0) return { nodes: [...nodes], notes: [] };
  const targets = await findTargets(ctx, run, [...hrefs]);
  const notes: string[] = [];
  const replaced = replaceCards(nodes, readCard, (card) => {
    const target = targets.get(card.href);
    if (!target && !card.isBookmark) return null;
    const { title, texts, images, caption } = card;
    const after = isBlankNode(caption) ? [] : [element('p', caption)];
    if (images.length > 0)
      notes.push(`The preview images of the bookmark “${title}” were not imported: ${images.join(', ')}`);
    if (!target) return [toLink(card), ...after];
    const text = [...(card.isBookmark ? [title] : []), ...texts, card.href].join(' · ');
    notes.push(`A link became an article card, which shows the article’s current title and image: “${text}”`);
    return [toDynamicFigure('article', { ...target, title: target.title || title }), ...after];
  });
  return { nodes: replaced, notes };
}

function replaceCards(
  nodes: readonly HtmlNode[],
  readCard: (node: HtmlElement) => Card | null,
  replace: (card: Card) => HtmlNode[] | null,
): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === 'string') return [node];
    const card = readCard(node);
    const replaced = card && replace(card);
    return replaced ?? [{ ...node, children: replaceCards(node.children, readCard, replace) }];
  });
}

/** A URL on its own line, which WordPress shows as a card. */
function readLoneLink({ tag, children }: HtmlElement): Card | null {
  const [link, ...others] = children.filter((child) => !isBlankNode([child]));
  if (tag !== 'p' || typeof link !== 'object' || link.tag !== 'a' || others.length > 0) return null;
  const { href = '' } = link.attributes;
  const isUrl = href !== '' && textOf(link.children).trim() === href;
  return isUrl ? { href, title: href, texts: [], images: [], caption: [], isBookmark: false } : null;
}

function readBookmark(node: HtmlElement): Card | null {
  if (!hasClass(node, 'kg-bookmark-card')) return null;
  const parts = [...listElements(node)];
  const href = parts.find(({ tag }) => tag === 'a')?.attributes.href ?? '';
  const caption = parts.find(({ tag }) => tag === 'figcaption');
  const heading = parts.find((part) => hasClass(part, 'kg-bookmark-title'));
  if (!href) return null;
  const texts = listTexts(node.children.filter((child) => child !== caption && child !== heading));
  const title = heading ? textOf(heading.children).trim() : '';
  return {
    href,
    title: title || href,
    texts: heading ? texts.filter((text) => text !== title) : texts,
    images: parts.flatMap((part) => (part.tag === 'img' && srcOf(part) ? [srcOf(part)] : [])),
    caption: caption?.children ?? [],
    isBookmark: true,
  };
}

const toLink = ({ href, title, texts }: Card): HtmlElement => {
  const [description, ...facts] = texts;
  const more = [description, facts.join(' · ')].filter((text) => text);
  return element('p', [
    element('a', [title], { href }),
    ...more.flatMap((text) => [element('br'), text ?? '']),
  ]);
};

function* listElements({ children }: HtmlElement): Generator<HtmlElement> {
  for (const child of children) {
    if (typeof child === 'string') continue;
    yield child;
    yield* listElements(child);
  }
}

const listTexts = (nodes: readonly HtmlNode[]): string[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? node.trim() || [] : listTexts(node.children)));

/** The articles at these URLs, by URL: those of this site first, then those that the file contains. */
async function findTargets(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  run: CardRun,
  hrefs: readonly string[],
): Promise<Map<string, Target>> {
  const targets = new Map<string, Target>();
  const paths = new Map<string, string>();
  for (const href of hrefs) {
    const url = toOldUrl(href, run.site);
    const path = toFromPath(url ? url.pathname : href, config.siteUrl);
    if (path) paths.set(href, path);
  }
  if (paths.size === 0) return targets;
  const { rows: here } = await db.read(selectArticlesAt(db.build, [...new Set(paths.values())]));
  for (const [href, path] of paths) {
    const found = here.find((row) => row.path === path);
    if (found) targets.set(href, { id: found.id, title: found.title, href: `/article/${found.slug}` });
  }
  const missing = hrefs.filter((href) => !targets.has(href) && toOldUrl(href, run.site));
  if (missing.length === 0) return targets;
  const places = (await run.places()).filter(({ kind }) => kind === 'article');
  const named = missing.flatMap((href) => {
    const url = toOldUrl(href, run.site);
    const place = url && findPlace(places, url, run.source);
    return place ? [{ href, place }] : [];
  });
  const ids = [...new Set(named.map(({ place }) => place.sourceId))];
  const before = ids.length > 0 ? await db.read(selectImported(db.build, run.source, ['article'], ids)) : [];
  for (const { href, place } of named) {
    const earlier = before.find(({ sourceId }) => sourceId === place.sourceId);
    const id = earlier ? earlier.targetId : await importedId(run, place.sourceId);
    if (id) targets.set(href, { id, title: place.title ?? '', href });
  }
  return targets;
}

/** Archives and feeds of WordPress, whose names may equal the slug of a post. */
const NO_POST = /^\/(?:category|tag|author|page|feed|wp-content|wp-json)\//;

/** The post that an old URL names: `/slug/`, `/2014/02/slug/` or `/?p=12`. */
function findPlace(
  places: readonly PostPlace[],
  { pathname, searchParams }: URL,
  source: string,
): PostPlace | undefined {
  const number = searchParams.get('p');
  if (number) return places.find(({ sourceId }) => sourceId === number);
  const parts = pathname.split('/').filter(Boolean);
  const isPost = source.startsWith('ghost:') ? parts.length === 1 : !NO_POST.test(pathname);
  const slug = parts.at(-1)?.toLowerCase();
  return isPost && slug ? places.find((place) => place.slug === slug) : undefined;
}
