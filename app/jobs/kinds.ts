// Every kind of work that can be done as a job, by its name in the database.
import { checkContentKind } from '~/features/content-check/content-check.server';
import type { JobKind } from '~/features/jobs/job-kind';
import { rehearsal } from '~/features/jobs/rehearsal.server';
import { previewRepairKind, repairKind, undoRepairKind } from '~/features/repair/repair-kinds.server';

const ALL: readonly JobKind[] = [rehearsal, previewRepairKind, repairKind, undoRepairKind, checkContentKind];

export const KINDS: Readonly<Record<string, JobKind>> = Object.fromEntries(
  ALL.map((kind) => [kind.kind, kind]),
);
