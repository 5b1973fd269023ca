// Repairs rich content on its parsed tree, so that decoded text can never become markup.
import { cleanHtml } from '~/lib/html/clean-html';
import { cleanAttributes } from '~/lib/html/clean-rules';
import { type HtmlElement, type HtmlNode, writeHtml } from '~/lib/html/html-tree';
import { parseHtml, TangledHtmlError } from '~/lib/html/parse-html';
import { collapseSpace } from './collapse-space';
import { countReferences, decodeReferences } from './decode-references';

export interface RepairedHtml {
  html: string;
  /** References decoded. */
  references: number;
  /** Runs of white space collapsed. */
  spaces: number;
}

/** Text in these elements is kept as is. */
const CODE = new Set(['pre', 'code', 'kbd', 'samp']);
const CODE_SOURCE = /<(pre|code|kbd|samp)\b[\s\S]*?<\/\1>/gi;
/** Cleaning can join adjacent texts, which may then need another repair. */
const MAX_ROUNDS = 5;
/** Characters that decoding must not add to a URL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop or refuse these
const UNSAFE_IN_URL = /[\u0000-\u0020\u007F-\u00A0<>"\\]/;

/**
 * Decodes references that were encoded more than once and collapses white space, outside code. Returns
 * undamaged HTML byte for byte and damaged HTML repaired and cleaned. Idempotent.
 */
export function repairHtml(html: string): RepairedHtml {
  const untouched = { html, references: 0, spaces: 0 };
  try {
    const nodes = parseHtml(html);
    const first = new Repairing();
    const repaired = first.repair(nodes);
    const needless = countNeedless(html, nodes);
    if (first.isIdle && needless === 0) return untouched;
    const settled = settle(cleanHtml(writeHtml(repaired)));
    if (settled === null || settled === html) return untouched;
    return { html: settled, references: first.references + needless, spaces: first.spaces };
  } catch (error) {
    // HTML that cannot be parsed is left unchanged.
    if (error instanceof TangledHtmlError) return untouched;
    throw error;
  }
}

/** Repairs and cleans until neither changes anything; null if that takes more than MAX_ROUNDS. */
function settle(clean: string): string | null {
  let html = clean;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const repairing = new Repairing();
    const repaired = repairing.repair(parseHtml(html));
    if (repairing.isIdle) return html;
    html = cleanHtml(writeHtml(repaired));
  }
  return null;
}

class Repairing {
  references = 0;
  spaces = 0;

  get isIdle(): boolean {
    return this.references === 0 && this.spaces === 0;
  }

  repair(nodes: readonly HtmlNode[]): HtmlNode[] {
    return nodes.map((node) => {
      if (typeof node === 'string') return this.text(node);
      if (CODE.has(node.tag)) return node;
      return { ...node, attributes: this.attributes(node), children: this.repair(node.children) };
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
    for (const name of ['alt', 'title', 'href', 'src', 'poster']) {
      const value = attributes[name];
      if (value === undefined || !value.includes('&')) continue;
      const decoded = decodeReferences(value);
      if (decoded.count === 0) continue;
      const isAddress = name === 'href' || name === 'src' || name === 'poster';
      if (isAddress && !isFineAddress(element, name, decoded.text)) continue;
      attributes[name] = decoded.text;
      this.references += decoded.count;
    }
    return attributes;
  }
}

/**
 * A decoded URL is accepted only if the cleaner keeps it unchanged, so no reference can produce a script
 * link.
 */
function isFineAddress(element: HtmlElement, name: string, decoded: string): boolean {
  const before = element.attributes[name] ?? '';
  if (UNSAFE_IN_URL.test(decoded) && !UNSAFE_IN_URL.test(before)) return false;
  const attributes = { ...element.attributes, [name]: decoded };
  return cleanAttributes({ ...element, attributes })[name] === decoded;
}

/**
 * Counts references that our serializer would not write, because the character itself is valid there
 * (`&quot;` in a sentence, `&#39;`, `&rsquo;`). Ignores code.
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
