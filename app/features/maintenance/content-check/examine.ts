// Finds the faults that an article's HTML alone reveals, and the paths that must be looked up.

import { imageAttributeOf, isPlayer } from '~/lib/html/article-blocks';
import { type HtmlElement, type HtmlNode, textOf } from '~/lib/html/html-tree';
import { parseHtml, TangledHtmlError } from '~/lib/html/parse-html';
import { toOwnPath } from '~/lib/plain-path';
import { cutText } from '~/lib/text';
import type { Fault } from './fault';

export interface Examined {
  /** Images without alt text and skipped headings. */
  faults: Fault[];
  /** Paths of this site in links, images and players, once each: as written, and normalized. */
  paths: { written: string; path: string }[];
}

const MAX_DETAIL_LENGTH = 200;

/**
 * @param origin of the site, without a trailing slash
 * @param base the article's path
 */
export function examine(content: string, origin: string, base: string): Examined {
  const faults: Fault[] = [];
  const paths = new Map<string, string>();
  let level = 1;
  const note = (kind: Fault['kind'], what: string) =>
    faults.push({ kind, what: cutText(what, 0, MAX_DETAIL_LENGTH) });
  const visit = (node: HtmlElement) => {
    const { src, alt } = node.attributes;
    for (const address of addressesOf(node)) {
      const path = toOwnPath(address, origin, base);
      if (path !== null) paths.set(address, path);
    }
    if (node.tag === 'img' && !alt?.trim()) note('no-alt', src ?? '');
    const heading = /^h([1-6])$/.exec(node.tag);
    if (!heading) return;
    // The page title is the h1. An h1 in the text renders as h2.
    const next = Math.max(Number(heading[1]), 2);
    if (next > level + 1) note('skipped-heading', textOf(node.children).trim() || 'Empty heading');
    level = next;
  };
  for (const node of elementsOf(content)) visit(node);
  return { faults, paths: [...paths].map(([written, path]) => ({ written, path })) };
}

function addressesOf({ tag, attributes }: HtmlElement): string[] {
  const names = [tag === 'a' ? 'href' : isPlayer(tag) ? 'src' : '', imageAttributeOf(tag) ?? ''];
  return names.flatMap((name) => attributes[name] ?? []);
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
