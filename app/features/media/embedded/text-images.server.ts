// Stores the embedded and external images of an HTML text in the file store, so that no page loads an image
// from another site.
import { InvalidError, TooManyError } from '~/lib/errors';
import { readFocus, withFocus, withoutFocus } from '~/lib/focal-point';
import { imageAttributeOf } from '~/lib/html/article-blocks';
import type { HtmlElement, HtmlNode } from '~/lib/html/html-tree';
import { writeHtml } from '~/lib/html/html-tree';
import { parseHtml, TangledHtmlError } from '~/lib/html/parse-html';
import { countOf, cutText } from '~/lib/text';
import { type FetchContext, fetchImage, findOwnPath, isOn, listBlockedHosts } from '../fetch-image.server';
import { countImages, type MediaFolder, type Uploader } from '../store-image.server';
import { type EmbeddedImage, isEmbedded } from './embedded-images';
import { storeEmbedded } from './embedded-images.server';

export interface StoredTextImages {
  html: string;
  /** URL of the first embedded image, site-relative. */
  firstUrl: string | null;
  /** About images that could not be downloaded or were removed; undefined if there are none. */
  warning: string | undefined;
  /** Number of embedded images that were removed because they are not valid. */
  removed: number;
}

/** Limits the duration of a save: each image is decoded and stored during the request. */
const MAX_EMBEDDED = 50;
const TOO_MANY = `You can add ${MAX_EMBEDDED} images per save. Save with fewer, then add the others`;
/** Limits the duration of a save: other sites can be slow. The next save downloads the rest. */
const MAX_FETCHED = 20;
const FETCH_CONCURRENCY = 4;
const FETCH_TIMEOUT_MS = 12_000;

/**
 * Stores the images and replaces their URLs. Removes embedded images that are not valid; keeps external ones
 * that cannot be downloaded. Call it before cleaning, which removes `data:` URLs. The rest of the HTML is not
 * cleaned here.
 * @throws InvalidError for more than 50 embedded images, before any is stored; TooManyError; UnavailableError
 */
export async function storeTextImages(
  ctx: FetchContext,
  uploader: Uploader,
  html: string,
  folder: MediaFolder = 'articles',
): Promise<StoredTextImages> {
  const unchanged = { html, firstUrl: null, warning: undefined, removed: 0 };
  const nodes = read(html);
  if (!nodes) return unchanged;
  // The same image used twice is stored once.
  const images = new Map<string, EmbeddedImage>();
  for (const image of listImages(nodes)) if (!images.has(image.src)) images.set(image.src, image);
  const all = [...images.values()];
  const embedded = all.filter(({ src }) => isEmbedded(src));
  const external = all.filter(({ src }) => isExternal(src));
  if (embedded.length + external.length === 0) return unchanged;
  if (embedded.length > MAX_EMBEDDED) throw InvalidError.at('content', TOO_MANY);

  await countImages(ctx, uploader, 'upload', embedded.length);
  const stored = new Map<string, string | null>();
  for (const image of embedded) stored.set(image.src, await storeEmbedded(ctx, uploader, image, folder));
  const firstUrl = [...stored.values()].find((url) => url !== null) ?? null;
  const blocked = external.length > 0 ? await listBlockedHosts(ctx) : new Set<string>();
  const fetched = await fetchAll(ctx, uploader, external, { folder, blocked });
  // Images that could not be downloaded stay, with a full URL that cleaning accepts.
  const left = external.map(({ src }) => src).filter((src) => !fetched.has(src));
  for (const src of left) fetched.set(src, withScheme(src));
  const unfetched = left.map(withScheme).filter((src) => !isOn(blocked, src));
  const removed = [...stored.values()].filter((url) => url === null).length;
  const warning = [describeUnfetched(unfetched), describeRemoved(removed)].filter(Boolean).join(' ');
  const addresses = new Map([...stored, ...fetched]);
  return { html: writeHtml(replace(nodes, addresses)), firstUrl, warning: warning || undefined, removed };
}

const MAX_URL_LENGTH = 80;
const MAX_LISTED = 3;

/** These images stay in the text and render as a placeholder. */
function describeUnfetched(addresses: readonly string[]): string | undefined {
  if (addresses.length === 0) return undefined;
  const short = (address: string) =>
    address.length > MAX_URL_LENGTH ? `${cutText(address, 0, MAX_URL_LENGTH - 1)}…` : address;
  const named = addresses.slice(0, MAX_LISTED).map(short).join(', ');
  const others = addresses.length > MAX_LISTED ? ` and ${addresses.length - MAX_LISTED} more` : '';
  return `${countOf(addresses.length, 'image')} could not be downloaded: ${named}${others}. Readers see a placeholder there. Upload the image instead, or save again to retry.`;
}

function describeRemoved(count: number): string | undefined {
  if (count === 0) return undefined;
  const why = count === 1 ? 'was removed, because it is not' : 'were removed, because they are not';
  const accepted =
    count === 1 ? 'a valid JPEG, PNG, GIF, WebP or AVIF' : 'valid JPEG, PNG, GIF, WebP or AVIF files';
  return `${countOf(count, 'embedded image')} ${why} ${accepted} of at most 5MB.`;
}

/** Null when there is no image or the HTML cannot be parsed. */
function read(html: string): HtmlNode[] | null {
  if (!/<img|\sposter/i.test(html)) return null;
  try {
    return parseHtml(html);
  } catch (error) {
    if (error instanceof TangledHtmlError) return null;
    throw error;
  }
}

const isExternal = (src: string) => /^\s*(?:https?:)?\/\//i.test(src);

/** Completes protocol-relative URLs. */
const withScheme = (src: string) => src.trim().replace(/^\/\//, 'https://');

/** Of an image, or of the preview image of a video. */
function addressOf({ tag, attributes }: HtmlElement): string | undefined {
  const name = imageAttributeOf(tag);
  return name && (attributes[name] ?? (tag === 'img' ? '' : undefined));
}

function* listImages(nodes: readonly HtmlNode[]): Generator<EmbeddedImage> {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    const src = addressOf(node);
    if (src !== undefined) yield { src, alt: node.attributes.alt ?? '' };
    yield* listImages(node.children);
  }
}

/**
 * Downloads images concurrently until all are tried, the time is up or the person has reached the limit. Maps the URL in the text to the stored
 * URL.
 */
async function fetchAll(
  ctx: FetchContext,
  uploader: Uploader,
  images: readonly EmbeddedImage[],
  { folder, blocked }: { folder: MediaFolder; blocked: ReadonlySet<string> },
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const waiting: EmbeddedImage[] = [];
  for (const image of images) {
    const own = findOwnPath(ctx, withScheme(image.src));
    if (own) found.set(image.src, own);
    else if (!isOn(blocked, withScheme(image.src))) waiting.push(image);
  }
  const queue = waiting.slice(0, MAX_FETCHED);
  try {
    await countImages(ctx, uploader, 'image-download', queue.length);
  } catch (error) {
    if (error instanceof TooManyError) return found;
    throw error;
  }
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  const work = async () => {
    for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) {
      const { src, alt } = next;
      try {
        const address = withoutFocus(withScheme(src));
        const { url } = await fetchImage(ctx, uploader, address, { folder, alt, signal });
        found.set(src, withFocus(url, readFocus(src.trim())));
      } catch (error) {
        // Not an accepted image: the save continues, and `unfetched` reports it.
        if (!(error instanceof InvalidError)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: FETCH_CONCURRENCY }, work));
  return found;
}

function replace(nodes: readonly HtmlNode[], stored: ReadonlyMap<string, string | null>): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === 'string') return [node];
    const src = stored.get(addressOf(node) ?? '');
    if (src === null && node.tag === 'img') return [];
    const name = imageAttributeOf(node.tag) ?? 'src';
    const attributes = src === undefined ? node.attributes : { ...node.attributes, [name]: src ?? '' };
    return [{ ...node, attributes, children: replace(node.children, stored) }];
  });
}
