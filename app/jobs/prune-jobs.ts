// Jobs that ended 30 days ago go.
import { pruneJobs as prune } from '~/features/jobs/sweep-jobs.server';
import type { Job } from './job';

export const pruneJobs: Job = { name: 'prune-jobs', run: prune };
