// Pictures that stand in a text itself (`data:` addresses, as pasting leaves them): found, read, replaced.
import type { HtmlNode } from '~/lib/html-tree';
import { writeHtml } from '~/lib/html-tree';
import { parseHtml, TangledHtmlError } from '~/lib/parse-html';

export interface EmbeddedImage {
  /** The whole `data:` address. */
  src: string;
  alt: string;
}

const DATA_ADDRESS = /^\s*data:([\w.+-]+\/[\w.+-]+)?((?:;[\w.+-]+=[^;,]*)*)(;\s*base64)?\s*,/i;

/** Whether a picture's address is the picture. */
export const isEmbedded = (src: string): boolean => DATA_ADDRESS.test(src);

/** Each once, in the order of the text; the same picture twice is one. None in HTML that cannot be read. */
export function listEmbeddedImages(html: string): EmbeddedImage[] {
  const nodes = parse(html);
  const alts = new Map<string, string>();
  for (const { src, alt } of nodes ? find(nodes) : []) if (!alts.has(src)) alts.set(src, alt);
  return [...alts].map(([src, alt]) => ({ src, alt }));
}

/**
 * The text with other addresses for its embedded pictures; null takes a picture out, and one without an address stays.
 * The rest is written anew and stays as it is, unclean as it may be.
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

/** The bytes of a `data:` address and what they are said to be; null for what cannot be read. */
export function readDataAddress(address: string): { bytes: Uint8Array; type: string } | null {
  const head = DATA_ADDRESS.exec(address);
  if (!head) return null;
  const type = (head[1] ?? '').toLowerCase();
  try {
    const body = decodeURIComponent(address.slice(head[0].length)).replace(/\s+/g, '');
    // Pictures are never written as text.
    return head[3] ? { bytes: Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0)), type } : null;
  } catch {
    return null;
  }
}
