// Finds structured data (JSON-LD of schema.org) that was stored as text: pasted as a paragraph or <pre>,
// with or without its escaped script element, perhaps one line per paragraph.
import { isRecord } from '../properties';
import type { HtmlElement, HtmlNode } from './html-tree';

/** Elements that a pasted snippet can consist of. <code> marks a sample that its author wants to show. */
const BLOCKS = new Set(['p', 'pre', 'div']);
const INLINE = new Set('a b strong i em u s span small br'.split(' '));

/** Limit of apparent starts that turn out to be something else, because each of them may be read to the end. */
const MAX_FAILURES = 50;
const SCRIPT_START = '<script';
const SCRIPT_END = '</script>';

/** Removes paragraphs and <pre> that contain nothing else, and escaped script elements within a text. */
export function withoutStructuredData(nodes: readonly HtmlNode[]): HtmlNode[] {
  return strip(nodes, { failures: 0 });
}

function strip(nodes: readonly HtmlNode[], search: { failures: number }): HtmlNode[] {
  const kept: HtmlNode[] = [];
  for (let at = 0; at < nodes.length; ) {
    const length = search.failures < MAX_FAILURES ? lengthOfSnippet(nodes, at) : 0;
    if (length > 0) {
      at += length;
      continue;
    }
    if (length < 0) search.failures += 1;
    const node = nodes[at];
    if (typeof node === 'string') kept.push(withoutScripts(node));
    else if (node)
      kept.push(node.tag === 'code' ? node : { ...node, children: strip(node.children, search) });
    at += 1;
  }
  return kept;
}

/**
 * How many of the nodes from `at` on are a snippet together; 0 if none starts there, -1 if one seemed to start
 * there.
 */
function lengthOfSnippet(nodes: readonly HtmlNode[], at: number): number {
  const start = plainText(nodes[at] ?? '')?.trimStart() ?? '';
  const isScript = start.slice(0, SCRIPT_START.length).toLowerCase() === SCRIPT_START;
  if (!isScript && !/^[{[]/.test(start)) return 0;
  const brackets = new Brackets();
  let text = '';
  for (let end = at; end < nodes.length; end += 1) {
    const more = plainText(nodes[end] ?? '');
    if (more === null) break;
    text += `${more}\n`;
    brackets.read(more);
    if (!brackets.areClosed) continue;
    if (isScript && !text.trimEnd().toLowerCase().endsWith(SCRIPT_END)) continue;
    return isStructuredData(text) ? end - at + 1 : -1;
  }
  return -1;
}

/** Follows the brackets of JSON, without those in strings. */
class Brackets {
  #depth = 0;
  #isString = false;
  #isEscaped = false;
  #hasOpened = false;

  get areClosed(): boolean {
    return this.#hasOpened && this.#depth === 0;
  }

  read(text: string): void {
    for (const character of text) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (this.#isString && character === '\\') this.#isEscaped = true;
      else if (character === '"') this.#isString = !this.#isString;
      else if (this.#isString) continue;
      else if (character === '{' || character === '[') {
        this.#depth += 1;
        this.#hasOpened = true;
      } else if (character === '}' || character === ']') this.#depth -= 1;
    }
  }
}

/** The node's text as JSON has it; null if it contains more than text, such as an image or a code sample. */
function plainText(node: HtmlNode): string | null {
  if (typeof node === 'string') return toPlainQuotes(node);
  const isText = (BLOCKS.has(node.tag) || INLINE.has(node.tag)) && node.children.every(isInline);
  return isText ? toPlainQuotes(textWithBreaks(node)) : null;
}

const isInline = (node: HtmlNode): boolean =>
  typeof node === 'string' || (INLINE.has(node.tag) && node.children.every(isInline));

function textWithBreaks({ tag, children }: HtmlElement): string {
  if (tag === 'br') return '\n';
  return children.map((child) => (typeof child === 'string' ? child : textWithBreaks(child))).join('');
}

/** Word processors replace quotation marks and spaces. */
const toPlainQuotes = (text: string) => text.replace(/[“”„]/g, '"').replaceAll('\u00a0', ' ');

function isStructuredData(text: string): boolean {
  const json = text.replace(/^\s*<script\b[^<>]*>/i, '').replace(/<\/script>\s*$/i, '');
  try {
    return isOfSchemaOrg(JSON.parse(json));
  } catch {
    return false;
  }
}

function isOfSchemaOrg(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isOfSchemaOrg);
  if (!isRecord(value)) return false;
  const context = value['@context'];
  return (Array.isArray(context) ? context : [context]).some(
    (one) => isSchemaOrg(one) || (isRecord(one) && isSchemaOrg(one['@vocab'])),
  );
}

const isSchemaOrg = (value: unknown) =>
  typeof value === 'string' && /^https?:\/\/(?:www\.)?schema\.org\/?$/i.test(value.trim());

/** Removes escaped script elements with structured data from a text that contains more. */
function withoutScripts(text: string): string {
  const lower = text.toLowerCase();
  let kept = '';
  let from = 0;
  for (let start = lower.indexOf(SCRIPT_START); start >= 0; start = lower.indexOf(SCRIPT_START, from)) {
    const end = lower.indexOf(SCRIPT_END, start);
    if (end < 0) break;
    const after = end + SCRIPT_END.length;
    const script = text.slice(start, after);
    kept += text.slice(from, isStructuredData(toPlainQuotes(script)) ? start : after);
    from = after;
  }
  return kept + text.slice(from);
}
