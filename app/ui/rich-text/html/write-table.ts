// Writes the lines of a table as HTML: the header rows, then the others.
import { element, type HtmlElement } from '~/lib/html/html-tree';
import { rowKind } from '../blocks/table-rows';
import type { RichLine } from './rich-op';
import { alignment, toInline } from './write-inline';

/** @param cells at least one; adjacent cells with the same value of `table` are a row */
export function toTable(cells: readonly RichLine[]): HtmlElement {
  const head = element('thead');
  const body = element('tbody');
  let rowBefore: unknown;
  let row = element('tr');
  for (const cell of cells) {
    const { table } = cell.formats;
    const kind = rowKind(table);
    if (table !== rowBefore) {
      row = element('tr');
      // A header row below other rows is a row of headers in the body.
      (kind === 'head' && body.children.length === 0 ? head : body).children.push(row);
      rowBefore = table;
    }
    const scope = kind === 'head' ? 'col' : kind === 'side' && row.children.length === 0 ? 'row' : null;
    row.children.push(
      element(scope ? 'th' : 'td', toInline(cell.runs), {
        ...(scope && { scope }),
        ...alignment(cell.formats),
      }),
    );
  }
  return element(
    'table',
    [head, body].filter(({ children }) => children.length > 0),
  );
}
