// A job's progress as JSON, for pages that cannot be told of changes.
import { progressOf } from '~/features/jobs/jobs.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { idParam } from '~/http/id-param.server';
import { answerMissing } from '~/http/missing-json.server';
import { requireOwnJob } from '../admin.jobs_.$id/own-job.server';

export const loader = adminLoader('own jobs', (visit) =>
  answerMissing(async () => {
    const jobId = idParam(visit.params);
    await requireOwnJob(visit, jobId);
    return Response.json(await progressOf(visit.ctx, jobId));
  }),
);
export const action = adminAction('own jobs', () => new Response(null, { status: 405 }));
