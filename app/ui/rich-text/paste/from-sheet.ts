// Converts pasted tables of spreadsheets and text programs, which mark headers and alignment by styles, to tables that
// the editor can edit.
import { element, type HtmlElement, type HtmlNode, isBlankNode, textOf } from '~/lib/html/html-tree';

const BLOCKS = new Set('p div h1 h2 h3 h4 h5 h6'.split(' '));
const BOLD = /(?:^|[;\s])font-weight:\s*(?:bold|[6-9]00)/;

/** Styles of classes, which Excel defines in a style element. */
export type ClassStyles = ReadonlyMap<string, string>;

/** The styles of the classes that the style elements among the nodes define. */
export function readClassStyles(nodes: readonly HtmlNode[]): ClassStyles {
  const found = new Map<string, string>();
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    const rules = node.tag === 'style' ? textOf(node.children) : '';
    for (const [, name = '', style = ''] of rules.matchAll(/\.([\w-]+)\s*\{([^{}]*)\}/g))
      found.set(name, style.replace(/\s+/g, ' '));
    for (const [name, style] of readClassStyles(node.children)) found.set(name, style);
  }
  return found;
}

/** The table with plain cells; unchanged if it has joined cells. */
export function fromSheet(table: HtmlElement, styles: ClassStyles): HtmlElement {
  const rows = rowsIn(table.children);
  const cells = rows.flatMap((row) => row.cells);
  const isJoined = ({ attributes }: HtmlElement) =>
    Number(attributes.colspan ?? 1) > 1 || Number(attributes.rowspan ?? 1) > 1;
  if (cells.length === 0 || cells.some(isJoined)) return table;
  const style = ({ attributes }: HtmlElement) =>
    `${(attributes.class ?? '')
      .split(/\s+/)
      .map((name) => styles.get(name) ?? '')
      .join(';')};${attributes.style ?? ''}`.toLowerCase();
  const isHeader = (cell: HtmlElement) =>
    cell.tag === 'th' || BOLD.test(style(cell)) || isAllBold(cell.children);
  const [first, ...others] = rows;
  const hasHead = Boolean(
    first &&
      (first.isHead || (first.cells.every(isHeader) && others.some(({ cells }) => !cells.every(isHeader)))),
  );
  const caption = table.children.filter((node) => typeof node === 'object' && node.tag === 'caption');
  const toRow = (row: HtmlElement[], isHead: boolean) =>
    element(
      'tr',
      row.map((cell) => toCell(cell, style(cell), isHead)),
    );
  const body = (hasHead ? others : rows).map((row) => toRow(row.cells, false));
  return element('table', [
    ...caption,
    ...(hasHead && first ? [element('thead', [toRow(first.cells, true)])] : []),
    ...(body.length > 0 ? [element('tbody', body)] : []),
  ]);
}

function rowsIn(nodes: readonly HtmlNode[], isHead = false): { cells: HtmlElement[]; isHead: boolean }[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    if (node.tag !== 'tr')
      return /^t(?:head|body|foot)$/.test(node.tag) ? rowsIn(node.children, node.tag === 'thead') : [];
    const cells = node.children.filter(
      (cell): cell is HtmlElement => typeof cell === 'object' && (cell.tag === 'td' || cell.tag === 'th'),
    );
    return cells.length > 0 ? [{ cells, isHead }] : [];
  });
}

function isAllBold(nodes: readonly HtmlNode[]): boolean {
  const shown = nodes.filter((node) => typeof node === 'object' || node.trim() !== '');
  return (
    shown.length > 0 &&
    shown.every(
      (node) =>
        typeof node === 'object' &&
        (/^(?:b|strong)$/.test(node.tag) || (BLOCKS.has(node.tag) && isAllBold(node.children))),
    )
  );
}

function toCell(cell: HtmlElement, style: string, isHead: boolean): HtmlElement {
  const align =
    /text-align:\s*(center|right)/.exec(style)?.[1] ??
    /^(center|right)$/i.exec(cell.attributes.align ?? '')?.[1];
  const given = cell.attributes.class?.match(/ql-align-(?:center|right)/)?.[0];
  const alignment = align ? `ql-align-${align.toLowerCase()}` : (given ?? alignmentIn(cell.children));
  const content = toLines(cell.children);
  const isBold = !isHead && cell.tag === 'td' && BOLD.test(style) && !isBlankNode(content);
  const isRowHead = !isHead && cell.tag === 'th';
  return element(
    isHead || isRowHead ? 'th' : 'td',
    isHead ? withoutBold(content) : isBold ? [element('strong', content)] : content,
    {
      ...(isHead && { scope: 'col' }),
      ...(isRowHead && { scope: 'row' }),
      ...(alignment && { class: alignment }),
    },
  );
}

/** The alignment of a cell's only paragraph. */
function alignmentIn(nodes: readonly HtmlNode[]): string | undefined {
  const [only] = nodes.filter((node) => typeof node === 'object');
  return typeof only === 'object'
    ? only.attributes.class?.match(/ql-align-(?:center|right)/)?.[0]
    : undefined;
}

/** The content of blocks, with line breaks between them. */
function toLines(nodes: readonly HtmlNode[]): HtmlNode[] {
  const lines: HtmlNode[] = [];
  for (const node of nodes) {
    const isBlock = typeof node === 'object' && BLOCKS.has(node.tag);
    if (isBlock && isBlankNode(node.children)) continue;
    if (isBlock && !isBlankNode(lines)) lines.push(element('br'));
    lines.push(...(isBlock ? toLines(node.children) : [node]));
  }
  return lines;
}

function withoutBold(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.flatMap((node) =>
    typeof node === 'object' && /^(?:b|strong)$/.test(node.tag) ? node.children : [node],
  );
}
