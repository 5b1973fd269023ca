// The page of one transfer file: status, running job, and the next step.
import { Form, Link } from '@remix-run/react';
import { useCallback } from 'react';
import type { JobProgress as Progress } from '~/features/jobs/job';
import { JobProgressPanel } from '~/features/jobs/ui/job-progress';
import { FORMAT_NAMES } from '~/features/transfer/files/transfer-file';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import { ConfirmFields, type Ways } from '~/layouts/account/confirm-fields';
import { PageHead } from '~/layouts/admin/list/page-head';
import { useCarefulRevalidate } from '~/layouts/admin/unsaved/use-careful-revalidate';
import { FormRefusal } from '~/ui/form-refusal';
import { ModalDialog } from '~/ui/modal-dialog';
import { SubmitButton } from '~/ui/submit-button';
import { ArchivePart } from './archive-part';
import type { FileView } from './file-view.server';
import { ImportPart } from './import-part';

interface FilePageProps {
  /** `ways` to confirm the viewer's identity; null if they confirmed recently. */
  view: FileView & { ways: Ways | null; asksToDownload: boolean };
  refused: RefusedForm | null;
}

export function FilePage({ view, refused }: FilePageProps) {
  const { id, name, format, origin, size, who, when, state, isReady, problem, job, ways } = view;
  const mustConfirm = format === 'archive' && ways !== null;
  const facts = [
    FORMAT_NAMES[format],
    size,
    `${origin === 'made' ? 'created' : 'uploaded'} ${when}`,
    who && `by ${who}`,
  ];
  return (
    <>
      <p className="transfer__back">
        <Link className="link" to="/admin/transfer">
          Import &amp; Export
        </Link>
      </p>
      <PageHead title={name} text={facts.filter(Boolean).join(', ')}>
        {isReady && mustConfirm && (
          <Link className="button button--quiet" to="?download" preventScrollReset>
            Download
          </Link>
        )}
        {isReady && !mustConfirm && (
          <a className="button button--quiet" href={`/admin/transfer/${id}/download`} download>
            Download
          </a>
        )}
      </PageHead>
      <p className="transfer__state">
        <span className={`status transfer-state--${state.tone}`}>{state.text}</span>
      </p>
      <div className="transfer-panels">
        {problem && (
          <p className="refusal" role="alert">
            <strong>This file can’t be used.</strong> {problem}
          </p>
        )}
        {job && <Work key={job.id} job={job} />}
        {view.blocking && <BlockingWork key={view.blocking.id} job={view.blocking} />}
        {format === 'archive' ? (
          <ArchivePart view={view} ways={ways} refused={refused} />
        ) : (
          <ImportPart view={view} refused={refused} />
        )}
      </div>
      {isReady && mustConfirm && view.asksToDownload && (
        <AllowDownload path={`/admin/transfer/${id}`} ways={ways} refused={refused} />
      )}
    </>
  );
}

interface AllowDownloadProps {
  path: string;
  ways: Ways;
  refused: RefusedForm | null;
}

function AllowDownload({ path, ways, refused }: AllowDownloadProps) {
  const answer = refused?.intent === 'allow-download' ? refused : null;
  return (
    <ModalDialog title="Download Archive" closeTo={path}>
      <Form className="form" method="post" preventScrollReset>
        <FormRefusal refused={answer} />
        <input type="hidden" name="intent" value="allow-download" />
        <p>The archive contains drafts, settings and the addresses of subscribers.</p>
        <ConfirmFields ways={ways} issues={answer?.issues ?? {}} here={path} />
        <div className="dialog__foot">
          <Link className="button button--quiet" to={path} replace preventScrollReset>
            Cancel
          </Link>
          <SubmitButton intent="allow-download" pending="Confirming...">
            Confirm
          </SubmitButton>
        </div>
      </Form>
    </ModalDialog>
  );
}

const TITLES: Record<string, string> = {
  export: 'Creating archive',
  restore: 'Restoring',
  look: 'Analyzing file',
  bring: 'Importing',
};

function Work({ job }: { job: NonNullable<FileView['job']> }) {
  const onChange = useReloadAtEnd();
  const { id, kind, mode, status, reason, progress } = job;
  if (status === 'done' && progress.failed === 0) return null;
  return (
    <section className="panel transfer__work" aria-labelledby="work">
      <h2 className="panel__title" id="work">
        {TITLES[mode ?? kind] ?? 'In progress'}
      </h2>
      {status === 'running' && (
        <p className="panel__text">
          You can close this page. The total number of steps may grow while the job runs.
        </p>
      )}
      {status === 'failed' && (
        <p className="refusal" role="alert">
          <strong>This job failed.</strong> {reason ?? 'Some steps could not be completed.'}
        </p>
      )}
      {status === 'done' && progress.failed > 0 && (
        <p className="refusal" role="alert">
          <strong>Some steps failed.</strong> Open all steps to see the reasons and retry them.
        </p>
      )}
      <JobProgressPanel jobId={id} initial={progress} onChange={onChange} />
      <p className="transfer__note">
        <Link className="link" to={`/admin/jobs/${id}`}>
          View All Steps
        </Link>
      </p>
    </section>
  );
}

/** Another file's job. Only one may run, so this page shows its progress before anyone starts the next one. */
function BlockingWork({ job }: { job: NonNullable<FileView['blocking']> }) {
  const { id, title, startedBy, to, progress } = job;
  const onChange = useReloadAtEnd();
  return (
    <section className="panel transfer__work" aria-labelledby="blocking">
      <h2 className="panel__title" id="blocking">
        Another job is running
      </h2>
      <p className="panel__text">
        {title} must finish first.{startedBy && ` ${startedBy} started it.`}
      </p>
      <JobProgressPanel jobId={id} initial={progress} onChange={onChange} />
      <p className="transfer__note">
        <Link className="link" to={to}>
          View the Other File
        </Link>
      </p>
    </section>
  );
}

/** Reloads the data when a job ends, because the page then shows a different step. */
function useReloadAtEnd() {
  const revalidate = useCarefulRevalidate();
  return useCallback(
    ({ status }: Progress) => {
      if (status !== 'running') revalidate();
    },
    [revalidate],
  );
}
