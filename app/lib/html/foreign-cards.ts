// Converts Ghost's cards of several parts (sign-up, call to action, product, header) to the blocks that they consist of.
import { BUTTON_LINK } from './article-blocks';
import { ruleForTag } from './clean-rules';
import { toSignUpFigure } from './dynamic-blocks';
import { element, type HtmlElement, type HtmlNode, hasClass, isBlankNode } from './html-tree';

const CARDS = ['kg-signup-card', 'kg-cta-card', 'kg-product-card', 'kg-header-card'];
const BUTTONS = ['kg-cta-button', 'kg-product-card-button', 'kg-header-card-button'];
/** Headings that are smaller text in Ghost. */
const SMALL = ['kg-signup-card-subheading', 'kg-header-card-subheading'];
export const SIGN_UP_FORM = 'kg-signup-card-form';
const BLOCK = /^(?:p|ul|ol|h[1-6]|blockquote|figure|pre|table|hr)$/;

/** Null if the element is not such a card. */
export function toCardBlocks(node: HtmlElement): HtmlNode[] | null {
  return CARDS.some((name) => hasClass(node, name)) ? toBlocks(node.children) : null;
}

/** Blocks stay. Images and text between them become figures and paragraphs. */
function toBlocks(nodes: readonly HtmlNode[]): HtmlNode[] {
  const blocks: HtmlNode[] = [];
  let line: HtmlNode[] = [];
  const endLine = () => {
    if (!isBlankNode(line)) blocks.push(element('p', line));
    line = [];
  };
  for (const node of nodes) {
    const block = toBlock(node);
    if (!block) line.push(node);
    else {
      endLine();
      blocks.push(...block);
    }
  }
  endLine();
  return blocks;
}

/** Null for inline content. */
function toBlock(node: HtmlNode): HtmlNode[] | null {
  if (typeof node === 'string') return null;
  const { tag, children } = node;
  if (hasClass(node, SIGN_UP_FORM)) return [toSignUpFigure()];
  if (tag === 'img') return [element('figure', [node])];
  if (BUTTONS.some((name) => hasClass(node, name)))
    return tag === 'a' ? [element('p', [node], { class: BUTTON_LINK })] : [element('p', children)];
  if (tag === 'a' && holdsImage(node)) return [element('figure', [node])];
  if (hasClass(node, 'kg-signup-card-heading')) return [element('p', [element('strong', children)])];
  if (SMALL.some((name) => hasClass(node, name))) return [element('p', children)];
  if (BLOCK.test(tag)) return [node];
  return tag === 'div' || ruleForTag(tag) === 'open' ? toBlocks(children) : null;
}

const holdsImage = ({ children }: HtmlElement) =>
  children.some((child) => typeof child === 'object' && child.tag === 'img');
