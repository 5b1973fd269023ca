// The job list. Polls while a job is running.
import { Link } from '@remix-run/react';
import { countProcessed, type JobProgress } from '~/features/jobs/job';
import { STATUS_LABELS } from '~/features/jobs/job-text';
import { PageHead } from '~/layouts/admin/list/page-head';
import { useListAddress } from '~/layouts/admin/list/use-list-address';
import { usePolling } from '~/layouts/admin/unsaved/use-careful-revalidate';
import { DataTable, TableRow } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { Pagination } from '~/ui/pagination';
import { ProgressBar } from '~/ui/progress-bar';

interface ShownJob {
  id: string;
  title: string;
  /** Null for jobs that the system started. */
  who: string | null;
  /** ISO 8601. */
  startedAt: string;
  started: string;
  took: string;
  progress: JobProgress;
}

export interface JobsView {
  jobs: ShownJob[];
  page: number;
  pageCount: number;
}

const POLL_INTERVAL_MS = 3_000;

export function JobsPage({ view: { jobs, page, pageCount } }: { view: JobsView }) {
  const here = useListAddress();
  const isRunning = jobs.some(({ progress }) => progress.status === 'running');
  usePolling(isRunning, POLL_INTERVAL_MS);
  return (
    <>
      <PageHead
        title="Jobs"
        text="Long tasks that run in the background. You can close this page while they run."
      >
        {isRunning && (
          <Link className="button button--quiet" to={here({})} preventScrollReset>
            Refresh
          </Link>
        )}
      </PageHead>
      {jobs.length === 0 && (
        <EmptyState
          title="No jobs yet"
          text="Bulk image generation, repairs, imports and exports appear here."
        />
      )}
      {jobs.length > 0 && <JobTable jobs={jobs} />}
      <Pagination page={page} pageCount={pageCount} hrefFor={(number) => here({ page: String(number) })} />
    </>
  );
}

function JobTable({ jobs }: { jobs: readonly ShownJob[] }) {
  return (
    <DataTable
      caption="Jobs, running first, then newest first"
      className="jobs"
      columns={['Job', 'Status', 'Progress', 'Started', 'Duration']}
    >
      {jobs.map(({ id, title, who, startedAt, started, took, progress }) => (
        <TableRow key={id}>
          <td className="jobs__name">
            <Link className="jobs__title" to={`/admin/jobs/${id}`} prefetch="intent">
              {title}
            </Link>
            <span className="jobs__who">{who ?? 'System'}</span>
          </td>
          <td>
            <span className={`status job-status--${progress.status}`}>{STATUS_LABELS[progress.status]}</span>
          </td>
          <td className={`jobs__progress job-progress--${progress.status}`}>
            <ProgressBar
              label={`Progress of ${title}`}
              value={countProcessed(progress)}
              max={progress.total}
              bare
            />
            <span className="jobs__counts" aria-hidden="true">
              {countProcessed(progress).toLocaleString('en-US')} of {progress.total.toLocaleString('en-US')}
              {progress.failed > 0 && (
                <span className="jobs__failed"> · {progress.failed.toLocaleString('en-US')} failed</span>
              )}
            </span>
          </td>
          <td className="table__moment">
            <time dateTime={startedAt}>{started}</time>
          </td>
          <td className="jobs__took">{took}</td>
        </TableRow>
      ))}
    </DataTable>
  );
}
