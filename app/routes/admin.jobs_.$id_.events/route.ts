// A job's progress, told as it happens. Ends with the job.
import { progressOf } from '~/features/jobs/jobs.server';
import { streamChanges } from '~/http/event-stream.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { idParam } from '~/http/id-param.server';
import { answerMissing } from '~/http/missing-json.server';
import { requireOwnJob } from '../admin.jobs_.$id/own-job.server';

export const loader = adminLoader('own jobs', (visit) =>
  answerMissing(async () => {
    const { ctx } = visit;
    const jobId = idParam(visit.params);
    await requireOwnJob(visit, jobId);
    return streamChanges(await progressOf(ctx, jobId), {
      event: 'progress',
      read: () => progressOf(ctx, jobId),
      isLast: ({ status }) => status !== 'running',
      onError: (error) =>
        ctx.log.write({ event: 'inessential_failed', what: 'progress', reason: String(error) }),
    });
  }),
);
export const action = adminAction('own jobs', () => new Response(null, { status: 405 }));
