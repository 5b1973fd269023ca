// A panel for one run on the repair screen: progress, figures and outcome.
import { Link } from '@remix-run/react';
import { type ReactNode, useId } from 'react';
import { ProgressBar } from '~/ui/progress-bar';

export interface Figure {
  label: string;
  value: number;
}

interface RunPanelProps {
  /** The current state, shown as a heading. */
  title: string;
  text?: ReactNode | undefined;
  isBad?: boolean | undefined;
  /** Null hides the progress bar. */
  bar: { label: string; text: string; value: number; max: number } | null;
  figures: readonly Figure[];
  isRunning: boolean;
  /** The job's id for the details link; null before the first run. */
  jobId: string | null;
  children?: ReactNode | undefined;
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
              <span>You can leave this page. The job continues in the background.</span>
              <a href="/admin/repair">Refresh</a>
            </>
          )}
          <Link to={`/admin/jobs/${jobId}`}>{isRunning ? 'Details and Cancel' : 'Details'}</Link>
        </p>
      )}
    </section>
  );
}
