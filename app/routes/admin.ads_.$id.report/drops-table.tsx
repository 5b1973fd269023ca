// Events that were reported for an ad and not counted, by reason.
import { type AdDrop, DROP_TEXTS } from '~/features/ad-counts/ad-report';
import { DataTable, numberColumn } from '~/ui/data-table';

const KINDS = [
  ['impressions', 'Impressions'],
  ['viewable', 'Viewable'],
  ['clicks', 'Clicks'],
] as const;

export function DropsTable({ drops }: { drops: readonly AdDrop[] }) {
  return (
    <DataTable columns={['Reason', ...KINDS.map(([, label]) => numberColumn(label))]}>
      {drops.map((drop) => (
        <tr key={drop.reason}>
          <td>
            {DROP_TEXTS[drop.reason].label}
            <span className="ad-report__note"> {DROP_TEXTS[drop.reason].note}</span>
          </td>
          {KINDS.map(([kind, label]) => (
            <td className="table__number" data-label={label} key={kind}>
              {drop[kind].toLocaleString('en-US')}
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  );
}
