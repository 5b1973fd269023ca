// Damage in rich content, mended on its tree: text stays text, so nothing here can make markup.
import { cleanHtml } from '~/lib/clean-html';
import { judgeAttributes } from '~/lib/clean-rules';
import { type HtmlElement, type HtmlNode, writeHtml } from '~/lib/html-tree';
import { parseHtml, TangledHtmlError } from '~/lib/parse-html';
import { collapseSpace } from './collapse-space';
import { countReferences, decodeReferences } from './decode-references';

export interface RepairedHtml {
  html: string;
  /** References decoded. */
  references: number;
  /** Runs of white space collapsed. */
  spaces: number;
}

/** What is typed in these is meant as it stands. */
const CODE = new Set(['pre', 'code', 'kbd', 'samp']);
const CODE_SOURCE = /<(pre|code|kbd|samp)\b[\s\S]*?<\/\1>/gi;
/** What is cleaned may join texts that stood apart, and joined they may want mending again. */
const MOST_ROUNDS = 5;
/** What no address gains by being decoded. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop or refuse these
const NO_ADDRESS = /[\u0000-\u0020\u007F-\u00A0<>"\\]/;

/**
 * Decodes references that were encoded more than once, and collapses white space, outside of code. What has neither
 * comes back as it stands, byte for byte; what is changed comes back clean. Repairing what was repaired changes nothing.
 */
export function repairHtml(html: string): RepairedHtml {
  const untouched = { html, references: 0, spaces: 0 };
  try {
    const nodes = parseHtml(html);
    const first = new Mending();
    const mended = first.mend(nodes);
    const needless = countNeedless(html, nodes);
    if (first.isIdle && needless === 0) return untouched;
    const settled = settle(cleanHtml(writeHtml(mended)));
    if (settled === null || settled === html) return untouched;
    return { html: settled, references: first.references + needless, spaces: first.spaces };
  } catch (error) {
    // Nobody can say what it means, so nobody mends it.
    if (error instanceof TangledHtmlError) return untouched;
    throw error;
  }
}

/** Mended and cleaned until both have nothing to say; null for what never comes to rest. */
function settle(clean: string): string | null {
  let html = clean;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const mending = new Mending();
    const mended = mending.mend(parseHtml(html));
    if (mending.isIdle) return html;
    html = cleanHtml(writeHtml(mended));
  }
  return null;
}

class Mending {
  references = 0;
  spaces = 0;

  get isIdle(): boolean {
    return this.references === 0 && this.spaces === 0;
  }

  mend(nodes: readonly HtmlNode[]): HtmlNode[] {
    return nodes.map((node) => {
      if (typeof node === 'string') return this.text(node);
      if (CODE.has(node.tag)) return node;
      return { ...node, attributes: this.attributes(node), children: this.mend(node.children) };
    });
  }

  private text(text: string): string {
    const decoded = decodeReferences(text);
    const collapsed = collapseSpace(decoded.text);
    this.references += decoded.count;
    this.spaces += collapsed.count;
    return collapsed.text;
  }

  private attributes(element: HtmlElement): Record<string, string> {
    const attributes = { ...element.attributes };
    for (const name of ['alt', 'title', 'href', 'src']) {
      const value = attributes[name];
      if (value === undefined || !value.includes('&')) continue;
      const decoded = decodeReferences(value);
      if (decoded.count === 0) continue;
      const isAddress = name === 'href' || name === 'src';
      if (isAddress && !isFineAddress(element, name, decoded.text)) continue;
      attributes[name] = decoded.text;
      this.references += decoded.count;
    }
    return attributes;
  }
}

/** A decoded address must be one that the cleaner keeps as it is: no reference makes a link to a script. */
function isFineAddress(element: HtmlElement, name: string, decoded: string): boolean {
  const before = element.attributes[name] ?? '';
  if (NO_ADDRESS.test(decoded) && !NO_ADDRESS.test(before)) return false;
  const attributes = { ...element.attributes, [name]: decoded };
  return judgeAttributes({ ...element, attributes })[name] === decoded;
}

/**
 * References in the source that we would not write: their characters stand for themselves (`&quot;` in a sentence,
 * `&#39;`, `&rsquo;`). Code is left out on both sides.
 */
function countNeedless(html: string, nodes: readonly HtmlNode[]): number {
  if (!html.includes('&')) return 0;
  const written = countReferences(writeHtml(withoutCode(nodes)));
  let needless = 0;
  for (const [reference, count] of countReferences(html.replace(CODE_SOURCE, ''))) {
    needless += Math.max(0, count - (written.get(reference) ?? 0));
  }
  return needless;
}

function withoutCode(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes
    .filter((node) => typeof node === 'string' || !CODE.has(node.tag))
    .map((node) => (typeof node === 'string' ? node : { ...node, children: withoutCode(node.children) }));
}
