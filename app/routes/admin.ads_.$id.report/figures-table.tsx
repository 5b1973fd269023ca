// A table of impressions, viewable impressions, clicks and click rate.
import { type AdFigures, clickRate } from '~/features/ads/reports/ad-report';
import { DataTable, numberColumn, TableRow } from '~/ui/data-table';

interface FiguresRow extends AdFigures {
  key: string;
  label: string;
  note: string | null;
}

const FIGURES = ['Impressions', 'Viewable', 'Clicks', 'Click rate'].map(numberColumn);
const count = (number: number) => number.toLocaleString('en-US');

export function FiguresTable({ head, rows }: { head: string; rows: readonly FiguresRow[] }) {
  return (
    <DataTable columns={[head, ...FIGURES]}>
      {rows.map((row) => (
        <TableRow key={row.key}>
          <td>
            {row.label}
            {row.note && <span className="ad-report__note"> {row.note}</span>}
          </td>
          <td>{count(row.impressions)}</td>
          <td>{count(row.viewable)}</td>
          <td>{count(row.clicks)}</td>
          <td>{clickRate(row)}</td>
        </TableRow>
      ))}
    </DataTable>
  );
}
