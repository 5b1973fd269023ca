// A job's items, filtered by status and paginated.
import { Link } from '@remix-run/react';
import { ITEM_STATUSES, type ItemStatus, type JobProgress } from '~/features/jobs/job';
import { STATUS_LABELS } from '~/features/jobs/job-text';
import type { ListAddress } from '~/layouts/admin/list/use-list-address';
import { DataTable, numberColumn, TableRow } from '~/ui/data-table';
import { Pagination } from '~/ui/pagination';

export interface JobItemView {
  id: number;
  label: string;
  to?: string | undefined;
  status: ItemStatus;
  attempts: number;
  reason: string | null;
}

interface JobItemsProps {
  items: readonly JobItemView[];
  progress: JobProgress;
  /** The status filter; null for all. */
  status: ItemStatus | null;
  page: number;
  pageCount: number;
  here: ListAddress;
}

export function JobItems({ items, progress, status, page, pageCount, here }: JobItemsProps) {
  return (
    <section className="job-items" aria-labelledby="job-items">
      <h2 className="sr-only" id="job-items">
        Items
      </h2>
      <Statuses progress={progress} status={status} here={here} />
      {items.length === 0 && <p className="job-items__none">{emptyText(progress, status)}</p>}
      {items.length > 0 && <ItemTable items={items} />}
      <Pagination page={page} pageCount={pageCount} hrefFor={(number) => here({ page: String(number) })} />
    </section>
  );
}

function emptyText({ total }: JobProgress, status: ItemStatus | null): string {
  if (total === 0) return 'This job had no items.';
  return status ? `No ${STATUS_LABELS[status].toLowerCase()} items.` : 'No items on this page.';
}

/** Statuses that at least one item has, plus the selected one. */
function Statuses({ progress, status, here }: Pick<JobItemsProps, 'progress' | 'status' | 'here'>) {
  const shown = ITEM_STATUSES.filter((one) => progress[one] > 0 || one === status);
  const choices: [ItemStatus | null, string, number][] = [
    [null, 'All', progress.total],
    ...shown.map((one): [ItemStatus, string, number] => [one, STATUS_LABELS[one], progress[one]]),
  ];
  return (
    <nav className="job-statuses" aria-label="Items by status">
      <ul className="job-statuses__list">
        {choices.map(([value, label, count]) => (
          <li key={label}>
            <Link
              className="job-statuses__choice"
              to={here({ status: value, page: null })}
              aria-current={value === status ? 'true' : undefined}
              preventScrollReset
            >
              {label} <span className="job-statuses__count">{count.toLocaleString('en-US')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ItemTable({ items }: { items: readonly JobItemView[] }) {
  return (
    <DataTable caption="Job items" columns={['Item', 'Status', 'Note', numberColumn('Attempts')]}>
      {items.map(({ id, label, to, status, attempts, reason }) => (
        <TableRow key={id}>
          <td className="job-items__label">
            {to ? (
              <Link className="link" to={to}>
                {label}
              </Link>
            ) : (
              label
            )}
          </td>
          <td>
            <span className={`status job-status--${status}`}>{STATUS_LABELS[status]}</span>
          </td>
          <td className={reason ? 'job-items__reason' : 'table__none'}>{reason ?? '–'}</td>
          <td>{attempts}</td>
        </TableRow>
      ))}
    </DataTable>
  );
}
