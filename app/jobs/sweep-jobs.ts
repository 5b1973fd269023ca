// Work that nobody does any more is sent again; jobs with nothing left to do are closed.
import { sweepJobs as sweep } from '~/features/jobs/sweep-jobs.server';
import type { Job } from './job';
import { KINDS } from './kinds';

export const sweepJobs: Job = {
  name: 'sweep-jobs',
  run: (ctx, { queueIsEmpty }) => sweep(ctx, KINDS, queueIsEmpty),
};
