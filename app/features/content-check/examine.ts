// What an article's text alone tells of its faults, and which addresses have to be asked about.
import { cutText } from '~/lib/cut-text';
import { type HtmlElement, type HtmlNode, textOf } from '~/lib/html-tree';
import { parseHtml, TangledHtmlError } from '~/lib/parse-html';
import { toPlainPath } from '~/lib/plain-path';
import type { Fault } from './fault';

export interface Examined {
  /** Images without alt text and skipped headings. */
  faults: Fault[];
  /** Paths of this site that the text links to or shows, each once: as it is written, and in its one spelling. */
  paths: { written: string; path: string }[];
}

const LONGEST = 200;

/** @param origin the magazine's, without a slash at the end; @param base the article's own path */
export function examine(content: string, origin: string, base: string): Examined {
  const faults: Fault[] = [];
  const paths = new Map<string, string>();
  let level = 1;
  const note = (kind: Fault['kind'], what: string) => faults.push({ kind, what: cutText(what, 0, LONGEST) });
  const visit = (node: HtmlElement) => {
    const { href, src, alt } = node.attributes;
    const address = node.tag === 'a' ? href : node.tag === 'img' ? src : undefined;
    const path = address === undefined ? null : toOwnPath(address, origin, base);
    if (address !== undefined && path !== null) paths.set(address, path);
    if (node.tag === 'img' && !alt?.trim()) note('no-alt', src ?? '');
    const heading = /^h([1-6])$/.exec(node.tag);
    if (!heading) return;
    // The page's title is the first heading; what says h1 in the text is shown as h2.
    const next = Math.max(Number(heading[1]), 2);
    if (next > level + 1) note('skipped-heading', textOf(node.children).trim() || 'Empty heading');
    level = next;
  };
  for (const node of elementsOf(content)) visit(node);
  return { faults, paths: [...paths].map(([written, path]) => ({ written, path })) };
}

function elementsOf(content: string): Iterable<HtmlElement> {
  try {
    return walk(parseHtml(content));
  } catch (error) {
    if (error instanceof TangledHtmlError) return [];
    throw error;
  }
}

function* walk(nodes: readonly HtmlNode[]): Generator<HtmlElement> {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    yield node;
    yield* walk(node.children);
  }
}

/** Null for addresses elsewhere, and for a place on the same page. */
export function toOwnPath(address: string, origin: string, base: string): string | null {
  if (address.startsWith('#') || !URL.canParse(address, origin + base)) return null;
  const url = new URL(address, origin + base);
  if (url.origin !== origin) return null;
  try {
    return toPlainPath(url.pathname);
  } catch {
    // Badly encoded, and as such nowhere: asked about as it is, it will not be found.
    return url.pathname;
  }
}
