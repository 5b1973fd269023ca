// What the page of a file shows.
import { Manifest } from '~/features/archive/manifest';
import { isMagazineEmpty } from '~/features/archive/start-restore.server';
import { proposeChoices } from '~/features/imports/import-choices';
import { ImportReport } from '~/features/imports/import-report';
import { listStanding } from '~/features/imports/start-import.server';
import type { JobProgress } from '~/features/jobs/job';
import { formatBytes } from '~/features/media/media-view';
import { getSiteSettings } from '~/features/settings/settings.server';
import type { TransferJob } from '~/features/transfer/transfer-file';
import { getFileAtWork } from '~/features/transfer/transfer-files.server';
import { formatMoment } from '~/lib/dates';
import type { AppContext } from '~/platform/context';
import { stateOf } from '../admin.transfer/file-state';
import { isSurvey } from './import-form.server';

export async function toFileView(ctx: AppContext, id: string) {
  const [{ timeZone }, file] = await Promise.all([getSiteSettings(ctx), getFileAtWork(ctx, id)]);
  const { progress, jobs } = file;
  const [job = null] = jobs;
  const isArchive = file.format === 'archive';
  const survey = isSurvey(file.contents) ? file.contents : null;
  const [isEmpty, standing] = await Promise.all([
    isArchive ? isMagazineEmpty(ctx) : false,
    survey ? listStanding(ctx) : null,
  ]);
  const manifest = Manifest.safeParse(file.contents).data ?? null;
  return {
    id,
    name: file.name,
    format: file.format,
    origin: file.origin,
    size: file.bytes > 0 ? formatBytes(file.bytes) : null,
    who: file.createdByName,
    when: formatMoment(file.createdAt, timeZone),
    state: stateOf(file),
    isReady: file.status === 'ready',
    /** Why an archive cannot be read. */
    trouble: file.status === 'failed' ? reasonOf(file.contents) : null,
    job: job && progress && toShownJob(job, progress),
    manifest: manifest && { ...manifest, madeAt: formatMoment(new Date(manifest.madeAt), timeZone) },
    isEmpty,
    survey,
    standing,
    proposed: survey && standing && proposeChoices(survey, standing),
    report: reportOf(jobs),
  };
}
export type FileView = Awaited<ReturnType<typeof toFileView>>;

function toShownJob({ id, kind, mode, status, reason }: TransferJob, progress: JobProgress) {
  return { id, kind, mode, status, reason, progress };
}

function reasonOf(contents: unknown): string | null {
  const { reason } = (contents ?? {}) as { reason?: unknown };
  return typeof reason === 'string' ? reason : null;
}

/** Of the newest import that came to an end. */
function reportOf(jobs: readonly TransferJob[]): ImportReport | null {
  const done = jobs.find(
    ({ kind, mode, result }) => kind === 'import' && mode === 'bring' && result !== null,
  );
  return ImportReport.safeParse(done?.result).data ?? null;
}
