// Converts blocks of Ghost and WordPress, which they mark by classes, to blocks of this editor.
import { BUTTON_LINK, PULL_QUOTE } from './article-blocks';
import { toCardBlocks } from './foreign-cards';
import { toMediaFigures } from './foreign-media';
import { element, type HtmlElement, type HtmlNode, hasClass, textOf } from './html-tree';

/** Whether HTML may contain such blocks. */
export const FOREIGN_BLOCK =
  /\b(?:kg-(?:callout|toggle|button|blockquote|image|gallery|video|audio|signup|cta|product|header)|wp-block-(?:pullquote|quote|table|button|image|gallery))/;

/** Colors of Ghost's callouts. All others are notes. */
const CALLOUT_OF_COLOR: Record<string, string> = { green: 'tip', yellow: 'warning', red: 'warning' };

export function fromOtherEditors(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === 'string') return [node];
    return convert(node) ?? [{ ...node, children: fromOtherEditors(node.children) }];
  });
}

/** Null if the element is not such a block. */
function convert(node: HtmlElement): HtmlNode[] | null {
  const { tag } = node;
  if (hasClass(node, 'kg-callout-card')) return toCallout(node);
  if (hasClass(node, 'kg-toggle-card')) return toDetails(node);
  if (hasClass(node, 'kg-button-card')) return toButton(node);
  if (hasClass(node, 'wp-block-button') && tag === 'div') return toButton(node);
  if (hasClass(node, 'wp-block-buttons') && tag === 'div') return fromOtherEditors(node.children);
  if (tag === 'blockquote' && hasClass(node, 'kg-blockquote-alt'))
    return [toQuotation(node.children, { class: PULL_QUOTE })];
  if (tag === 'figure' && hasClass(node, 'wp-block-table')) return toTable(node);
  if (tag === 'blockquote' && hasClass(node, 'wp-block-quote'))
    return [toQuotation(fromOtherEditors(node.children), {})];
  const card = toCardBlocks(node);
  if (card) return card;
  const media = toMediaFigures(node, holdAll);
  if (media) return media;
  if (!hasClass(node, 'wp-block-pullquote')) return null;
  const quotation = tag === 'figure' ? find(node, ({ tag }) => tag === 'blockquote') : node;
  return quotation && holdAll(node, [quotation])
    ? [toQuotation(quotation.children, { class: PULL_QUOTE })]
    : null;
}

/** Whether an element has no text and no image outside these parts of it, which do not overlap. */
function holdAll(whole: HtmlElement, parts: readonly HtmlElement[]): boolean {
  const sizeOf = (one: HtmlElement) =>
    textOf(one.children).replace(/\s/g, '').length + countImages(one.children);
  return parts.reduce((sum, part) => sum + sizeOf(part), 0) === sizeOf(whole);
}

function countImages(nodes: readonly HtmlNode[]): number {
  return nodes.reduce<number>(
    (sum, node) =>
      typeof node === 'string' ? sum : sum + Number(node.tag === 'img') + countImages(node.children),
    0,
  );
}

function find(within: HtmlElement, matches: (one: HtmlElement) => boolean): HtmlElement | null {
  for (const child of within.children) {
    if (typeof child === 'string') continue;
    const found = matches(child) ? child : find(child, matches);
    if (found) return found;
  }
  return null;
}

function toCallout(card: HtmlElement): HtmlElement[] | null {
  const color = /kg-callout-card-(\w+)/.exec(card.attributes.class ?? '')?.[1] ?? '';
  const kind = Object.hasOwn(CALLOUT_OF_COLOR, color) ? CALLOUT_OF_COLOR[color] : 'note';
  const emoji = find(card, (one) => hasClass(one, 'kg-callout-emoji'));
  const text = find(card, (one) => hasClass(one, 'kg-callout-text')) ?? card;
  if (text !== card && !holdAll(card, emoji ? [emoji, text] : [text])) return null;
  const sign = emoji && text !== card ? `${textOf(emoji.children).trim()} ` : '';
  return [element('div', [element('p', [sign, ...text.children])], { class: `callout callout-${kind}` })];
}

function toDetails(card: HtmlElement): HtmlElement[] | null {
  const heading = find(card, (one) => hasClass(one, 'kg-toggle-heading-text'));
  const content = find(card, (one) => hasClass(one, 'kg-toggle-content'));
  if (!heading || !content || !holdAll(card, [heading, content])) return null;
  const answer = content.children.some(
    (child) => typeof child === 'object' && /^(?:p|ul|ol)$/.test(child.tag),
  )
    ? fromOtherEditors(content.children)
    : [element('p', content.children)];
  return [element('details', [element('summary', heading.children), ...answer])];
}

/** A table that can be edited, without its figure. The caption becomes the paragraph below it. */
function toTable(figure: HtmlElement): HtmlElement[] | null {
  const table = find(figure, ({ tag }) => tag === 'table');
  const caption = find(figure, ({ tag }) => tag === 'figcaption');
  if (!table || !holdAll(figure, caption ? [table, caption] : [table])) return null;
  return caption ? [table, element('p', caption.children)] : [table];
}

function toButton(card: HtmlElement): HtmlElement[] | null {
  const link = find(card, ({ tag }) => tag === 'a');
  if (link && !holdAll(card, [link])) return null;
  const isCentered = hasClass(card, 'kg-align-center');
  const classes = isCentered ? `${BUTTON_LINK} ql-align-center` : BUTTON_LINK;
  return [element('p', link ? [link] : card.children, { class: classes })];
}

/** WordPress puts the speaker's name in a bare <cite> after the paragraphs. Wrap it in a paragraph. */
function toQuotation(children: readonly HtmlNode[], attributes: HtmlElement['attributes']): HtmlElement {
  const lines = children.map((child) =>
    typeof child === 'object' && child.tag === 'cite' ? element('p', [child]) : child,
  );
  const isInline = lines.every(
    (line) => typeof line === 'string' || !/^(?:p|div|ul|ol|h[1-6])$/.test(line.tag),
  );
  return element('blockquote', isInline ? [element('p', lines)] : lines, attributes);
}
