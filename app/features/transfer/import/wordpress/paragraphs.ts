// Adds paragraphs to text of the WordPress classic editor, which stores line breaks only.
import { changeAround } from './spans';

const BLOCK =
  /^<\/?(?:p|div|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|pre|table|thead|tbody|tfoot|tr|td|th|caption|figure|figcaption|hr|iframe|form|section|article|aside|header|footer|nav|details|summary|address|fieldset|video|audio)\b/i;
/** Elements whose content stays unchanged. */
const KEPT = /<(pre|script|style|textarea|svg)\b/gi;

/** Turns blank lines into paragraphs and single line breaks into <br />. Block elements stay. */
export function addParagraphs(html: string): string {
  return changeAround(html.replace(/\r\n?/g, '\n'), KEPT, toParagraphs, '\n\n');
}

function toParagraphs(text: string): string {
  // Put every block element on its own line.
  const separated = text
    .replace(/(<(?:p|div|h[1-6]|ul|ol|dl|blockquote|table|figure|hr|iframe)\b)/gi, '\n\n$1')
    .replace(/(<\/(?:p|div|h[1-6]|ul|ol|dl|blockquote|table|figure|iframe)>|<hr\b[^<>]*>)/gi, '$1\n\n');
  return joinBlocks(separated.split(/\n\s*\n/))
    .map((piece) =>
      BLOCK.test(piece) || isBare(piece)
        ? piece
        : `<p>${piece.replace(/(?<!<br\s*\/?>)\n/gi, '<br />\n')}</p>`,
    )
    .join('\n');
}

/** Only tags, such as `<a href="/x">` in front of a block element: a paragraph would close them. */
const isBare = (piece: string) => piece.replace(/<(?!img\b)[^<>]*>/gi, '').trim() === '';

/** Keeps a list or table with blank lines in one piece. */
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
