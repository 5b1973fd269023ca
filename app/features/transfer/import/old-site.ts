// Rewrites URLs of the old site: image sources and links to its other pages.
import { imageAttributeOf } from '~/lib/html/article-blocks';
import { element, type HtmlElement, type HtmlNode, isBlankNode } from '~/lib/html/html-tree';

export interface OldSite {
  /** URL stated in the file; '' if none. */
  writtenUrl: string;
  /** Its current URL. */
  url: string;
}

/** Base of addresses without a host, in exports that don't name the old site. */
const HERE = 'https://old-site.invalid';

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : '');

/** False for a text that is not a URL. */
export function isOfOldSite(address: string, site: OldSite): boolean {
  const host = hostOf(address);
  return host !== '' && [hostOf(site.writtenUrl), hostOf(site.url)].includes(host);
}

/** A URL of the old site, even one without a host; null for other addresses. */
export function toOldUrl(href: string, site: OldSite): URL | null {
  const base = site.writtenUrl || site.url || HERE;
  if (href.startsWith('#') || !URL.canParse(href, base)) return null;
  const url = new URL(href, base);
  return url.origin === HERE || isOfOldSite(url.href, site) ? url : null;
}

/** The URL from which an image can be downloaded now; null if it is not an HTTP URL. */
export function toImageAddress(src: string, site: OldSite): string | null {
  const base = site.url || site.writtenUrl;
  const text = src.trim();
  if (text === '' || /^data:/i.test(text) || !URL.canParse(text, base || undefined)) return null;
  const address = new URL(text, base || undefined);
  if (address.protocol !== 'https:' && address.protocol !== 'http:') return null;
  if (!site.url || !isOfOldSite(address.href, site)) return address.href;
  const now = new URL(site.url);
  return new URL(address.pathname + address.search, now.origin).href;
}

/** URLs of all images in text order, with preview images of videos, without duplicates. */
export function listImages(nodes: readonly HtmlNode[], site: OldSite): string[] {
  const found = new Set<string>();
  const walk = (all: readonly HtmlNode[]) => {
    for (const node of all) {
      if (typeof node === 'string') continue;
      const address = imageAttributeOf(node.tag) ? toImageAddress(srcOf(node), site) : null;
      if (address) found.add(address);
      walk(node.children);
    }
  };
  walk(nodes);
  return [...found];
}

/** The descriptions and titles of images with their URLs, as often as they are shown. */
export function* listAlts(nodes: readonly HtmlNode[], site: OldSite): Generator<[string, string]> {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    const address = node.tag === 'img' ? toImageAddress(srcOf(node), site) : null;
    const { alt = '', title = '' } = node.attributes;
    if (address) yield [address, [alt, title === alt ? '' : title].filter(Boolean).join(', ')];
    yield* listAlts(node.children, site);
  }
}

/** The URL of an image, or of a video's preview image. Lazy-loading plugins keep the URL in other attributes. */
export function srcOf({ tag, attributes }: HtmlElement): string {
  if (tag === 'video') return attributes.poster ?? '';
  const { src = '' } = attributes;
  const late = attributes['data-src'] ?? attributes['data-lazy-src'] ?? attributes['data-orig-file'];
  return late && (src === '' || src.startsWith('data:')) ? late : src;
}

const IMAGE_FILE = /\.(?:jpe?g|png|gif|webp|avif)$/i;
const OTHER_FILE =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|txt|csv|epub|zip|ics|vcf|svg|mp4|m4v|mov|webm|ogv|avi|mp3|m4a|ogg|oga|wav|flac)$/i;

/** Whether a link leads to a file of the old site that imports don't copy, such as a PDF. */
export const isFileOfOldSite = (href: string, site: OldSite) => leadsTo(OTHER_FILE, href, site);

/** Whether a link leads to an image of the old site. */
export const isImageOfOldSite = (href: string, site: OldSite) => leadsTo(IMAGE_FILE, href, site);

export const isImageFile = (address: string) =>
  URL.canParse(address) && IMAGE_FILE.test(new URL(address).pathname);

function leadsTo(file: RegExp, href: string, site: OldSite): boolean {
  const url = toOldUrl(href, site);
  return url !== null && file.test(url.pathname);
}

/**
 * Replaces image URLs with stored paths, and links to the old site with paths, which redirects handle.
 * Removes images that could not be downloaded, with their figure.
 * @param here old image URL -> stored path
 */
export function rewriteOldSiteUrls(
  nodes: readonly HtmlNode[],
  site: OldSite,
  here: ReadonlyMap<string, string>,
): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === 'string') return [node];
    const children = rewriteOldSiteUrls(node.children, site, here);
    if (node.tag === 'img') return moveImage(node, site, here);
    if (node.tag === 'video') return [movePoster(node, site, here)];
    if (node.tag === 'a') return moveLink(node, children, site, here);
    const isFrame = node.tag === 'figure' || node.tag === 'picture';
    const hasImage = listImages(node.children, site).length > 0;
    if (isFrame && hasImage && !hasTag(children, 'img') && !hasTag(children, 'video'))
      return withoutFrame(children);
    return [{ ...node, children }];
  });
}

function moveImage(node: HtmlElement, site: OldSite, here: ReadonlyMap<string, string>): HtmlNode[] {
  const src = srcOf(node);
  // Embedded images are stored later.
  if (/^data:/i.test(src)) return [{ ...node, attributes: { ...node.attributes, src } }];
  const url = here.get(toImageAddress(src, site) ?? '');
  if (!url) return [];
  return [{ ...node, attributes: { ...node.attributes, src: url } }];
}

/** Without its preview image if that was not downloaded. */
function movePoster(node: HtmlElement, site: OldSite, here: ReadonlyMap<string, string>): HtmlElement {
  const { poster = '', ...others } = node.attributes;
  const url = /^data:/i.test(poster) ? poster : here.get(toImageAddress(poster, site) ?? '');
  return { ...node, attributes: url ? { ...node.attributes, poster: url } : others };
}

/** Removes links to the full-size image if that was not downloaded. Links to other files stay as they are. */
function moveLink(
  node: HtmlElement,
  kept: HtmlNode[],
  site: OldSite,
  here: ReadonlyMap<string, string>,
): HtmlNode[] {
  const href = node.attributes.href ?? '';
  // A link whose image is missing shows its address instead.
  const children = isBlankNode(kept) && !isBlankNode(node.children) ? [href] : kept;
  const base = site.writtenUrl || site.url;
  if (!URL.canParse(href, base || undefined)) return [{ ...node, children }];
  const address = new URL(href, base || undefined);
  if (isImageOfOldSite(href, site)) {
    const url = here.get(toImageAddress(href, site) ?? '');
    return url ? [{ ...node, attributes: { ...node.attributes, href: url }, children }] : kept;
  }
  const file = isFileOfOldSite(href, site) ? toImageAddress(href, site) : null;
  if (file) return [{ ...node, attributes: { ...node.attributes, href: file }, children }];
  if (href.startsWith('#') || !isOfOldSite(address.href, site)) return [{ ...node, children }];
  const path = address.pathname + address.search + address.hash;
  return [{ ...node, attributes: { ...node.attributes, href: path }, children }];
}

const hasTag = (nodes: readonly HtmlNode[], tag: string): boolean =>
  nodes.some((node) => typeof node !== 'string' && (node.tag === tag || hasTag(node.children, tag)));

/** Keeps the caption of a removed image as a paragraph, and everything else that the frame contained. */
function withoutFrame(children: readonly HtmlNode[]): HtmlNode[] {
  return children
    .filter((node) => !isBlankNode([node]))
    .map((node) => {
      if (typeof node !== 'string' && node.tag === 'figcaption') return element('p', node.children);
      return typeof node === 'string' || node.tag === 'a' ? element('p', [node]) : node;
    });
}

/** The path to redirect from; null if the path alone does not identify the page (`/?p=12`). */
export function toOldPath(address: string): string | null {
  if (!URL.canParse(address, HERE)) return null;
  const { pathname, searchParams } = new URL(address, HERE);
  return pathname === '/' || searchParams.has('p') || searchParams.has('page_id') ? null : pathname;
}
