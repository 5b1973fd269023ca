// The list of jobs. While one runs, the page looks again every few seconds.
import { Link } from '@remix-run/react';
import { dealtWith, type JobProgress } from '~/features/jobs/job';
import { STATUS_LABELS } from '~/features/jobs/job-words';
import { DataTable } from '~/ui/data-table';
import { EmptyState } from '~/ui/empty-state';
import { Pagination } from '~/ui/pagination';
import { ProgressBar } from '~/ui/progress-bar';
import { PageHead } from '../admin/page-head';
import { useHere } from '../admin/use-here';
import { useLookAgain } from '../admin/use-look-again';

interface ShownJob {
  id: string;
  title: string;
  /** Null for the machine. */
  who: string | null;
  /** ISO. */
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

const LOOK_AGAIN_MS = 3_000;

export function JobsPage({ view: { jobs, page, pageCount } }: { view: JobsView }) {
  const here = useHere();
  const isRunning = jobs.some(({ progress }) => progress.status === 'running');
  useLookAgain(isRunning, LOOK_AGAIN_MS);
  return (
    <>
      <PageHead title="Jobs" text="Long work, done in the background. Closing this page stops nothing.">
        {isRunning && (
          <Link className="button button--quiet" to={here({})} preventScrollReset>
            Refresh
          </Link>
        )}
      </PageHead>
      {jobs.length === 0 && (
        <EmptyState
          title="No jobs yet"
          text="Generating images for many articles, repairing them, importing and exporting are done in the background, and show here."
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
      caption="Jobs, running ones first, then newest first"
      className="jobs"
      columns={['Job', 'Status', 'Progress', 'Started', 'Took']}
    >
      {jobs.map(({ id, title, who, startedAt, started, took, progress }) => (
        <tr key={id}>
          <td className="jobs__name">
            <Link className="jobs__title" to={`/admin/jobs/${id}`} prefetch="intent">
              {title}
            </Link>
            <span className="jobs__who">{who ?? 'The magazine'}</span>
          </td>
          <td data-label="Status">
            <span className={`status job-status--${progress.status}`}>{STATUS_LABELS[progress.status]}</span>
          </td>
          <td className={`jobs__progress job-progress--${progress.status}`} data-label="Progress">
            <ProgressBar
              label={`Progress of ${title}`}
              value={dealtWith(progress)}
              max={progress.total}
              bare
            />
            <span className="jobs__counts" aria-hidden="true">
              {dealtWith(progress).toLocaleString('en-US')} of {progress.total.toLocaleString('en-US')}
              {progress.failed > 0 && (
                <span className="jobs__failed"> · {progress.failed.toLocaleString('en-US')} failed</span>
              )}
            </span>
          </td>
          <td className="table__moment" data-label="Started">
            <time dateTime={startedAt}>{started}</time>
          </td>
          <td className="jobs__took" data-label="Took">
            {took}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
