// A file's page: where it is on its way, and what comes next.
import { Link } from '@remix-run/react';
import { useCallback } from 'react';
import type { JobProgress as Progress } from '~/features/jobs/job';
import { JobProgress } from '~/features/jobs/ui/job-progress';
import { FORMAT_NAMES } from '~/features/transfer/transfer-file';
import type { RefusedForm } from '~/http/form-answer.server';
import { PageHead } from '../admin/page-head';
import { useCarefulRevalidate } from '../admin/use-careful-revalidate';
import { ArchivePart } from './archive-part';
import type { FileView } from './file-view.server';
import { ImportPart } from './import-part';

interface FilePageProps {
  view: FileView;
  refused: RefusedForm | null;
}

export function FilePage({ view, refused }: FilePageProps) {
  const { id, name, format, origin, size, who, when, state, isReady, trouble, job } = view;
  const facts = [
    FORMAT_NAMES[format],
    size,
    `${origin === 'made' ? 'made' : 'uploaded'} ${when}`,
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
        <span className={`status transfer-state--${state.tone}`}>{state.words}</span>
      </p>
      <div className="transfer-panels">
        {trouble && (
          <p className="refusal" role="alert">
            <strong>This file cannot be used.</strong> {trouble}
          </p>
        )}
        {job && <Work key={job.id} job={job} />}
        {format === 'archive' ? (
          <ArchivePart view={view} refused={refused} />
        ) : (
          <ImportPart view={view} refused={refused} />
        )}
      </div>
    </>
  );
}

const TITLES: Record<string, string> = {
  export: 'Making the archive',
  restore: 'Restoring',
  look: 'Looking through the file',
  bring: 'Importing',
};

function Work({ job }: { job: NonNullable<FileView['job']> }) {
  const revalidate = useCarefulRevalidate();
  const onChange = useCallback(
    ({ status }: Progress) => {
      // What comes next is another page.
      if (status !== 'running') revalidate();
    },
    [revalidate],
  );
  const { id, kind, mode, status, reason, progress } = job;
  if (status === 'done' && progress.failed === 0) return null;
  return (
    <section className="panel transfer__work" aria-labelledby="work">
      <h2 className="panel__title" id="work">
        {TITLES[mode ?? kind] ?? 'At work'}
      </h2>
      {status === 'running' && (
        <p className="panel__text">
          It goes on without this page: you may close it. How many steps there are is known only as it goes.
        </p>
      )}
      {status === 'failed' && (
        <p className="refusal" role="alert">
          <strong>This failed.</strong> {reason ?? 'Some of it could not be done.'}
        </p>
      )}
      {status === 'done' && progress.failed > 0 && (
        <p className="refusal" role="alert">
          <strong>Not all of it could be done.</strong> The list of its steps tells which failed and why, and
          tries them again.
        </p>
      )}
      <JobProgress jobId={id} initial={progress} onChange={onChange} />
      <p className="transfer__note">
        <Link className="link" to={`/admin/jobs/${id}`}>
          All steps
        </Link>
      </p>
    </section>
  );
}
