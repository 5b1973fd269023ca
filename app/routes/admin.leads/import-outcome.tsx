// Summarizes an import: imported and skipped rows with reasons.
import type { LeadImportReport } from '~/features/newsletter/subscribers/manage-leads.server';
import { countOf } from '~/lib/text';
import { DataTable, numberColumn, TableRow } from '~/ui/data-table';

export function ImportOutcome({
  report: { imported, skipped, reasons, rows },
}: {
  report: LeadImportReport;
}) {
  return (
    <section className="leads__outcome" aria-labelledby="import-outcome" role="status">
      <h2 className="headline headline--4" id="import-outcome">
        {imported === 0 ? 'No leads' : countOf(imported, 'lead')} imported, {countOf(skipped, 'row')} skipped
      </h2>
      <ul className="leads__reasons">
        {reasons.map(({ reason, rows: count }) => (
          <li key={reason}>
            {reason}: {count.toLocaleString('en-US')}
          </li>
        ))}
      </ul>
      <details className="leads__skipped">
        <summary>Skipped rows{skipped > rows.length && ` (first ${rows.length})`}</summary>
        <DataTable columns={[numberColumn('Line'), 'Email', 'Reason']}>
          {rows.map(({ line, email, reason }) => (
            <TableRow key={line}>
              <td>{line}</td>
              <td className="leads__email">{email || '(empty)'}</td>
              <td>{reason}</td>
            </TableRow>
          ))}
        </DataTable>
      </details>
    </section>
  );
}
