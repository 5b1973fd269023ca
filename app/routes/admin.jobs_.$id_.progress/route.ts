// A job's progress as JSON, polled by pages that cannot use the event stream.
import { progressOf } from '~/features/jobs/jobs.server';
import { answerMissing } from '~/http/api/json-route.server';
import { idParam } from '~/http/forms/url-params.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { requireOwnJob } from '~/jobs/own-job.server';

export const loader = adminLoader('own jobs', (visit) =>
  answerMissing(async () => {
    const jobId = idParam(visit.params);
    await requireOwnJob(visit, jobId);
    return Response.json(await progressOf(visit.ctx, jobId));
  }),
);
export const action = adminAction('own jobs', () => new Response(null, { status: 405 }));
