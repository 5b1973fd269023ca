// The tools for the table at the cursor, below the text. Loaded when the cursor is in a table for the first time.
import type Quill from 'quill';
import { type KeyboardEvent, type MouseEvent, useEffect, useState } from 'react';
import { startTools, walkTools } from '../rich-toolbar';
import {
  addColumn,
  addRow,
  alignColumn,
  deleteColumn,
  deleteRow,
  deleteTable,
  toggleHeaderColumn,
  toggleHeaderRow,
} from './edit-table';
import type { RowKind } from './table-rows';

type Act = (quill: Quill) => void;

const GROUPS: [label: string, act: Act][][] = [
  [
    ['Add row above', (quill) => addRow(quill, 'above')],
    ['Add row below', (quill) => addRow(quill, 'below')],
    ['Delete row', deleteRow],
  ],
  [
    ['Add column left', (quill) => addColumn(quill, 'left')],
    ['Add column right', (quill) => addColumn(quill, 'right')],
    ['Delete column', deleteColumn],
  ],
  [
    ['Align left', (quill) => alignColumn(quill, null)],
    ['Align center', (quill) => alignColumn(quill, 'center')],
    ['Align right', (quill) => alignColumn(quill, 'right')],
  ],
  [['Delete table', deleteTable]],
];

export interface TableToolsProps {
  quill: Quill;
}

export function TableTools({ quill }: TableToolsProps) {
  const [headers, setHeaders] = useState({ row: false, column: false });
  useEffect(() => {
    const read = () => {
      const selection = quill.getSelection();
      const cell = selection && quill.getLine(selection.index)[0]?.domNode;
      const table = cell instanceof Element ? cell.closest('table') : null;
      const has = (kind: RowKind) => Boolean(table?.querySelector(`[data-row^="${kind}"]`));
      if (table) setHeaders({ row: has('head'), column: has('side') });
    };
    read();
    quill.on('editor-change', read);
    return () => {
      quill.off('editor-change', read);
    };
  }, [quill]);

  const run = (act: Act) => (event: MouseEvent<HTMLElement>) => {
    const { currentTarget, detail } = event;
    act(quill);
    // A click by keyboard keeps the focus on the tool.
    if (detail === 0 && currentTarget.isConnected) currentTarget.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape') return walkTools(event);
    event.preventDefault();
    quill.focus();
  };
  const keepFocus = (event: MouseEvent) => event.preventDefault();
  const tool = ([label, act]: [string, Act], isPressed?: boolean) => (
    <button
      type="button"
      className="rich-tool"
      aria-pressed={isPressed}
      key={label}
      onMouseDown={keepFocus}
      onClick={run(act)}
    >
      {label}
    </button>
  );
  return (
    <div
      className="table-tools"
      role="toolbar"
      aria-label="Table tools (Alt+F10)"
      onKeyDown={onKeyDown}
      ref={startTools}
    >
      {GROUPS.slice(0, 2).map((group) => (
        <span className="table-tools__group" key={group[0]?.[0]}>
          {group.map((one) => tool(one))}
        </span>
      ))}
      <span className="table-tools__group">
        {tool(['Header row', toggleHeaderRow], headers.row)}
        {tool(['Header column', toggleHeaderColumn], headers.column)}
      </span>
      {GROUPS.slice(2).map((group) => (
        <span className="table-tools__group" key={group[0]?.[0]}>
          {group.map((one) => tool(one))}
        </span>
      ))}
    </div>
  );
}
