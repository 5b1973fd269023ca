// Impressions, viewable ones, clicks and their rate, a row each.
import { type AdFigures, clickRate } from '~/features/ad-counts/ad-report';

interface FiguresRow extends AdFigures {
  key: string;
  label: string;
  note: string | null;
}

const count = (number: number) => number.toLocaleString('en-US');

export function FiguresTable({ head, rows }: { head: string; rows: readonly FiguresRow[] }) {
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {['Impressions', 'Viewable', 'Clicks', 'Click rate'].map((title) => (
              <th scope="col" className="table__number" key={title}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <td>
                {row.label}
                {row.note && <span className="ad-report__note"> {row.note}</span>}
              </td>
              <td className="table__number" data-label="Impressions">
                {count(row.impressions)}
              </td>
              <td className="table__number" data-label="Viewable">
                {count(row.viewable)}
              </td>
              <td className="table__number" data-label="Clicks">
                {count(row.clicks)}
              </td>
              <td className="table__number" data-label="Click rate">
                {clickRate(row)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
