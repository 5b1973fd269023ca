// Pictures that stand in a text itself (`data:` addresses, as pasting leaves them) move to the file store.
import { InvalidError } from '~/lib/errors';
import type { HtmlNode } from '~/lib/html-tree';
import { writeHtml } from '~/lib/html-tree';
import { parseHtml, TangledHtmlError } from '~/lib/parse-html';
import { ImageRefusedError } from './image-refused';
import { type MediaFolder, storeImage, type UploadContext, type Uploader } from './upload-image.server';

/** Each is decoded and stored while somebody waits. */
const MOST_PICTURES = 50;
const TOO_MANY = `A text can bring ${MOST_PICTURES} pictures at once: save it with fewer, then add the others`;

export interface MovedImages {
  html: string;
  /** Of the first picture that was moved, site-relative. */
  firstUrl: string | null;
}

const DATA_ADDRESS = /^\s*data:([\w.+-]+\/[\w.+-]+)?((?:;[\w.+-]+=[^;,]*)*)(;\s*base64)?\s*,/i;

/**
 * Replaces them by addresses of ours; what is no picture goes. To be asked before the text is cleaned, for cleaning
 * knows no `data:`. The rest of the text stays as it is, unclean as it may be.
 * @throws InvalidError for more than 50 of them, before any is stored; UnavailableError
 */
export async function storeEmbeddedImages(
  ctx: UploadContext,
  uploader: Uploader,
  html: string,
  folder: MediaFolder = 'articles',
): Promise<MovedImages> {
  if (!/data:/i.test(html)) return { html, firstUrl: null };
  let nodes: HtmlNode[];
  try {
    nodes = parseHtml(html);
  } catch (error) {
    if (!(error instanceof TangledHtmlError)) throw error;
    return { html, firstUrl: null };
  }
  // The same picture twice is one file.
  const alts = new Map<string, string>();
  for (const { src, alt } of listEmbedded(nodes)) if (!alts.has(src)) alts.set(src, alt);
  if (alts.size > MOST_PICTURES) throw new InvalidError(TOO_MANY, [{ field: 'content', message: TOO_MANY }]);
  const moved = new Map<string, string | null>();
  for (const [src, alt] of alts) moved.set(src, await move(ctx, uploader, src, alt, folder));
  const firstUrl = [...moved.values()].find((url) => url !== null) ?? null;
  return { html: writeHtml(replace(nodes, moved)), firstUrl };
}

function* listEmbedded(nodes: readonly HtmlNode[]): Generator<{ src: string; alt: string }> {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    const { src = '', alt = '' } = node.attributes;
    if (node.tag === 'img' && DATA_ADDRESS.test(src)) yield { src, alt };
    yield* listEmbedded(node.children);
  }
}

function replace(nodes: readonly HtmlNode[], moved: ReadonlyMap<string, string | null>): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === 'string') return [node];
    const src = node.tag === 'img' ? moved.get(node.attributes.src ?? '') : undefined;
    if (src === null) return [];
    const attributes = src === undefined ? node.attributes : { ...node.attributes, src };
    return [{ ...node, attributes, children: replace(node.children, moved) }];
  });
}

async function move(
  ctx: UploadContext,
  uploader: Uploader,
  address: string,
  alt: string,
  folder: MediaFolder,
): Promise<string | null> {
  const data = decode(address);
  if (!data) return null;
  try {
    const stored = await storeImage(ctx, uploader, { ...data, name: '', alt, folder });
    return stored.url;
  } catch (error) {
    if (error instanceof ImageRefusedError) return null;
    throw error;
  }
}

function decode(address: string): { bytes: Uint8Array; type: string } | null {
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
