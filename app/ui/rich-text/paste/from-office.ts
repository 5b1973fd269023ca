// Converts pasted HTML from Word and Google Docs, which express structure as styles: lists, bold, italics,
// alignment.
import { element, type HtmlElement, type HtmlNode, isBlankNode, textOf } from '~/lib/html/html-tree';
import { type ListLine, nestLists } from '~/lib/html/nest-lists';
import { type ClassStyles, fromSheet, readClassStyles } from './from-sheet';

const BOXES = new Set(
  'div section article main header footer aside center body html o:p font nav'.split(' '),
);
const BLOCKS = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre figure hr address form fieldset li dt dd'
    .split(' ')
    .concat([...BOXES]),
);

const INLINE = new Set('span b strong i em u s strike del ins sub sup small big label'.split(' '));

const styleOf = ({ attributes }: HtmlElement) => attributes.style?.toLowerCase() ?? '';
const holdsBlocks = (nodes: readonly HtmlNode[]): boolean =>
  nodes.some((node) => typeof node === 'object' && (BLOCKS.has(node.tag) || holdsBlocks(node.children)));

export function fromOffice(nodes: readonly HtmlNode[], styles = readClassStyles(nodes)): HtmlNode[] {
  return gatherWordLists(nodes).flatMap((node) =>
    typeof node === 'string' ? [node] : readElement(node, styles),
  );
}

function readElement(node: HtmlElement, styles: ClassStyles): HtmlNode[] {
  const { tag, attributes } = node;
  const style = styleOf(node);
  if (/mso-list:\s*ignore/.test(style) || /display:\s*none/.test(style)) return [];
  const children = fromOffice(node.children, styles);
  if (tag === 'a') return [{ ...node, attributes: withOwnAddress(attributes), children }];
  if (tag === 'ul' || tag === 'ol') return [{ ...node, children: ownItems(children) }];
  if (tag === 'table') return [fromSheet({ ...node, children }, styles)];
  const isBlock = BLOCKS.has(tag);
  if (tag === 'o:p') return children;
  if (BOXES.has(tag)) return gatherParagraphs(children);
  // Google Docs wraps the whole document in a <b> of normal weight.
  const isPlain = (tag === 'b' || tag === 'strong') && /(?:^|[;\s])font-weight:\s*(?:normal|400)/.test(style);
  if (isPlain || (INLINE.has(tag) && holdsBlocks(children))) return children;
  if (isBlock) return [{ ...node, attributes: withAlignment(attributes, style), children }];
  const formats = tag === 'span' ? formatTagsOf(style) : [];
  if (formats.length === 0 || isBlankNode(children)) return [{ ...node, children }];
  return formats.reduce<HtmlNode[]>((inner, format) => [element(format, inner)], children);
}

/** Inline content next to blocks becomes paragraphs. */
function gatherParagraphs(nodes: readonly HtmlNode[]): HtmlNode[] {
  const gathered: HtmlNode[] = [];
  let open: HtmlElement | null = null;
  for (const node of nodes) {
    if (typeof node === 'object' && BLOCKS.has(node.tag)) {
      open = null;
      gathered.push(node);
    } else if (open) open.children.push(node);
    else if (typeof node === 'object' || node.trim()) {
      open = element('p', [node]);
      gathered.push(open);
    }
  }
  return gathered;
}

function formatTagsOf(style: string): string[] {
  const formats: [RegExp, string][] = [
    [/(?:^|[;\s])font-weight:\s*(?:bold|[6-9]00)/, 'strong'],
    [/(?:^|[;\s])font-style:\s*italic/, 'em'],
    [/(?:^|[;\s])text-decoration[^;]*line-through/, 's'],
    [/vertical-align:\s*super/, 'sup'],
    [/vertical-align:\s*sub/, 'sub'],
  ];
  return formats.filter(([pattern]) => pattern.test(style)).map(([, tag]) => tag);
}

function withAlignment(attributes: Record<string, string>, style: string): Record<string, string> {
  const align = /text-align:\s*(center|right|justify)/.exec(style)?.[1];
  return align ? { ...attributes, class: `ql-align-${align}` } : attributes;
}

/** Unwraps the redirects that Google Docs and Outlook add to links; the target is a query parameter. */
const DETOUR = /^https:\/\/(?:www\.google\.com\/url\?|[a-z0-9.]+\.safelinks\.protection\.outlook\.com\/\?)/;

function withOwnAddress(attributes: Record<string, string>): Record<string, string> {
  const { href = '' } = attributes;
  if (!DETOUR.test(href) || !URL.canParse(href)) return attributes;
  const { searchParams } = new URL(href);
  const own = searchParams.get('q') ?? searchParams.get('url') ?? '';
  return /^(?:https?|mailto|tel):/i.test(own) ? { ...attributes, href: own } : attributes;
}

/** A list directly within a list belongs to the previous item. */
function ownItems(children: readonly HtmlNode[]): HtmlNode[] {
  const items: HtmlNode[] = [];
  for (const child of children) {
    const before = items.at(-1);
    if (typeof child === 'string') {
      if (child.trim()) items.push(element('li', [child]));
    } else if (child.tag === 'li') items.push({ ...child, children: withoutTrailingBreak(child.children) });
    else if (typeof before === 'object') before.children.push(child);
    else items.push(element('li', [child]));
  }
  return items;
}

function withoutTrailingBreak(nodes: HtmlNode[]): HtmlNode[] {
  const last = nodes.at(-1);
  return typeof last === 'object' && last.tag === 'br' ? nodes.slice(0, -1) : nodes;
}

/**
 * Word's list items are paragraphs with a level in their style; their first characters are the bullet or
 * number.
 */
function gatherWordLists(nodes: readonly HtmlNode[]): HtmlNode[] {
  const gathered: HtmlNode[] = [];
  let lines: ListLine[] = [];
  const close = () => {
    gathered.push(...nestLists(lines));
    lines = [];
  };
  for (const node of nodes) {
    const line = typeof node === 'object' ? toListLine(node) : null;
    if (line) lines.push(line);
    else if (typeof node !== 'string' || node.trim() || lines.length === 0) {
      close();
      gathered.push(node);
    }
  }
  close();
  return gathered;
}

function toListLine(node: HtmlElement): ListLine | null {
  const level = /mso-list:[^;]*level(\d)/.exec(styleOf(node))?.[1];
  if (!level || (node.tag !== 'p' && node.tag !== 'div')) return null;
  const isNumbered = /^\s*(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]/i.test(markerOf(node.children));
  return {
    kind: isNumbered ? 'ol' : 'ul',
    indent: Math.min(Number(level) - 1, 8),
    item: element('li', node.children),
  };
}

function markerOf(nodes: readonly HtmlNode[]): string {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    const marker = /mso-list:\s*ignore/.test(styleOf(node)) ? textOf(node.children) : markerOf(node.children);
    if (marker) return marker;
  }
  return '';
}
