// Every kind of work that can be done as a job, by its name in the database.
import { exportJob } from '~/features/archive/export-job.server';
import { restoreJob } from '~/features/archive/restore-job.server';
import { checkContentKind } from '~/features/content-check/content-check.server';
import { generateImages } from '~/features/images/generate-images.server';
import { importJob } from '~/features/imports/import-job.server';
import type { JobKind } from '~/features/jobs/job-kind';
import { rehearsal } from '~/features/jobs/rehearsal.server';
import { newsletterJob } from '~/features/newsletter/issues/send-job.server';
import { previewRepairKind, repairKind, undoRepairKind } from '~/features/repair/repair-kinds.server';

const ALL: readonly JobKind[] = [
  rehearsal,
  generateImages,
  previewRepairKind,
  repairKind,
  undoRepairKind,
  checkContentKind,
  exportJob,
  importJob,
  restoreJob,
  newsletterJob,
];

export const KINDS: Readonly<Record<string, JobKind>> = Object.fromEntries(
  ALL.map((kind) => [kind.kind, kind]),
);
