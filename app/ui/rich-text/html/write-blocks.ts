// Converts the editor's document to the HTML that is stored, one string per block.
import { BUTTON_LINK, PULL_QUOTE } from '~/lib/html/article-blocks';
import { element, type HtmlElement, type HtmlNode, isBlankNode, writeHtml } from '~/lib/html/html-tree';
import { type ListLine, nestLists } from '~/lib/html/nest-lists';
import type { RichLine, RichOp } from './rich-op';
import { alignment, toInline } from './write-inline';
import { toTable } from './write-table';

/** The HTML of each block in order, without empty paragraphs and unfinished uploads. */
export function writeBlocks(ops: readonly RichOp[]): string[] {
  return toGroups(toLines(ops))
    .map((group) => (typeof group === 'string' ? group : writeHtml(toNodes(group))))
    .filter((html) => html !== '');
}

/** Lines that form a block together, and atomic blocks. */
function toGroups(lines: readonly (RichLine | string)[]): (RichLine[] | string)[] {
  const groups: (RichLine[] | string)[] = [];
  let kindBefore = '';
  for (const line of lines) {
    const kind = typeof line === 'string' ? '' : groupOf(line);
    const open = groups.at(-1);
    if (typeof line === 'string') groups.push(line);
    else if (kind && kind === kindBefore && Array.isArray(open) && !startsGroup(line, open[0]))
      open.push(line);
    else groups.push([line]);
    kindBefore = kind;
  }
  return groups;
}

/** A line, or the HTML of an atomic block. */
function toLines(ops: readonly RichOp[]): (RichLine | string)[] {
  const lines: (RichLine | string)[] = [];
  let runs: RichOp[] = [];
  for (const { insert, attributes = {} } of ops) {
    if (typeof insert !== 'string') {
      if ('atomic' in insert) lines.push(insert.atomic);
      // A link or format of the text around a footnote does not apply to it.
      else if ('footnote' in insert) runs.push({ insert });
      else if (!('upload' in insert)) runs.push({ insert, attributes });
      continue;
    }
    const [first = '', ...rest] = insert.split('\n');
    if (first) runs.push({ insert: first, attributes });
    for (const text of rest) {
      lines.push({ runs, formats: attributes });
      runs = text ? [{ insert: text, attributes }] : [];
    }
  }
  if (runs.length > 0) lines.push({ runs, formats: {} });
  return lines;
}

/** Adjacent lines of one group form a block; a line without a group is a separate block. */
function groupOf({ formats }: RichLine): string {
  const { table, box, list, blockquote, 'code-block': code } = formats;
  if (table) return 'table';
  if (box) return box === 'button' ? '' : isQuestionOrAnswer(box) ? 'details' : `box ${box}`;
  return code ? `code ${code}` : list ? 'list' : blockquote ? 'blockquote' : '';
}

const isQuestionOrAnswer = (box: unknown) => box === 'question' || box === 'answer';

/** @param first line of the group before */
function startsGroup({ formats }: RichLine, first: RichLine | undefined): boolean {
  const { box, list, indent } = formats;
  if (box) return box === 'question';
  // Another kind of list at the outermost level starts a new list.
  return startOf(formats) !== '' || Boolean(list && !indent && list !== first?.formats.list);
}

function toNodes(lines: RichLine[]): HtmlNode[] {
  const [first] = lines;
  if (!first) return [];
  const { table, box, list, blockquote, 'code-block': code, header } = first.formats;
  if (table) return [toTable(lines)];
  if (box) return toBox(String(box), lines);
  if (code) return [toCode(lines, String(code))];
  if (list) return withStart(nestLists(lines.map(toListLine)), startOf(first.formats));
  if (blockquote)
    return [
      element(
        'blockquote',
        lines.flatMap((line) => toParagraph('p', line)),
      ),
    ];
  return toParagraph(header ? `h${header}` : 'p', first);
}

/** A callout, pull quote or button, or a question with its answer. */
function toBox(box: string, lines: RichLine[]): HtmlNode[] {
  const [first] = lines;
  const inside = (some: RichLine[]) =>
    toGroups(some.map(({ runs, formats: { box: _, ...formats } }) => ({ runs, formats }))).flatMap((group) =>
      typeof group === 'string' ? [] : toNodes(group),
    );
  if (box === 'question' && first) {
    const answer = inside(lines.slice(1));
    const question = toInline(first.runs);
    if (!isBlankNode(question)) return [element('details', [element('summary', question), ...answer])];
    return answer;
  }
  const nodes = inside(lines);
  if (box === 'answer' || nodes.length === 0) return nodes;
  if (box === 'pull-quote') return [element('blockquote', nodes, { class: PULL_QUOTE })];
  if (box !== 'button') return [element('div', nodes, { class: `callout ${box}` })];
  for (const node of nodes)
    if (typeof node === 'object') node.attributes = withClass(node.attributes, BUTTON_LINK);
  return nodes;
}

const withClass = ({ class: given, ...others }: Record<string, string>, name: string) => ({
  class: given ? `${name} ${given}` : name,
  ...others,
});

function startOf({ list, start }: RichLine['formats']): string {
  return list === 'ordered' ? String(start ?? '') : '';
}

function withStart(lists: HtmlElement[], start: string): HtmlElement[] {
  if (start && lists[0]) lists[0].attributes = { start };
  return lists;
}

function toCode(lines: RichLine[], language: string): HtmlNode {
  const text = lines
    .map(({ runs }) => runs.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join(''))
    .join('\n');
  const attributes: Record<string, string> = language === 'plain' ? {} : { class: `language-${language}` };
  return element('pre', [element('code', [text], attributes)]);
}

function toListLine({ runs, formats }: RichLine): ListLine {
  return {
    kind: formats.list === 'ordered' ? 'ol' : 'ul',
    indent: Number(formats.indent ?? 0),
    item: element('li', toInline(runs), alignment(formats)),
  };
}

function toParagraph(tag: string, { runs, formats }: RichLine): HtmlNode[] {
  const isEmpty = runs.every(({ insert }) => typeof insert === 'string' && insert.trim() === '');
  const attributes = /^h[456]$/.test(tag) ? {} : alignment(formats);
  return isEmpty ? [] : [element(tag, toInline(runs), attributes)];
}
