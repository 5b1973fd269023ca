// Converts the editor's document to the HTML that is stored, one string per block.
import { element, type HtmlElement, type HtmlNode, writeHtml } from '~/lib/html/html-tree';
import { type ListLine, nestLists } from '~/lib/html/nest-lists';
import { INLINE_TAGS, type RichOp } from './rich-op';

type Formats = Record<string, unknown>;

interface Line {
  runs: RichOp[];
  formats: Formats;
}

/** The HTML of each block in order, without empty paragraphs and unfinished uploads. */
export function writeBlocks(ops: readonly RichOp[]): string[] {
  const lines = toLines(ops);
  const blocks: string[] = [];
  for (let start = 0; start < lines.length; ) {
    const line = lines[start] ?? '';
    if (typeof line === 'string') {
      blocks.push(line);
      start += 1;
      continue;
    }
    const kind = groupOf(line);
    let end = start + 1;
    while (kind && groupOf(lines[end]) === kind && !startOf(lines[end])) end += 1;
    const html = writeHtml(toNodes(lines.slice(start, end).filter((one) => typeof one !== 'string')));
    if (html) blocks.push(html);
    start = end;
  }
  return blocks;
}

/** A line, or the HTML of an atomic block. */
function toLines(ops: readonly RichOp[]): (Line | string)[] {
  const lines: (Line | string)[] = [];
  let runs: RichOp[] = [];
  for (const { insert, attributes = {} } of ops) {
    if (typeof insert !== 'string') {
      if ('atomic' in insert) lines.push(insert.atomic);
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

/** Adjacent lines of one group form a block; a line without a group is a block of its own. */
function groupOf(line: Line | string | undefined): string {
  if (!line || typeof line === 'string') return '';
  const { list, blockquote, 'code-block': code } = line.formats;
  return code ? `code ${code}` : list ? 'list' : blockquote ? 'blockquote' : '';
}

function toNodes(lines: Line[]): HtmlNode[] {
  const [first] = lines;
  if (!first) return [];
  const { list, blockquote, 'code-block': code, header } = first.formats;
  if (code) return [toCode(lines, String(code))];
  if (list) return withStart(nestLists(lines.map(toListLine)), startOf(first));
  if (blockquote)
    return [
      element(
        'blockquote',
        lines.flatMap((line) => toParagraph('p', line)),
      ),
    ];
  return toParagraph(header ? `h${header}` : 'p', first);
}

function startOf(line: Line | string | undefined): string {
  return line && typeof line !== 'string' && line.formats.list === 'ordered'
    ? String(line.formats.start ?? '')
    : '';
}

function withStart(lists: HtmlElement[], start: string): HtmlElement[] {
  if (start && lists[0]) lists[0].attributes = { start };
  return lists;
}

function toCode(lines: Line[], language: string): HtmlNode {
  const text = lines
    .map(({ runs }) => runs.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join(''))
    .join('\n');
  const attributes: Record<string, string> = language === 'plain' ? {} : { class: `language-${language}` };
  return element('pre', [element('code', [text], attributes)]);
}

function toListLine({ runs, formats }: Line): ListLine {
  return {
    kind: formats.list === 'ordered' ? 'ol' : 'ul',
    indent: Number(formats.indent ?? 0),
    item: element('li', toInline(runs), alignment(formats)),
  };
}

function toParagraph(tag: string, { runs, formats }: Line): HtmlNode[] {
  const isEmpty = runs.every(({ insert }) => typeof insert === 'string' && insert.trim() === '');
  const attributes = /^h[456]$/.test(tag) ? {} : alignment(formats);
  return isEmpty ? [] : [element(tag, toInline(runs), attributes)];
}

function alignment({ align }: Formats): Record<string, string> {
  return align ? { class: `ql-align-${align}` } : {};
}

interface Wrapper {
  read(formats: Formats): unknown;
  wrap(children: HtmlNode[], value: unknown): HtmlNode;
}

const WRAPPERS: Wrapper[] = [
  {
    read: ({ link }) => link,
    wrap: (children, value) => {
      const href = String(value);
      const isExternal = /^https?:/i.test(href);
      return element('a', children, { href, ...(isExternal && { rel: 'noopener noreferrer' }) });
    },
  },
  ...INLINE_TAGS.map(
    ([format, tag]): Wrapper => ({
      read: (formats) => formats[format],
      wrap: (children) => element(tag, children),
    }),
  ),
  {
    read: ({ script }) => script,
    wrap: (children, value) => element(value === 'sub' ? 'sub' : 'sup', children),
  },
];

/**
 * Nests formats: adjacent runs with a common format share one element, and the format that spans most runs is
 * outermost.
 */
function toInline(runs: readonly RichOp[], wrappers: readonly Wrapper[] = WRAPPERS): HtmlNode[] {
  const nodes: HtmlNode[] = [];
  for (let start = 0; start < runs.length; ) {
    let outermost: Wrapper | null = null;
    let end = start + 1;
    for (const wrapper of wrappers) {
      const reach = reachOf(runs, start, wrapper);
      if (reach > (outermost ? end : start)) {
        outermost = wrapper;
        end = reach;
      }
    }
    const inside = runs.slice(start, end);
    if (outermost) {
      const others = wrappers.filter((wrapper) => wrapper !== outermost);
      const value = outermost.read(inside[0]?.attributes ?? {});
      nodes.push(outermost.wrap(toInline(inside, others), value));
    } else nodes.push(...inside.map(toLeaf));
    start = end;
  }
  return nodes;
}

/** The index after the last run from `start` with the same value of a format; `start` when it has none. */
function reachOf(runs: readonly RichOp[], start: number, { read }: Wrapper): number {
  const value = read(runs[start]?.attributes ?? {});
  let end = start;
  while (value && end < runs.length && read(runs[end]?.attributes ?? {}) === value) end += 1;
  return end;
}

function toLeaf({ insert, attributes = {} }: RichOp): HtmlNode {
  if (typeof insert === 'string') return insert;
  if (!('image' in insert)) return element('br');
  const { alt = '', width, height } = attributes;
  return element('img', [], {
    src: insert.image,
    alt: String(alt),
    ...(Boolean(width) && { width: String(width) }),
    ...(Boolean(height) && { height: String(height) }),
    loading: 'lazy',
  });
}
