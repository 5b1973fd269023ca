// Streams a job's progress as server-sent events until the job ends.
import { progressOf } from '~/features/jobs/jobs.server';
import { streamChanges } from '~/http/api/event-stream.server';
import { answerMissing } from '~/http/api/json-route.server';
import { idParam } from '~/http/forms/url-params.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { requireOwnJob } from '~/jobs/own-job.server';

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
