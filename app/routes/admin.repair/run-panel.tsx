// A piece of long work on the repair screen: its bar, its figures, how it ended.
import { Link } from '@remix-run/react';
import { type ReactNode, useId } from 'react';
import { ProgressBar } from '~/ui/progress-bar';

export interface Figure {
  label: string;
  value: number;
}

interface RunPanelProps {
  /** How things stand, as a heading. */
  title: string;
  text?: ReactNode;
  isBad?: boolean;
  /** Null for no bar. */
  bar: { label: string; text: string; value: number; max: number } | null;
  figures: readonly Figure[];
  isRunning: boolean;
  /** The job with all its items; null when there is none yet. */
  jobId: string | null;
  children?: ReactNode;
}

export function RunPanel(props: RunPanelProps) {
  const { title, text, isBad = false, bar, figures, isRunning, jobId, children } = props;
  const id = useId();
  return (
    <section className="panel run" aria-labelledby={id} aria-busy={isRunning}>
      <header className="run__head">
        <div aria-live="polite">
          <h2 className={isBad ? 'headline headline--4 run__bad' : 'headline headline--4'} id={id}>
            {title}
          </h2>
          {text && <p className="run__text">{text}</p>}
        </div>
        <div className="run__ways">{children}</div>
      </header>
      {bar && <ProgressBar {...bar} />}
      {figures.length > 0 && (
        <dl className="run__figures">
          {figures.map(({ label, value }) => (
            <div className="run__figure" key={label}>
              <dt>{label}</dt>
              <dd>{value.toLocaleString('en-US')}</dd>
            </div>
          ))}
        </dl>
      )}
      {jobId && (
        <p className="run__foot">
          {isRunning && (
            <>
              <span>You may leave this page: the work goes on.</span>
              <a href="/admin/repair">Refresh</a>
            </>
          )}
          <Link to={`/admin/jobs/${jobId}`}>{isRunning ? 'Details and Cancel' : 'Details'}</Link>
        </p>
      )}
    </section>
  );
}
