// Every kind of work that can be done as a job, by its name in the database.
import type { JobKind } from '~/features/jobs/job-kind';
import { rehearsal } from '~/features/jobs/rehearsal.server';

const ALL: readonly JobKind[] = [rehearsal];

export const KINDS: Readonly<Record<string, JobKind>> = Object.fromEntries(
  ALL.map((kind) => [kind.kind, kind]),
);
