// Finds, decodes and replaces images embedded in HTML (`data:` URLs, as pasting produces).
import { type Bytes, fromBase64 } from '~/lib/bytes';
import type { HtmlNode } from '~/lib/html/html-tree';
import { writeHtml } from '~/lib/html/html-tree';
import { parseHtml, TangledHtmlError } from '~/lib/html/parse-html';
import { MAX_IMAGE_BYTES } from '../image-rules';

export interface EmbeddedImage {
  /** The complete `data:` URL. */
  src: string;
  alt: string;
}

const DATA_ADDRESS = /^\s*data:([\w.+-]+\/[\w.+-]+)?((?:;[\w.+-]+=[^;,]*)*)(;\s*base64)?\s*,/i;

/** Whether an image URL contains the image itself. */
export const isEmbedded = (src: string): boolean => DATA_ADDRESS.test(src);

/** Lists the embedded images without duplicates, in text order. Empty for HTML that cannot be parsed. */
export function listEmbeddedImages(html: string): EmbeddedImage[] {
  const nodes = parse(html);
  const alts = new Map<string, string>();
  for (const { src, alt } of nodes ? find(nodes) : []) if (!alts.has(src)) alts.set(src, alt);
  return [...alts].map(([src, alt]) => ({ src, alt }));
}

/**
 * Replaces the URLs of embedded images: null removes the image, a missing entry keeps it. The rest of the
 * HTML is serialized again but not cleaned.
 */
export function replaceEmbeddedImages(html: string, addresses: ReadonlyMap<string, string | null>): string {
  const nodes = addresses.size > 0 ? parse(html) : null;
  return nodes ? writeHtml(replace(nodes, addresses)) : html;
}

function parse(html: string): HtmlNode[] | null {
  if (!/data:/i.test(html)) return null;
  try {
    return parseHtml(html);
  } catch (error) {
    if (!(error instanceof TangledHtmlError)) throw error;
    return null;
  }
}

function* find(nodes: readonly HtmlNode[]): Generator<EmbeddedImage> {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    const { src = '', alt = '' } = node.attributes;
    if (node.tag === 'img' && isEmbedded(src)) yield { src, alt };
    yield* find(node.children);
  }
}

function replace(nodes: readonly HtmlNode[], addresses: ReadonlyMap<string, string | null>): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === 'string') return [node];
    const src = node.tag === 'img' ? addresses.get(node.attributes.src ?? '') : undefined;
    if (src === null) return [];
    const attributes = src === undefined ? node.attributes : { ...node.attributes, src };
    return [{ ...node, attributes, children: replace(node.children, addresses) }];
  });
}

/** Base64 uses 4 characters for 3 bytes, and pads the end. */
const MAX_BASE64_LENGTH = (MAX_IMAGE_BYTES * 4) / 3 + 4;

/** The bytes and declared type of a `data:` URL; null if it cannot be decoded or is too large. */
export function readDataAddress(address: string): { bytes: Bytes; type: string } | null {
  const head = DATA_ADDRESS.exec(address);
  if (!head) return null;
  const type = (head[1] ?? '').toLowerCase();
  try {
    const body = decodeURIComponent(address.slice(head[0].length)).replace(/\s+/g, '');
    // Images are always base64, never percent-encoded text.
    return head[3] && body.length <= MAX_BASE64_LENGTH ? { bytes: fromBase64(body), type } : null;
  } catch {
    return null;
  }
}
