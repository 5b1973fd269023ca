// A job's progress, live. Without JavaScript it is as it was when the page was drawn, with a link that draws it anew.
import { Link, useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { ProgressBar } from '~/ui/progress-bar';
import { dealtWith, type JobProgress as Progress } from '../job';
import { announce, describeCounts, STATUS_LABELS } from '../job-words';
import { useJobProgress } from './use-job-progress';

interface JobProgressProps {
  jobId: string;
  /** As the loader read it. */
  initial: Progress;
  /** What the bar is called; the job's state unless given. */
  label?: string;
  /** Told of every change that comes after `initial`. */
  onChange?: (progress: Progress) => void;
}

/** @public */
export function JobProgress({ jobId, initial, label, onChange }: JobProgressProps) {
  const { progress, isLive } = useJobProgress(jobId, initial);
  const { status, total } = progress;
  const { pathname, search } = useLocation();
  const [isDrawnByServer, setIsDrawnByServer] = useState(true);
  useEffect(() => setIsDrawnByServer(false), []);
  const told = useRef(progress);
  useEffect(() => {
    if (told.current === progress) return;
    told.current = progress;
    onChange?.(progress);
  }, [progress, onChange]);
  const isRunning = status === 'running';
  return (
    <div className={`job-progress job-progress--${status}`}>
      <ProgressBar label={label ?? STATUS_LABELS[status]} value={dealtWith(progress)} max={total} />
      <p className="job-progress__counts">
        <span>{describeCounts(progress) || 'Nothing to do'}</span>
        {isRunning && (isDrawnByServer || !isLive) && (
          <Link className="link" to={pathname + search} reloadDocument preventScrollReset>
            Refresh
          </Link>
        )}
      </p>
      <p className="sr-only" role="status">
        {isDrawnByServer ? '' : announce(progress)}
      </p>
    </div>
  );
}
