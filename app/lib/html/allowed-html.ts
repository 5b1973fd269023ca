// Removes everything from an HTML tree that rich content may not contain. Runs in the worker, and in the
// browser for pastes.
import { isPlayer } from './article-blocks';
import { cleanAttributes, ruleForTag } from './clean-rules';
import { toDynamicBlock } from './dynamic-blocks';
import { findEmbed, toFigure } from './embeds';
import { isFootnote, toFootnote, withoutFootnotes } from './footnotes';
import { element, type HtmlElement, type HtmlNode, isBlankNode } from './html-tree';

/** The allowed nodes. An unknown element is replaced by its children. */
export function keepAllowed(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.flatMap((node) => (typeof node === 'string' ? [node] : keepElement(node)));
}

function keepElement(node: HtmlElement): HtmlNode[] {
  const { tag, attributes, children } = node;
  if (tag === 'iframe') {
    const embed = findEmbed(attributes.src ?? '');
    return embed ? [toFigure(embed)] : [];
  }
  if (isPlayer(tag)) return keepPlayer(node);
  const rule = ruleForTag(tag);
  if (rule === 'drop') return [];
  if (rule === 'open') return keepAllowed(children);
  const kept = element(tag, keepAllowed(children), cleanAttributes(node));
  if (tag === 'img' && !kept.attributes.src) return [];
  if (isFootnote(kept)) return toFootnote(kept.children);
  if (tag === 'a') kept.children = withoutFootnotes(kept.children);
  const dynamic = tag === 'figure' && toDynamicBlock(attributes, kept.children);
  if (dynamic) return [dynamic];
  if (tag === 'figure' && 'data-embed' in attributes) kept.attributes = embedFacts(kept.children);
  // A span has no attributes left, so it has no effect.
  return tag === 'span' ? kept.children : [kept];
}

/** Removes a player's fallback text, and the player itself if none of its files can be played. */
function keepPlayer({ tag, attributes, children }: HtmlElement): HtmlElement[] {
  const sources = children.flatMap((child) =>
    typeof child === 'object' && child.tag === 'source' ? [child.attributes.src ?? ''] : [],
  );
  const { src: own = '', ...others } = attributes;
  for (const src of [own, ...sources]) {
    const kept = cleanAttributes(element(tag, [], { src, ...others }));
    if (kept.src) return [element(tag, [], kept)];
  }
  return [];
}

/** Derives the figure's attributes from its link, so that given attributes do not count. */
function embedFacts(children: readonly HtmlNode[]): Record<string, string> {
  const link = children.find((child) => typeof child === 'object' && child.tag === 'a');
  const embed = typeof link === 'object' ? findEmbed(link.attributes.href ?? '') : null;
  return embed ? { 'data-embed': embed.provider, 'data-id': embed.id } : {};
}

/** Removes empty paragraphs with the white space after them. */
export function withoutEmptyParagraphs(nodes: readonly HtmlNode[]): HtmlNode[] {
  const kept: HtmlNode[] = [];
  let isBehindEmpty = false;
  for (const node of nodes) {
    if (typeof node === 'string') {
      kept.push(isBehindEmpty ? node.trimStart() : node);
    } else if (node.tag !== 'p' || !isBlankNode(node.children)) {
      kept.push({ ...node, children: withoutEmptyParagraphs(node.children) });
      isBehindEmpty = false;
    } else isBehindEmpty = true;
  }
  return kept;
}
