// The one cleaner of rich content. Whatever is stored went through it; whatever is shown was stored.
import { keepAllowed, withoutEmptyParagraphs } from './allowed-html';
import { judgeTag } from './clean-rules';
import { element, type HtmlNode, writeHtml } from './html-tree';
import { parseHtml, TangledHtmlError } from './parse-html';
import { fromQuill } from './quill-html';

/** What was taken out can leave elements in places where HTML does not know them; reading it again sorts that out. */
const MOST_ROUNDS = 5;

/**
 * HTML that is safe to show: an allow-list of tags and attributes, links only to http, https, mailto, tel or this site
 * (specification, section 5), scripts and structured-data snippets gone with their text, empty paragraphs stripped, the
 * editor's own markup turned into everyone's. Cleaning what is clean changes nothing. Never fails: of HTML too tangled
 * to read the text is kept.
 */
export function cleanHtml(html: string): string {
  try {
    let clean = cleanOnce(html);
    for (let round = 1; round < MOST_ROUNDS; round += 1) {
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
  return writeHtml(withoutEmptyParagraphs(keepAllowed(fromQuill(parseHtml(html))))).trim();
}

const BLOCKS = new Set('p h1 h2 h3 h4 h5 h6 li blockquote pre td th tr div figcaption dt dd br'.split(' '));

/** The text of an HTML fragment, its blocks apart by single spaces. */
export function htmlToText(html: string): string {
  try {
    return spacedText(parseHtml(html)).replace(/\s+/g, ' ').trim();
  } catch (error) {
    if (error instanceof TangledHtmlError) return plainText(html);
    throw error;
  }
}

function spacedText(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      if (judgeTag(node.tag) === 'drop') return '';
      const space = BLOCKS.has(node.tag) ? ' ' : '';
      return space + spacedText(node.children) + space;
    })
    .join('');
}

/** For HTML that cannot be read: what stands outside of anything like a tag. */
function plainText(html: string): string {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[<>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
