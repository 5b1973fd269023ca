// The addresses that elements of an imported text contain.
import { type HtmlElement, type HtmlNode, isBlankNode } from '~/lib/html/html-tree';
import { type OldSite, srcOf, toImageAddress } from './old-site';

/** Adds a scheme to a protocol-relative URL such as `//example.org/`. */
export const withScheme = (address: string) => address.replace(/^\s*\/\//, 'https://');

/** The file or page that an element embeds, its preferred one first. */
export function addressesOf({ tag, attributes, children }: HtmlElement): string[] {
  // Lazy-loading plugins write the address to another attribute, and `about:blank` to this one.
  const own = [attributes[tag === 'object' ? 'data' : 'src'] ?? '', attributes['data-src'] ?? ''];
  const sources = children.flatMap((child) =>
    typeof child !== 'string' && (child.tag === 'source' || child.tag === 'track')
      ? [child.attributes.src ?? '']
      : [],
  );
  const written = [...own, ...sources].map((address) => withScheme(address.trim()));
  return [...new Set(written)].filter((address) => address !== '' && !/^about:/i.test(address));
}

/** The URL in `background-image: url(…)`, as in cover blocks. */
export function backgroundOf(style: string): string | null {
  const [, written = ''] = /\bbackground(?:-image)?\s*:\s*url\(\s*([^()\s]{1,2000})\s*\)/i.exec(style) ?? [];
  return written.replace(/^["']|["']$/g, '') || null;
}

/** The URLs of all images, without those in <noscript>, which repeat others. */
export function* listSources(nodes: readonly HtmlNode[], site: OldSite): Generator<string> {
  for (const node of nodes) {
    if (typeof node === 'string' || node.tag === 'noscript') continue;
    const address = node.tag === 'img' ? toImageAddress(srcOf(node), site) : null;
    if (address) yield address;
    yield* listSources(node.children, site);
  }
}

/** The targets of links that a reader can see, as written. */
export function listShownLinks(nodes: readonly HtmlNode[]): string[] {
  return nodes.flatMap((node) =>
    typeof node === 'string' || isBlankNode([node])
      ? []
      : [
          ...(node.tag === 'a' && node.attributes.href ? [node.attributes.href] : []),
          ...listShownLinks(node.children),
        ],
  );
}
