// A job's page: progress, actions and items.
import { Form, Link } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import type { ItemStatus, JobProgress as Progress } from '~/features/jobs/job';
import { JobProgressPanel } from '~/features/jobs/ui/job-progress';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { ConfirmFields, type Ways } from '~/layouts/account/confirm-fields';
import { PageHead } from '~/layouts/admin/list/page-head';
import { useListAddress } from '~/layouts/admin/list/use-list-address';
import { useMay } from '~/layouts/admin/shell/use-may';
import { useCarefulRevalidate } from '~/layouts/admin/unsaved/use-careful-revalidate';
import { useLastRefusal } from '~/layouts/admin/unsaved/use-preserved-form';
import { Breadcrumbs } from '~/ui/breadcrumbs';
import { FormRefusal } from '~/ui/form-refusal';
import { DialogFoot, ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';
import { JobItems, type JobItemView } from './job-items';

export interface JobView {
  id: string;
  title: string;
  who: string | null;
  /** ISO 8601. */
  startedAt: string;
  started: string;
  took: string;
  reason: string | null;
  /** Link to the screen that started the job. */
  screen: { label: string; to?: string | undefined } | null;
  progress: Progress;
  /** Number of unfinished items. */
  left: number;
  items: JobItemView[];
  status: ItemStatus | null;
  page: number;
  pageCount: number;
  asksToCancel: boolean;
  asksToRetry: boolean;
  /** Ways to confirm the viewer's identity before a retry; null if that is not necessary. */
  retryWays: Ways | null;
}

export function JobPage({ view, refused }: { view: JobView; refused: RefusedForm | null }) {
  const here = useListAddress();
  const { id, title, who, startedAt, started, took, reason, screen, progress } = view;
  const isRunning = progress.status === 'running';
  const mayRetry = progress.failed > 0 || progress.status === 'failed';
  const retryStyle = isRunning ? 'button button--quiet' : 'button';
  const lastRefusal = useLastRefusal(refused, `${here({})} ${progress.status} ${progress.failed}`);
  const isUnconfirmed =
    lastRefusal?.intent === 'retry' &&
    ('proofPassword' in lastRefusal.issues || 'proofCode' in lastRefusal.issues);
  const retryWays = (view.asksToRetry || isUnconfirmed) && mayRetry ? view.retryWays : null;
  const refreshItems = useThrottledReload();
  const may = useMay();
  const parents = may('jobs') ? [{ label: 'Jobs', to: '/admin/jobs' }] : [];
  return (
    <>
      <Breadcrumbs items={[...parents, { label: title }]} />
      <PageHead
        title={title}
        text={
          <>
            Started by {who ?? 'the system'} on <time dateTime={startedAt}>{started}</time>.{' '}
            {isRunning ? `Running for ${took}.` : `Finished in ${took}.`}
          </>
        }
      >
        {screen?.to && (
          <Link className="button button--quiet" to={screen.to}>
            {screen.label}
          </Link>
        )}
        {mayRetry && view.retryWays && (
          <Link className={retryStyle} to={here({ retry: '' })} preventScrollReset>
            Retry Failed
          </Link>
        )}
        {mayRetry && !view.retryWays && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="retry" />
            <SubmitButton intent="retry" pending="Retrying..." className={retryStyle}>
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
      {!view.asksToCancel && !retryWays && <FormRefusal refused={lastRefusal} />}
      <section className="panel job-panel" aria-label="Progress">
        <JobProgressPanel jobId={id} initial={progress} onChange={refreshItems} key={id} />
        {reason && <p className="job-panel__reason">{reason}</p>}
      </section>
      <JobItems {...view} here={here} />
      {retryWays && <RetryFailed ways={retryWays} refused={lastRefusal} closeTo={here({})} />}
      {view.asksToCancel && <CancelJob view={view} refused={lastRefusal} closeTo={here({})} />}
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
      {isOver && <p>This job has already ended, so there is nothing to cancel.</p>}
      {!isOver && (
        <Form className="form" method="post" preventScrollReset>
          <FormRefusal refused={refused} />
          <input type="hidden" name="intent" value="cancel" />
          <p>Are you sure you want to cancel this job?</p>
          <p className="dialog__note">
            {left === 1 ? 'One item is' : `${left.toLocaleString('en-US')} items are`} not processed yet.
            Completed items are kept.
          </p>
          <div className="dialog__foot">
            <Link className="button button--quiet" to={closeTo} replace preventScrollReset>
              Keep Running
            </Link>
            <SubmitButton intent="cancel" pending="Canceling..." className="button button--danger">
              Cancel Job
            </SubmitButton>
          </div>
        </Form>
      )}
    </ModalDialog>
  );
}

interface RetryFailedProps {
  ways: Ways;
  refused: RefusedForm | null;
  closeTo: string;
}

function RetryFailed({ ways, refused, closeTo }: RetryFailedProps) {
  return (
    <ModalDialog title="Retry Failed" closeTo={closeTo}>
      <Form className="form" method="post" preventScrollReset>
        <FormRefusal refused={refused} />
        <input type="hidden" name="intent" value="retry" />
        <ConfirmFields ways={ways} issues={refused?.issues ?? {}} here={closeTo} />
        <DialogFoot closeTo={closeTo}>
          <SubmitButton intent="retry" pending="Retrying...">
            Retry Failed
          </SubmitButton>
        </DialogFoot>
      </Form>
    </ModalDialog>
  );
}

const MIN_INTERVAL_MS = 2_000;

/** Reloads the items at most every MIN_INTERVAL_MS during progress, and once at the end. */
function useThrottledReload(): (progress: Progress) => void {
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
      }, MIN_INTERVAL_MS);
    },
    [revalidate],
  );
}
