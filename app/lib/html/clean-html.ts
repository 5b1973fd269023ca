// Sanitizes rich content. All stored content has passed through it.
import { keepAllowed, withoutEmptyParagraphs } from './allowed-html';
import { ruleForTag } from './clean-rules';
import { isFootnote } from './footnotes';
import { FOREIGN_BLOCK, fromOtherEditors } from './foreign-blocks';
import { FOREIGN_FOOTNOTES, fromFootnoteLists } from './foreign-footnotes';
import { element, type HtmlNode, hasClass, writeHtml } from './html-tree';
import { parseHtml, TangledHtmlError } from './parse-html';
import { fromQuill } from './quill-html';
import { withoutStructuredData } from './structured-data';

/** Removing elements can leave others in invalid places; parsing the result again repairs that. */
const MAX_ROUNDS = 5;

/**
 * HTML that is safe to display (specification, section 5): allowed tags and attributes; links only to http,
 * https, mailto, tel or this site; no scripts, structured-data snippets or empty paragraphs; Quill's markup
 * as standard HTML. Sanitizing twice changes nothing. Never throws: HTML that is too complex to parse becomes
 * plain text.
 */
export function cleanHtml(html: string): string {
  try {
    let clean = cleanOnce(html);
    for (let round = 1; round < MAX_ROUNDS; round += 1) {
      const again = cleanOnce(clean);
      if (again === clean) break;
      clean = again;
    }
    return clean;
  } catch (error) {
    if (error instanceof TangledHtmlError) return writeHtml([element('p', [plainText(html)])]);
    throw error;
  }
}

function cleanOnce(html: string): string {
  const quill = fromQuill(parseHtml(html));
  const parsed = FOREIGN_FOOTNOTES.test(html) ? fromFootnoteLists(quill) : quill;
  const allowed = keepAllowed(FOREIGN_BLOCK.test(html) ? fromOtherEditors(parsed) : parsed);
  const content = /schema\.org/i.test(html) ? withoutStructuredData(allowed) : allowed;
  return writeHtml(withoutEmptyParagraphs(content)).trim();
}

const BLOCKS = new Set(
  'p h1 h2 h3 h4 h5 h6 li blockquote pre td th tr div figcaption dt dd summary br'.split(' '),
);

/** The text of an HTML fragment, with a single space between blocks. Without footnotes, which would interrupt a sentence. */
export const htmlToText = (html: string): string => toText(html, '');

/** The same with each footnote in brackets, for comparisons. */
export const htmlToTextWithNotes = (html: string): string => toText(html, 'with notes');

type Notes = 'with notes' | '';

function toText(html: string, notes: Notes): string {
  try {
    return spacedText(parseHtml(html), notes).replace(/\s+/g, ' ').trim();
  } catch (error) {
    if (error instanceof TangledHtmlError) return plainText(html);
    throw error;
  }
}

function spacedText(nodes: readonly HtmlNode[], notes: Notes): string {
  return nodes
    .map((node): string => {
      if (typeof node === 'string') return node;
      if (ruleForTag(node.tag) === 'drop' || hasClass(node, 'footnote-ref')) return '';
      if (isFootnote(node)) return notes && ` [${spacedText(node.children, notes).trim()}]`;
      const space = BLOCKS.has(node.tag) ? ' ' : '';
      return space + spacedText(node.children, notes) + space;
    })
    .join('');
}

/** The fallback for HTML that cannot be parsed: the text outside anything like a tag. */
function plainText(html: string): string {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[<>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
