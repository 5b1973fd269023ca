// The page of one transfer file: status, running job, and the next step.
import { Link } from '@remix-run/react';
import { useCallback } from 'react';
import type { JobProgress as Progress } from '~/features/jobs/job';
import { JobProgressPanel } from '~/features/jobs/ui/job-progress';
import { FORMAT_NAMES } from '~/features/transfer/files/transfer-file';
import type { RefusedForm } from '~/http/forms/refuse-form.server';
import type { Ways } from '~/layouts/account/confirm-fields';
import { PageHead } from '~/layouts/admin/list/page-head';
import { useCarefulRevalidate } from '~/layouts/admin/unsaved/use-careful-revalidate';
import { ArchivePart } from './archive-part';
import type { FileView } from './file-view.server';
import { ImportPart } from './import-part';

interface FilePageProps {
  /** `ways` to confirm the viewer's identity; null if they confirmed recently. */
  view: FileView & { ways: Ways | null };
  refused: RefusedForm | null;
}

export function FilePage({ view, refused }: FilePageProps) {
  const { id, name, format, origin, size, who, when, state, isReady, problem, job } = view;
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
        {isReady && (
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
        {format === 'archive' ? (
          <ArchivePart view={view} ways={view.ways} refused={refused} />
        ) : (
          <ImportPart view={view} refused={refused} />
        )}
      </div>
    </>
  );
}

const TITLES: Record<string, string> = {
  export: 'Creating archive',
  restore: 'Restoring',
  look: 'Analyzing file',
  bring: 'Importing',
};

function Work({ job }: { job: NonNullable<FileView['job']> }) {
  const revalidate = useCarefulRevalidate();
  const onChange = useCallback(
    ({ status }: Progress) => {
      // When the job ends, the page shows a different step.
      if (status !== 'running') revalidate();
    },
    [revalidate],
  );
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
