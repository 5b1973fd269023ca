// Progress of a bulk generation. Refreshes the list as the job runs and shows a toast when it ends.
import { Link, useNavigate, useSearchParams } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import type { ImagesView } from '~/features/image-generation/images-view';
import { countProcessed, type JobProgress as Progress } from '~/features/jobs/job';
import { JobProgressPanel } from '~/features/jobs/ui/job-progress';
import { useCarefulRevalidate } from '~/layouts/admin/unsaved/use-careful-revalidate';
import { capitalize, countOf } from '~/lib/text';
import { useToast } from '~/ui/toast';

export function JobPanel({ job }: { job: NonNullable<ImagesView['job']> }) {
  const { id, title, progress } = job;
  useJobInUrl(id, progress.status === 'running');
  const refresh = useRefresh();
  const toast = useToast();
  const seen = useRef(progress);
  const handleChange = useCallback(
    (now: Progress) => {
      const before = seen.current;
      seen.current = now;
      const isOver = now.status !== 'running';
      if (countProcessed(now) !== countProcessed(before)) refresh(isOver);
      if (!isOver || before.status !== 'running') return;
      refresh(true);
      toast({ ...describeEnd(now), destructive: now.failed > 0 });
    },
    [refresh, toast],
  );
  return (
    <section className="panel images__job" aria-label="Bulk generation">
      <JobProgressPanel jobId={id} initial={progress} label={title} onChange={handleChange} />
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

/** A running job is shown in any case. Adding `?job=` to the URL keeps its result visible after it ends. */
function useJobInUrl(id: string, isRunning: boolean): void {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  useEffect(() => {
    if (!isRunning || params.get('job') === id) return;
    const next = new URLSearchParams(params);
    next.set('job', id);
    navigate(`?${next}`, { replace: true, preventScrollReset: true });
  }, [id, isRunning, params, navigate]);
}

function describeEnd({ status, done, skipped, failed }: Progress) {
  const parts = [`${countOf(done, 'image')} generated`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (skipped > 0) parts.push(`${skipped} skipped`);
  const description = `${parts.join(', ')}.`;
  return {
    title: status === 'cancelled' ? 'Bulk image generation canceled' : 'Bulk image generation complete',
    description: capitalize(description),
  };
}

const MIN_INTERVAL_MS = 1_500;

/** Reloads the list at most every MIN_INTERVAL_MS; with `now`, immediately. */
function useRefresh(): (now: boolean) => void {
  const revalidate = useCarefulRevalidate();
  const last = useRef(0);
  const timer = useRef<number>();
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return useCallback(
    (now: boolean) => {
      const wait = now ? 0 : Math.max(0, last.current + MIN_INTERVAL_MS - Date.now());
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        last.current = Date.now();
        revalidate();
      }, wait);
    },
    [revalidate],
  );
}
