// Takes from a tree of HTML what rich content may not hold. Runs in the worker and, for what is pasted, in the browser.
import { judgeAttributes, judgeTag } from './clean-rules';
import { findEmbed, toFigure } from './embeds';
import { element, type HtmlElement, type HtmlNode, isBlank } from './html-tree';

/** What the rules allow of it; of an element they do not know, what is in it. */
export function keepAllowed(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.flatMap((node) => (typeof node === 'string' ? [node] : keepElement(node)));
}

function keepElement(node: HtmlElement): HtmlNode[] {
  const { tag, attributes, children } = node;
  if (tag === 'iframe') {
    const embed = findEmbed(attributes.src ?? '');
    return embed ? [toFigure(embed)] : [];
  }
  const judged = judgeTag(tag);
  if (judged === 'drop') return [];
  if (judged === 'open') return keepAllowed(children);
  const kept = element(tag, keepAllowed(children), judgeAttributes(node));
  if (tag === 'img' && !kept.attributes.src) return [];
  if (tag === 'figure' && 'data-embed' in attributes) kept.attributes = embedFacts(kept.children);
  // Nothing distinguishes a span here.
  return tag === 'span' ? kept.children : [kept];
}

/** The link says what is embedded; whatever the attributes said is derived from it anew. */
function embedFacts(children: readonly HtmlNode[]): Record<string, string> {
  const link = children.find((child) => typeof child === 'object' && child.tag === 'a');
  const embed = typeof link === 'object' ? findEmbed(link.attributes.href ?? '') : null;
  return embed ? { 'data-embed': embed.provider, 'data-id': embed.id } : {};
}

/** With the white space behind them. */
export function withoutEmptyParagraphs(nodes: readonly HtmlNode[]): HtmlNode[] {
  const kept: HtmlNode[] = [];
  let isBehindEmpty = false;
  for (const node of nodes) {
    if (typeof node === 'string') {
      kept.push(isBehindEmpty ? node.trimStart() : node);
    } else if (node.tag !== 'p' || !isBlank(node.children)) {
      kept.push({ ...node, children: withoutEmptyParagraphs(node.children) });
      isBehindEmpty = false;
    } else isBehindEmpty = true;
  }
  return kept;
}
