// How far the bulk generation is; the list follows as it goes on, and its end is said.
import { Link, useNavigate, useSearchParams } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import type { ImagesView } from '~/features/images/images-view';
import { dealtWith, type JobProgress as Progress } from '~/features/jobs/job';
import { JobProgress } from '~/features/jobs/ui/job-progress';
import { countOf } from '~/lib/count-of';
import { useToast } from '~/ui/toast';
import { useCarefulRevalidate } from '../admin/use-careful-revalidate';

export function JobPanel({ job }: { job: NonNullable<ImagesView['job']> }) {
  const { id, title, progress } = job;
  useNamedInAddress(id, progress.status === 'running');
  const refresh = useRefresh();
  const toast = useToast();
  const seen = useRef(progress);
  const noteChange = useCallback(
    (now: Progress) => {
      const before = seen.current;
      seen.current = now;
      const isOver = now.status !== 'running';
      if (dealtWith(now) !== dealtWith(before)) refresh(isOver);
      if (!isOver || before.status !== 'running') return;
      refresh(true);
      toast({ ...describeEnd(now), destructive: now.failed > 0 });
    },
    [refresh, toast],
  );
  return (
    <section className="panel images__job" aria-label="Bulk generation">
      <JobProgress jobId={id} initial={progress} label={title} onChange={noteChange} />
      <p className="images__job-links">
        <Link className="link" to={`/admin/jobs/${id}`}>
          Details
        </Link>
        {progress.status !== 'running' && (
          <Link className="link" to="/admin/images" preventScrollReset>
            Dismiss
          </Link>
        )}
      </p>
    </section>
  );
}

/** A job that runs is shown without being asked for. Its end is shown to whoever named it: the address does from now on. */
function useNamedInAddress(id: string, isRunning: boolean): void {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  useEffect(() => {
    if (!isRunning || params.get('job') === id) return;
    const named = new URLSearchParams(params);
    named.set('job', id);
    navigate(`?${named}`, { replace: true, preventScrollReset: true });
  }, [id, isRunning, params, navigate]);
}

function describeEnd({ status, done, skipped, failed }: Progress) {
  const parts = [`${countOf(done, 'image')} generated`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (skipped > 0) parts.push(`${skipped} skipped`);
  const description = `${parts.join(', ')}.`;
  return {
    title: status === 'cancelled' ? 'Bulk image generation cancelled' : 'Bulk image generation complete',
    description: description.charAt(0).toUpperCase() + description.slice(1),
  };
}

const LEAST_MS = 1_500;

/** Reads the list anew, not more often than every so many milliseconds; `now` does not wait. */
function useRefresh(): (now: boolean) => void {
  const revalidate = useCarefulRevalidate();
  const last = useRef(0);
  const timer = useRef<number>();
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return useCallback(
    (now: boolean) => {
      const wait = now ? 0 : Math.max(0, last.current + LEAST_MS - Date.now());
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        last.current = Date.now();
        revalidate();
      }, wait);
    },
    [revalidate],
  );
}
