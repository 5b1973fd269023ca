// A job's page: its progress, its one action, its items.
import { Form, Link } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import type { ItemStatus, JobProgress as Progress } from '~/features/jobs/job';
import { JobProgress } from '~/features/jobs/ui/job-progress';
import type { RefusedForm } from '~/http/form-answer.server';
import { Breadcrumbs } from '~/ui/breadcrumbs';
import { FormRefusal } from '~/ui/form-refusal';
import { ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';
import { PageHead } from '../admin/page-head';
import { useCarefulRevalidate } from '../admin/use-careful-revalidate';
import { useHere } from '../admin/use-here';
import { useMay } from '../admin/use-may';
import { JobItems, type ShownItem } from './job-items';

export interface JobView {
  id: string;
  title: string;
  who: string | null;
  /** ISO. */
  startedAt: string;
  started: string;
  took: string;
  reason: string | null;
  /** The screen that started it. */
  screen: { label: string; to?: string } | null;
  progress: Progress;
  /** Items that are not over. */
  left: number;
  items: ShownItem[];
  status: ItemStatus | null;
  page: number;
  pageCount: number;
  asksToCancel: boolean;
}

export function JobPage({ view, refused }: { view: JobView; refused: RefusedForm | null }) {
  const here = useHere();
  const { id, title, who, startedAt, started, took, reason, screen, progress } = view;
  const isRunning = progress.status === 'running';
  const mayRetry = progress.failed > 0 || progress.status === 'failed';
  const lookAgain = useLookAgain();
  const may = useMay();
  const above = may('jobs') ? [{ label: 'Jobs', to: '/admin/jobs' }] : [];
  return (
    <>
      <Breadcrumbs items={[...above, { label: title }]} />
      <PageHead
        title={title}
        text={
          <>
            {who ?? 'The magazine'} started it on <time dateTime={startedAt}>{started}</time>.{' '}
            {isRunning ? `It has been running for ${took}.` : `It took ${took}.`}
          </>
        }
      >
        {screen?.to && (
          <Link className="button button--quiet" to={screen.to}>
            {screen.label}
          </Link>
        )}
        {mayRetry && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="retry" />
            <SubmitButton
              intent="retry"
              pending="Retrying..."
              className={isRunning ? 'button button--quiet' : 'button'}
            >
              Retry Failed
            </SubmitButton>
          </Form>
        )}
        {isRunning && (
          <Link className="button button--quiet" to={here({ cancel: '' })} preventScrollReset>
            Cancel Job
          </Link>
        )}
      </PageHead>
      {!view.asksToCancel && <FormRefusal refused={refused} />}
      <section className="panel job-panel" aria-label="Progress">
        <JobProgress jobId={id} initial={progress} onChange={lookAgain} key={id} />
        {reason && <p className="job-panel__reason">{reason}</p>}
      </section>
      <JobItems {...view} here={here} />
      {view.asksToCancel && <CancelJob view={view} refused={refused} closeTo={here({ cancel: null })} />}
    </>
  );
}

interface CancelJobProps {
  view: JobView;
  refused: RefusedForm | null;
  closeTo: string;
}

function CancelJob({ view: { progress, left }, refused, closeTo }: CancelJobProps) {
  const isOver = progress.status !== 'running';
  return (
    <ModalDialog title="Cancel Job" closeTo={closeTo}>
      {isOver && <p>This job is over already. There is nothing left to cancel.</p>}
      {!isOver && (
        <Form className="form" method="post" preventScrollReset>
          <FormRefusal refused={refused} />
          <input type="hidden" name="intent" value="cancel" />
          <p>Are you sure you want to cancel this job?</p>
          <p className="dialog__note">
            {left === 1 ? 'One item is' : `${left.toLocaleString('en-US')} items are`} not done yet. What is
            done stays done.
          </p>
          <div className="dialog__foot">
            <Link className="button button--quiet" to={closeTo} replace preventScrollReset>
              Keep Running
            </Link>
            <SubmitButton intent="cancel" pending="Cancelling..." className="button button--danger">
              Cancel Job
            </SubmitButton>
          </div>
        </Form>
      )}
    </ModalDialog>
  );
}

const AT_MOST_EVERY_MS = 2_000;

/** Has the items drawn anew as the progress goes on, and once more at its end. */
function useLookAgain(): (progress: Progress) => void {
  const revalidate = useCarefulRevalidate();
  const timer = useRef<number>();
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return useCallback(
    ({ status }: Progress) => {
      if (status !== 'running') {
        window.clearTimeout(timer.current);
        timer.current = undefined;
        revalidate();
      }
      timer.current ??= window.setTimeout(() => {
        timer.current = undefined;
        revalidate();
      }, AT_MOST_EVERY_MS);
    },
    [revalidate],
  );
}
