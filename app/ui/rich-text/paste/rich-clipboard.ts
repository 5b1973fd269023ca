// The editor's clipboard: cleans pasted HTML, and copies the HTML that is stored.

import DOMPurify from 'dompurify';
import Quill from 'quill';
import Clipboard from 'quill/modules/clipboard';
import { keepAllowed, withoutEmptyParagraphs } from '~/lib/html/allowed-html';
import { findEmbed, toFigure } from '~/lib/html/embeds';
import { fromFootnoteLists } from '~/lib/html/foreign-footnotes';
import { element, type HtmlNode, writeHtml } from '~/lib/html/html-tree';
import { parseHtml } from '~/lib/html/parse-html';
import { formatsAt } from '../blocks/insert-block';
import { toHtmlNodes } from '../html/dom-tree';
import { readBlocks } from '../html/read-blocks';
import { readTabbedRows } from '../html/read-table';
import { opsIn, type RichOp } from '../html/rich-op';
import { writeBlocks } from '../html/write-blocks';
import { toHref } from '../to-href';
import { fromOffice } from './from-office';

const Delta = Quill.import('delta');
type Delta = InstanceType<typeof Delta>;
type Range = { index: number; length: number };
type Copied = { html?: string; text?: string } | string;

export class RichClipboard extends Clipboard {
  /** Images that are embedded in the HTML that is being pasted. Placeholders with their positions stand in for them. */
  private embedded: File[] = [];

  override convert(copied: Copied, formats: Record<string, unknown> = {}): Delta {
    // react-quill still passes only the HTML, as in Quill 1.
    const { html = '', text = '' } = typeof copied === 'string' ? { html: copied } : copied;
    if (formats['code-block']) return super.convert({ text }, formats);
    this.embedded = [];
    if (formats.table) return new Delta(this.withPlaceholders(toCellOps(html, text, this.embedded)));
    const embed = findEmbed(text.trim());
    if (embed && !formats.link) return new Delta([{ insert: { atomic: writeHtml([toFigure(embed)]) } }]);
    const rows = html ? null : readTabbedRows(text);
    if (rows) return new Delta([{ insert: '\n' }, ...rows]);
    if (!html) return super.convert({ text: text.replace(/\r\n?/g, '\n') }, formats);
    const pasted = readBlocks(readPasted(html, this.embedded)).flatMap((block) => block.ops);
    const ops = this.withPlaceholders(withoutLastBreak(pasted));
    return new Delta(startsWithTable(ops) && this.needsBreak() ? [{ insert: '\n' }, ...ops] : ops);
  }

  /** Pasting a URL onto selected text links it. */
  override onPaste(range: Range, copied: { html?: string; text?: string }): void {
    const length = lengthOfWords(opsIn(this.quill, range.index, range.length));
    const text = copied.text?.trim() ?? '';
    // A bare domain may be a name, such as "Node.js".
    const href = /^(?:https?:|mailto:|tel:)\S+$/i.test(text) ? toHref(text) : null;
    if (length === 0 || !href || formatsAt(this.quill, range.index)['code-block']) {
      super.onPaste(range, copied);
      this.uploadEmbedded();
      return;
    }
    this.quill.history.cutoff();
    this.quill.formatText(range.index, length, 'link', href, Quill.sources.USER);
    this.quill.history.cutoff();
  }

  private withPlaceholders(ops: RichOp[]): RichOp[] {
    const toPlaceholder = (id: string): RichOp => ({ insert: { upload: { id, name: 'image' } } });
    return ops.flatMap((op) => {
      const { insert } = op;
      if (typeof insert === 'string') return [op];
      const [, id] = ('image' in insert && EMBEDDED.exec(String(insert.image))) || [];
      if (id) return [toPlaceholder(id)];
      if (!('atomic' in insert)) return [op];
      // A block that stays as it is. Its images go in front of it.
      const html = String(insert.atomic);
      const ids = [...html.matchAll(EMBEDDED_IMAGE)].map(([, id = '']) => id);
      if (ids.length === 0) return [op];
      return [...ids.map(toPlaceholder), { ...op, insert: { atomic: html.replace(EMBEDDED_IMAGE, '') } }];
    });
  }

  /** Uploads the embedded images as if their files were pasted in their place. */
  private uploadEmbedded(): void {
    const { quill, embedded } = this;
    const selection = quill.getSelection();
    for (const [index, file] of embedded.entries()) {
      const blot = Quill.find(quill.root.querySelector(`[data-upload="embedded-${index}"]`) ?? quill.root);
      if (!blot || blot instanceof Quill || blot === quill.scroll) continue;
      const at = quill.getIndex(blot);
      quill.deleteText(at, 1, Quill.sources.API);
      quill.uploader.upload({ index: at, length: 0 }, [file]);
    }
    if (embedded.length > 0) quill.setSelection(selection, Quill.sources.SILENT);
    this.embedded = [];
  }

  /** Whether a table at the cursor would merge with the table before it, or take the text before it into a cell. */
  private needsBreak(): boolean {
    const { index } = this.quill.getSelection(true);
    const [, offset] = this.quill.getLine(index);
    return offset > 0 || (index > 0 && Boolean(formatsAt(this.quill, index - 1).table));
  }

  override onCopy(range: Range): { html: string; text: string } {
    const ops = opsIn(this.quill, range.index, range.length);
    return { html: writeBlocks(ops).join(''), text: this.quill.getText(range.index, range.length) };
  }
}

/** The length of text in one line, without the line's end, which a triple click selects too; 0 for anything else. */
function lengthOfWords(ops: readonly RichOp[]): number {
  if (ops.some(({ insert, attributes }) => typeof insert !== 'string' || attributes?.code)) return 0;
  const text = ops
    .map(({ insert }) => insert)
    .join('')
    .replace(/\n$/, '');
  return text.includes('\n') ? 0 : text.length;
}

/** The content to paste into a table cell: its text, with line breaks for other blocks. */
function toCellOps(html: string, text: string, embedded: File[]): RichOp[] {
  const ops: RichOp[] = html
    ? readBlocks(readPasted(html, embedded)).flatMap((block) => block.ops)
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

/** Whether the first line is a cell. */
function startsWithTable(ops: readonly RichOp[]): boolean {
  const end = ops.find(({ insert }) => insert === '\n' || (typeof insert === 'object' && 'atomic' in insert));
  return Boolean(end?.attributes?.table);
}

/** The last plain paragraph merges with the one it is pasted into. */
function withoutLastBreak(ops: RichOp[]): RichOp[] {
  const last = ops.at(-1);
  return last?.insert === '\n' && !last.attributes ? ops.slice(0, -1) : ops;
}

/** The URL that stands in for an embedded image while pasted HTML is cleaned, which removes `data:` URLs. */
const EMBEDDED = /^\/(embedded-\d+)$/;
const EMBEDDED_IMAGE = /<img\b[^>]*\ssrc="\/(embedded-\d+)"[^>]*>/g;
/** Pages show such tiny images until theirs are loaded. */
const TINY_BYTES = 128;

/** Replaces embedded images by placeholders and adds their files to `files`. */
function takeEmbedded(nodes: readonly HtmlNode[], files: File[]): HtmlNode[] {
  return nodes.map((node) => {
    if (typeof node === 'string') return node;
    const { tag, attributes, children } = node;
    const file = tag === 'img' ? toFile(attributes.src ?? '') : null;
    if (!file) {
      const before = files.length;
      const inside = takeEmbedded(children, files);
      // A figure keeps its HTML as it is. Only images in paragraphs can be replaced.
      return tag === 'figure' && files.length > before
        ? element('div', inside.map(toParagraph))
        : { ...node, children: inside };
    }
    files.push(file);
    return { ...node, attributes: { src: `/embedded-${files.length - 1}` } };
  });
}

function toParagraph(node: HtmlNode): HtmlNode {
  const isInline = typeof node === 'string' || /^(?:img|a|figcaption)$/.test(node.tag);
  if (!isInline) return node;
  return element('p', typeof node === 'object' && node.tag === 'figcaption' ? node.children : [node]);
}

/** Null if the URL is not a `data:` URL of an image. */
function toFile(url: string): File | null {
  const [, type, data] = /^\s*data:(image\/[\w.+-]+);base64,([\w+/=\s]+)$/i.exec(url) ?? [];
  if (!type || !data) return null;
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    if (bytes.length < TINY_BYTES) return null;
    return new File([bytes], 'image', { type: type.toLowerCase().replace('image/jpg', 'image/jpeg') });
  } catch {
    return null;
  }
}

/**
 * Parses pasted HTML with the server's parser, which creates no elements: the browser's own would trigger the
 * content security policy for every style and handler. Then applies the rules for stored HTML, and DOMPurify
 * as a second check. Embedded images are added to `embedded`.
 * @throws Error in browsers that DOMPurify does not support, where it would return its input unchanged
 */
function readPasted(html: string, embedded: File[]): HtmlNode[] {
  if (!DOMPurify.isSupported) throw new Error('This browser cannot clean what is pasted.');
  const clean = writeHtml(
    withoutEmptyParagraphs(
      keepAllowed(fromFootnoteLists(fromOffice(takeEmbedded(parseHtml(html), embedded)))),
    ),
  );
  return toHtmlNodes(DOMPurify.sanitize(clean, { USE_PROFILES: { html: true }, RETURN_DOM_FRAGMENT: true }));
}
