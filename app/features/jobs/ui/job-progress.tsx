// Live progress of a job. Without JavaScript it shows the state at page load, with a Refresh link.
import { Link, useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { ProgressBar } from '~/ui/progress-bar';
import { countProcessed, type JobProgress as Progress } from '../job';
import { announce, describeCounts, STATUS_LABELS } from '../job-text';
import { useJobProgress } from './use-job-progress';

interface JobProgressProps {
  jobId: string;
  /** From the loader. */
  initial: Progress;
  /** Label of the bar; defaults to the job's status. */
  label?: string;
  /** Called for every change after `initial`. */
  onChange?: (progress: Progress) => void;
}

/** @public */
export function JobProgressPanel({ jobId, initial, label, onChange }: JobProgressProps) {
  const { progress, isLive } = useJobProgress(jobId, initial);
  const { status, total } = progress;
  const { pathname, search } = useLocation();
  const [isServerRendered, setIsServerRendered] = useState(true);
  useEffect(() => setIsServerRendered(false), []);
  const reported = useRef(progress);
  useEffect(() => {
    if (reported.current === progress) return;
    reported.current = progress;
    onChange?.(progress);
  }, [progress, onChange]);
  const isRunning = status === 'running';
  return (
    <div className={`job-progress job-progress--${status}`}>
      <ProgressBar label={label ?? STATUS_LABELS[status]} value={countProcessed(progress)} max={total} />
      <p className="job-progress__counts">
        <span>{describeCounts(progress) || 'Nothing to do'}</span>
        {isRunning && (isServerRendered || !isLive) && (
          <Link className="link" to={pathname + search} reloadDocument preventScrollReset>
            Refresh
          </Link>
        )}
      </p>
      <p className="sr-only" role="status">
        {isServerRendered ? '' : announce(progress)}
      </p>
    </div>
  );
}
