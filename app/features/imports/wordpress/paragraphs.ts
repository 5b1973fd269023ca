// Texts of WordPress's classic editor have line breaks where their page shows paragraphs.
import { replaceSpans } from './spans';

const BLOCK =
  /^<\/?(?:p|div|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|pre|table|thead|tbody|tfoot|tr|td|th|caption|figure|figcaption|hr|iframe|form|section|article|aside|header|footer|nav|details|summary|address|fieldset|video|audio)\b/i;
/** Nothing is changed in these. */
const KEPT = /<(pre|script|style|textarea|svg)\b/gi;
const endOfKept = ([, tag = '']: RegExpExecArray) => `</${tag.toLowerCase()}>`;

/** Paragraphs where blank lines are, line breaks where single ones are; blocks stay as they are. */
export function addParagraphs(html: string): string {
  const kept: string[] = [];
  const hidden = replaceSpans(html.replace(/\r\n?/g, '\n'), KEPT, endOfKept, (block) => {
    kept.push(block);
    return `\n\n<hr data-kept="${kept.length - 1}">\n\n`;
  });
  // Once each, whatever the text itself says.
  const takeKept = (number: number) => kept.splice(number, 1, '')[0] ?? '';
  // A block begins and ends a line of its own.
  const apart = hidden
    .replace(/(<(?:p|div|h[1-6]|ul|ol|dl|blockquote|table|figure|hr|iframe)\b)/gi, '\n\n$1')
    .replace(/(<\/(?:p|div|h[1-6]|ul|ol|dl|blockquote|table|figure|iframe)>|<hr\b[^<>]*>)/gi, '$1\n\n');
  return joinBlocks(apart.split(/\n\s*\n/))
    .map((piece) =>
      BLOCK.test(piece) ? piece : `<p>${piece.replace(/(?<!<br\s*\/?>)\n/gi, '<br />\n')}</p>`,
    )
    .join('\n')
    .replace(/<hr data-kept="(\d+)">/g, (_, number: string) => takeKept(Number(number)));
}

/** A list or a table that has blank lines in it is one piece. */
function joinBlocks(pieces: readonly string[]): string[] {
  const joined: string[] = [];
  let open = 0;
  for (const piece of pieces.map((text) => text.trim()).filter(Boolean)) {
    if (open > 0 && joined.length > 0) joined[joined.length - 1] += `\n${piece}`;
    else joined.push(piece);
    const opened = piece.match(/<(?:ul|ol|dl|blockquote|table|figure|div)\b/gi)?.length ?? 0;
    const ended = piece.match(/<\/(?:ul|ol|dl|blockquote|table|figure|div)>/gi)?.length ?? 0;
    open = Math.max(0, open + opened - ended);
  }
  return joined;
}
