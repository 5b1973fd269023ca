// Addresses of the site that a post comes from: pictures to be fetched, links that lead to its other pages.
import type { HtmlElement, HtmlNode } from '~/lib/html-tree';
import { isBlank } from '~/lib/html-tree';

export interface OldSite {
  /** As the file names it; '' when it does not. */
  writtenUrl: string;
  /** Where it answers now. */
  url: string;
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : '');

function isOfOldSite(address: URL, site: OldSite): boolean {
  const host = address.host.replace(/^www\./, '');
  return host === hostOf(site.writtenUrl) || host === hostOf(site.url);
}

/** The address under which a picture can be had now; null for what is no address of the web. */
export function toPictureAddress(src: string, site: OldSite): string | null {
  const base = site.url || site.writtenUrl;
  const text = src.trim();
  if (text === '' || /^data:/i.test(text) || !URL.canParse(text, base || undefined)) return null;
  const address = new URL(text, base || undefined);
  if (address.protocol !== 'https:' && address.protocol !== 'http:') return null;
  if (!site.url || !isOfOldSite(address, site)) return address.href;
  const now = new URL(site.url);
  return new URL(address.pathname + address.search, now.origin).href;
}

/** Every picture's address, in the text's order, each once. */
export function listPictures(nodes: readonly HtmlNode[], site: OldSite): string[] {
  const found = new Set<string>();
  const walk = (all: readonly HtmlNode[]) => {
    for (const node of all) {
      if (typeof node === 'string') continue;
      const address = node.tag === 'img' ? toPictureAddress(srcOf(node), site) : null;
      if (address) found.add(address);
      walk(node.children);
    }
  };
  walk(nodes);
  return [...found];
}

/** What loads pictures late keeps their address elsewhere. */
function srcOf({ attributes }: HtmlElement): string {
  const { src = '' } = attributes;
  const late = attributes['data-src'] ?? attributes['data-lazy-src'] ?? attributes['data-orig-file'];
  return late && (src === '' || src.startsWith('data:')) ? late : src;
}

const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp|avif)$/i;

/**
 * The text with its pictures at their addresses here, and links to the old site as paths, which redirects answer.
 * A picture that could not be had goes, with the frame around it.
 * @param here address of a picture there -> here
 */
export function moveHere(
  nodes: readonly HtmlNode[],
  site: OldSite,
  here: ReadonlyMap<string, string>,
): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === 'string') return [node];
    const children = moveHere(node.children, site, here);
    if (node.tag === 'img') return movePicture(node, site, here);
    if (node.tag === 'a') return moveLink(node, children, site, here);
    const isFrame = node.tag === 'figure' || node.tag === 'picture';
    const hasPicture = listPictures(node.children, site).length > 0;
    if (isFrame && hasPicture && !hasTag(children, 'img')) return captionOf(children);
    return [{ ...node, children }];
  });
}

function movePicture(node: HtmlElement, site: OldSite, here: ReadonlyMap<string, string>): HtmlNode[] {
  const src = srcOf(node);
  // What stands in the text itself is stored later.
  if (/^data:/i.test(src)) return [{ ...node, attributes: { ...node.attributes, src } }];
  const url = here.get(toPictureAddress(src, site) ?? '');
  if (!url) return [];
  return [{ ...node, attributes: { ...node.attributes, src: url } }];
}

/** A link to the large copy of the picture in it says nothing any more. */
function moveLink(
  node: HtmlElement,
  children: HtmlNode[],
  site: OldSite,
  here: ReadonlyMap<string, string>,
): HtmlNode[] {
  const href = node.attributes.href ?? '';
  const base = site.writtenUrl || site.url;
  if (!URL.canParse(href, base || undefined)) return [{ ...node, children }];
  const address = new URL(href, base || undefined);
  if (PICTURE_FILE.test(address.pathname) && isOfOldSite(address, site)) {
    const url = here.get(toPictureAddress(href, site) ?? '');
    return url ? [{ ...node, attributes: { ...node.attributes, href: url }, children }] : children;
  }
  if (href.startsWith('#') || !isOfOldSite(address, site)) return [{ ...node, children }];
  const path = address.pathname + address.search + address.hash;
  return [{ ...node, attributes: { ...node.attributes, href: path }, children }];
}

const hasTag = (nodes: readonly HtmlNode[], tag: string): boolean =>
  nodes.some((node) => typeof node !== 'string' && (node.tag === tag || hasTag(node.children, tag)));

/** Words under a picture that is gone. */
function captionOf(children: readonly HtmlNode[]): HtmlNode[] {
  const captions = children.filter(
    (node) => typeof node !== 'string' && node.tag === 'figcaption',
  ) as HtmlElement[];
  return captions
    .filter((caption) => !isBlank(caption.children))
    .map((caption) => ({ tag: 'p', attributes: {}, children: caption.children }));
}

/** The path that a redirect would lead on from; null where a path alone would not tell the page (`/?p=12`). */
export function toOldPath(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { pathname } = new URL(address);
  return pathname === '/' ? null : pathname;
}
