// Converts text with formats, links, images and line breaks to HTML.
import { FOOTNOTE } from '~/lib/html/footnotes';
import { element, type HtmlNode } from '~/lib/html/html-tree';
import { parseHtml } from '~/lib/html/parse-html';
import { INLINE_TAGS, type RichLine, type RichOp } from './rich-op';

type LineFormats = RichLine['formats'];

/** The class of an aligned line. */
export function alignment({ align }: LineFormats): Record<string, string> {
  return align ? { class: `ql-align-${align}` } : {};
}

interface Wrapper {
  read(formats: LineFormats): unknown;
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
export function toInline(runs: readonly RichOp[], wrappers: readonly Wrapper[] = WRAPPERS): HtmlNode[] {
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
  if ('footnote' in insert) return element('sup', [' ', ...parseHtml(insert.footnote)], { class: FOOTNOTE });
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
