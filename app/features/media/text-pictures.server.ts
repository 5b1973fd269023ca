// The pictures of a text on their way into the file store: those that stand in it, and those that it shows from other
// sites. No page of ours ever asks another site for a picture.
import { InvalidError } from '~/lib/errors';
import type { HtmlNode } from '~/lib/html-tree';
import { writeHtml } from '~/lib/html-tree';
import { parseHtml, TangledHtmlError } from '~/lib/parse-html';
import { type EmbeddedImage, isEmbedded } from './embedded-images';
import { storeEmbedded } from './embedded-images.server';
import { type FetchContext, fetchImage, findOwnPath, isOn, listBlockedHosts } from './fetch-image.server';
import type { MediaFolder, Uploader } from './upload-image.server';

export interface KeptPictures {
  html: string;
  /** Of the first picture that stood in the text itself, site-relative. */
  firstUrl: string | null;
  /** Addresses that gave no picture: they stay in the text, and readers see a placeholder. */
  unfetched: string[];
}

/** Each is decoded and stored while somebody waits. */
const MOST_EMBEDDED = 50;
const TOO_MANY = `A text can bring ${MOST_EMBEDDED} pictures at once: save it with fewer, then add the others`;
/** Somebody waits for these, too, and other sites are slow. What is left over is fetched by the next save. */
const MOST_FETCHED = 20;
const FETCHED_TOGETHER = 4;
const PATIENCE_MS = 12_000;

/**
 * Replaces them by addresses of ours; what stands in the text and is no picture goes, what cannot be fetched stays. To be
 * asked before the text is cleaned, for cleaning knows no `data:`. The rest stays as it is, unclean as it may be.
 * @throws InvalidError for more than 50 that stand in it, before any is stored; UnavailableError
 */
export async function keepTextPictures(
  ctx: FetchContext,
  uploader: Uploader,
  html: string,
  folder: MediaFolder = 'articles',
): Promise<KeptPictures> {
  const asItIs = { html, firstUrl: null, unfetched: [] };
  const nodes = read(html);
  if (!nodes) return asItIs;
  // The same picture twice is one file.
  const pictures = new Map<string, EmbeddedImage>();
  for (const picture of listPictures(nodes))
    if (!pictures.has(picture.src)) pictures.set(picture.src, picture);
  const all = [...pictures.values()];
  const embedded = all.filter(({ src }) => isEmbedded(src));
  const foreign = all.filter(({ src }) => isForeign(src));
  if (embedded.length + foreign.length === 0) return asItIs;
  if (embedded.length > MOST_EMBEDDED) throw InvalidError.at('content', TOO_MANY);

  const stored = new Map<string, string | null>();
  for (const picture of embedded)
    stored.set(picture.src, await storeEmbedded(ctx, uploader, picture, folder));
  const firstUrl = [...stored.values()].find((url) => url !== null) ?? null;
  const blocked = foreign.length > 0 ? await listBlockedHosts(ctx) : new Set<string>();
  const fetched = await fetchAll(ctx, uploader, foreign, { folder, blocked });
  // What could not be fetched stays, with an address that cleaning knows.
  const left = foreign.map(({ src }) => src).filter((src) => !fetched.has(src));
  for (const src of left) fetched.set(src, withScheme(src));
  const unfetched = left.map(withScheme).filter((src) => !isOn(blocked, src));
  return { html: writeHtml(replace(nodes, new Map([...stored, ...fetched]))), firstUrl, unfetched };
}

/** Null where there is no picture, or nothing that can be read. */
function read(html: string): HtmlNode[] | null {
  if (!/<img/i.test(html)) return null;
  try {
    return parseHtml(html);
  } catch (error) {
    if (error instanceof TangledHtmlError) return null;
    throw error;
  }
}

const isForeign = (src: string) => /^\s*(?:https?:)?\/\//i.test(src);

/** Texts of the web leave out the scheme of what they show. */
const withScheme = (src: string) => src.trim().replace(/^\/\//, 'https://');

function* listPictures(nodes: readonly HtmlNode[]): Generator<EmbeddedImage> {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    const { src = '', alt = '' } = node.attributes;
    if (node.tag === 'img') yield { src, alt };
    yield* listPictures(node.children);
  }
}

/** Some at a time, until all are tried or the time is over: address in the text -> address of ours. */
async function fetchAll(
  ctx: FetchContext,
  uploader: Uploader,
  pictures: readonly EmbeddedImage[],
  { folder, blocked }: { folder: MediaFolder; blocked: ReadonlySet<string> },
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const waiting: EmbeddedImage[] = [];
  for (const picture of pictures) {
    const own = findOwnPath(ctx, withScheme(picture.src));
    if (own) found.set(picture.src, own);
    else if (!isOn(blocked, withScheme(picture.src))) waiting.push(picture);
  }
  const queue = waiting.slice(0, MOST_FETCHED);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const work = async () => {
    for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) {
      const { src, alt } = next;
      try {
        const { url } = await fetchImage(ctx, uploader, withScheme(src), { folder, alt, signal });
        found.set(src, url);
      } catch (error) {
        // No picture there, or none that we take: the save goes on, and whoever saves is told.
        if (!(error instanceof InvalidError)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: FETCHED_TOGETHER }, work));
  return found;
}

function replace(nodes: readonly HtmlNode[], stored: ReadonlyMap<string, string | null>): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === 'string') return [node];
    const src = node.tag === 'img' ? stored.get(node.attributes.src ?? '') : undefined;
    if (src === null) return [];
    const attributes = src === undefined ? node.attributes : { ...node.attributes, src };
    return [{ ...node, attributes, children: replace(node.children, stored) }];
  });
}
