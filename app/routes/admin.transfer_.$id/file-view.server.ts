// Builds the data of a transfer file's page.

import type { JobProgress } from '~/features/jobs/job';
import { findRunningWithProgress } from '~/features/jobs/jobs.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { Manifest } from '~/features/transfer/export/manifest';
import { filePageOf, type TransferFile, type TransferJob } from '~/features/transfer/files/transfer-file';
import { getFileWithProgress } from '~/features/transfer/files/transfer-files.server';
import { proposeChoices } from '~/features/transfer/import/import-choices';
import { ImportReport } from '~/features/transfer/import/import-report';
import { findImport } from '~/features/transfer/import/import-results.server';
import { listExistingTerms } from '~/features/transfer/import/start-import.server';
import { isSiteEmpty } from '~/features/transfer/restore/start-restore.server';
import { toShownFile } from '~/layouts/admin/transfer/file-state';
import { propertyOf } from '~/lib/properties';
import { formatMoment } from '~/lib/time/dates';
import type { AppContext } from '~/platform/context';
import { isSurvey } from './import-form.server';

export async function toFileView(ctx: AppContext, id: string) {
  const [{ timeZone }, file] = await Promise.all([getSiteSettings(ctx), getFileWithProgress(ctx, id)]);
  const { progress, jobs } = file;
  const [job = null] = jobs;
  const isArchive = file.format === 'archive';
  const survey = isSurvey(file.contents) ? file.contents : null;
  const isReady = file.status === 'ready';
  const [isEmpty, existing, blocking] = await Promise.all([
    isArchive ? isSiteEmpty(ctx) : false,
    survey ? listExistingTerms(ctx) : null,
    isReady && job?.status !== 'running' ? findBlocking(ctx, file) : null,
  ]);
  const manifest = Manifest.safeParse(file.contents).data ?? null;
  return {
    ...toShownFile(file, timeZone),
    isReady,
    /** Why the archive cannot be read. */
    problem: file.status === 'failed' ? reasonOf(file.contents) : null,
    job: job && progress && toShownJob(job, progress),
    blocking,
    manifest: manifest && { ...manifest, madeAt: formatMoment(new Date(manifest.madeAt), timeZone) },
    isEmpty,
    survey,
    existing,
    proposed: survey && existing && proposeChoices(survey, existing),
    report: reportOf(jobs),
  };
}
export type FileView = Awaited<ReturnType<typeof toFileView>>;

/** The job of another file that must end before this file can be imported or restored. */
async function findBlocking(ctx: AppContext, { id, format }: Pick<TransferFile, 'id' | 'format'>) {
  const job = await findRunningWithProgress(ctx, [
    'restore',
    'import',
    ...(format === 'archive' ? ['export'] : []),
  ]);
  if (!job) return null;
  const { title, startedBy, progress, input } = job;
  const to = filePageOf(input);
  // This file's own job may have started after its row was read.
  return to === filePageOf({ fileId: id }) ? null : { id: job.id, title, startedBy, progress, to };
}

function toShownJob({ id, kind, mode, status, reason }: TransferJob, progress: JobProgress) {
  return { id, kind, mode, status, reason, progress };
}

function reasonOf(contents: unknown): string | null {
  const reason = propertyOf(contents, 'reason');
  return typeof reason === 'string' ? reason : null;
}

/** The report of the newest completed import. */
function reportOf(jobs: readonly TransferJob[]): ImportReport | null {
  const done = findImport(jobs);
  return ImportReport.safeParse(done?.result).data ?? null;
}
