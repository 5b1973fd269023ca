// All job kinds, by their name in the database.

import { generateImages } from '~/features/image-generation/generate-images.server';
import { replaceImageJob } from '~/features/image-replacement/replace-image-job.server';
import type { JobKind } from '~/features/jobs/job-kind';
import { createTestJob } from '~/features/jobs/test-job.server';
import { checkContentKind } from '~/features/maintenance/content-check/content-check.server';
import {
  previewRepairKind,
  repairKind,
  undoRepairKind,
} from '~/features/maintenance/repair/repair-kinds.server';
import { newsletterJob } from '~/features/newsletter/issues/send-job.server';
import { exportJob } from '~/features/transfer/export/export-job.server';
import { importJob } from '~/features/transfer/import/import-job.server';
import { restoreJob } from '~/features/transfer/restore/restore-job.server';

const ALL: readonly JobKind[] = [
  generateImages,
  replaceImageJob,
  previewRepairKind,
  repairKind,
  undoRepairKind,
  checkContentKind,
  exportJob,
  importJob,
  restoreJob,
  newsletterJob,
  ...(TEST_SUPPORT ? [createTestJob()] : []),
];

export const KINDS: Readonly<Record<string, JobKind>> = Object.fromEntries(
  ALL.map((kind) => [kind.kind, kind]),
);
