// Parses HTML like a browser, with limits, because the input is untrusted.
import {
  type DefaultTreeAdapterTypes as Dom,
  defaultTreeAdapter,
  html as names,
  Parser,
  Tokenizer,
  type TreeAdapter,
} from 'parse5';
import type { HtmlNode } from './html-tree';

/** The HTML is deeper, larger or more complex than anything a person writes, and too expensive to parse. */
export class TangledHtmlError extends Error {}

const MAX_DEPTH = 200;
const MAX_NODES = 200_000;
const MAX_ATTRIBUTES = 100;
const HTML_NAMESPACE = names.NS.HTML;

/** Checking a tag for duplicate attributes takes quadratic time. */
class FrugalTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    super._leaveAttrName();
    const token = this.currentToken;
    if (token && 'attrs' in token && token.attrs.length > MAX_ATTRIBUTES) throw new TangledHtmlError();
  }
}

/** Counts the nodes it creates, and searches siblings from the end, where the parser works. */
function limitedAdapter(): TreeAdapter<Dom.DefaultTreeAdapterMap> {
  let nodes = 0;
  let depth = 0;
  const count = () => {
    nodes += 1;
    if (nodes > MAX_NODES) throw new TangledHtmlError();
  };
  return {
    ...defaultTreeAdapter,
    createElement(...facts) {
      count();
      return defaultTreeAdapter.createElement(...facts);
    },
    createCommentNode(data) {
      count();
      return defaultTreeAdapter.createCommentNode(data);
    },
    insertBefore(parent, node, sibling) {
      parent.childNodes.splice(parent.childNodes.lastIndexOf(sibling), 0, node);
      node.parentNode = parent;
    },
    insertTextBefore(parent, text, sibling) {
      const before = parent.childNodes[parent.childNodes.lastIndexOf(sibling) - 1];
      if (before && defaultTreeAdapter.isTextNode(before)) before.value += text;
      else this.insertBefore(parent, defaultTreeAdapter.createTextNode(text), sibling);
    },
    detachNode(node) {
      const { parentNode } = node;
      if (!parentNode) return;
      parentNode.childNodes.splice(parentNode.childNodes.lastIndexOf(node), 1);
      node.parentNode = null;
    },
    onItemPush() {
      depth += 1;
      if (depth > MAX_DEPTH) throw new TangledHtmlError();
    },
    onItemPop() {
      depth -= 1;
    },
  };
}

/**
 * Parses `html` as a browser would inside a <div>. Omits comments, the content of templates and, unless
 * `foreign` is set, the content of SVG and MathML.
 * @throws TangledHtmlError
 */
export function parseHtml(html: string, { foreign = false } = {}): HtmlNode[] {
  const treeAdapter = limitedAdapter();
  const parser = Parser.getFragmentParser<Dom.DefaultTreeAdapterMap>(
    treeAdapter.createElement('div', HTML_NAMESPACE, []),
    { treeAdapter, scriptingEnabled: false },
  );
  parser.tokenizer = new FrugalTokenizer(parser.options, parser);
  parser.tokenizer.write(html, true);
  // The adapter's own function moves nodes one by one from the start of an array, which is slow for long
  // ones.
  const [root] = parser.document.childNodes;
  return root && 'childNodes' in root ? root.childNodes.flatMap((node) => toHtmlNode(node, foreign)) : [];
}

function toHtmlNode(node: Dom.ChildNode, foreign: boolean): HtmlNode[] {
  if (defaultTreeAdapter.isTextNode(node)) return [node.value];
  if (!defaultTreeAdapter.isElementNode(node)) return [];
  const isOmitted = !foreign && node.namespaceURI !== HTML_NAMESPACE;
  return [
    {
      tag: node.tagName.toLowerCase(),
      attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name.toLowerCase(), value])),
      children: isOmitted ? [] : node.childNodes.flatMap((child) => toHtmlNode(child, foreign)),
    },
  ];
}
