// The editor's clipboard: cleans pasted HTML, and copies the HTML that is stored.

import DOMPurify from 'dompurify';
import Quill from 'quill';
import Clipboard from 'quill/modules/clipboard';
import { keepAllowed, withoutEmptyParagraphs } from '~/lib/html/allowed-html';
import { findEmbed, toFigure } from '~/lib/html/embeds';
import { type HtmlNode, writeHtml } from '~/lib/html/html-tree';
import { parseHtml } from '~/lib/html/parse-html';
import { toHtmlNodes } from './dom-tree';
import { fromOffice } from './from-office';
import { readBlocks } from './read-blocks';
import { opsIn, type RichOp } from './rich-op';
import { newRow } from './table-rows';
import { writeBlocks } from './write-blocks';

const Delta = Quill.import('delta');
type Delta = InstanceType<typeof Delta>;
type Copied = { html?: string; text?: string } | string;

export class RichClipboard extends Clipboard {
  override convert(copied: Copied, formats: Record<string, unknown> = {}): Delta {
    // react-quill still passes only the HTML, as in Quill 1.
    const { html = '', text = '' } = typeof copied === 'string' ? { html: copied } : copied;
    if (formats['code-block']) return super.convert({ text }, formats);
    const embed = findEmbed(text.trim());
    if (embed && !formats.link) return new Delta([{ insert: { atomic: writeHtml([toFigure(embed)]) } }]);
    if (formats.table) return new Delta(toCellOps(html, text));
    const rows = html ? null : readRows(text);
    if (rows) return new Delta(rows);
    if (!html) return super.convert({ text: text.replace(/\r\n?/g, '\n') }, formats);
    return new Delta(withoutLastBreak(readBlocks(readPasted(html)).flatMap(({ ops }) => ops)));
  }

  override onCopy(range: { index: number; length: number }): { html: string; text: string } {
    const ops = opsIn(this.quill, range.index, range.length);
    return { html: writeBlocks(ops).join(''), text: this.quill.getText(range.index, range.length) };
  }
}

/** What is pasted into a cell of a table: its text, with line breaks for other blocks. */
function toCellOps(html: string, text: string): RichOp[] {
  const ops: RichOp[] = html
    ? readBlocks(readPasted(html)).flatMap((block) => block.ops)
    : text
        .split(/\r\n?|\n/)
        .flatMap((line): RichOp[] => [...(line ? [{ insert: line }] : []), { insert: '\n' }]);
  const lines = ops
    .filter(({ insert }) => typeof insert === 'string' || !('atomic' in insert))
    .flatMap((op): RichOp[] => {
      if (typeof op.insert !== 'string' || !op.insert.includes('\n')) return [op];
      return [...op.insert].map(() => ({ insert: { softbreak: true } }));
    });
  while (
    lines.length > 0 &&
    typeof lines.at(-1)?.insert === 'object' &&
    'softbreak' in Object(lines.at(-1)?.insert)
  )
    lines.pop();
  return lines;
}

/** Rows of a spreadsheet as plain text: at least two lines, each with the same number of tabs. */
function readRows(text: string): RichOp[] | null {
  const rows = text
    .replace(/(?:\r\n?|\n)$/, '')
    .split(/\r\n?|\n/)
    .map((line) => line.split('\t'));
  const columns = rows[0]?.length ?? 0;
  if (rows.length < 2 || columns < 2 || rows.some((cells) => cells.length !== columns)) return null;
  const cells = rows.flatMap((row, index) => {
    const table = newRow(index === 0 ? 'head' : 'row');
    return row.flatMap((cell): RichOp[] => [
      ...(cell.trim() ? [{ insert: cell.trim() }] : []),
      { insert: '\n', attributes: { table } },
    ]);
  });
  return [{ insert: '\n' }, ...cells];
}

/** The last plain paragraph merges with the one it is pasted into. */
function withoutLastBreak(ops: RichOp[]): RichOp[] {
  const last = ops.at(-1);
  return last?.insert === '\n' && !last.attributes ? ops.slice(0, -1) : ops;
}

/**
 * Parses pasted HTML with the server's parser, which creates no elements: the browser's own would trigger the
 * content security policy for every style and handler. Then applies the rules for stored HTML, and DOMPurify
 * as a second check.
 * @throws Error in browsers that DOMPurify does not support, where it would return its input unchanged
 */
function readPasted(html: string): HtmlNode[] {
  if (!DOMPurify.isSupported) throw new Error('This browser cannot clean what is pasted.');
  const clean = writeHtml(withoutEmptyParagraphs(keepAllowed(fromOffice(parseHtml(html)))));
  return toHtmlNodes(DOMPurify.sanitize(clean, { USE_PROFILES: { html: true }, RETURN_DOM_FRAGMENT: true }));
}
