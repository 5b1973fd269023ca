// A job's progress as JSON, for pages that cannot be told of changes.
import { progressOf } from '~/features/jobs/jobs.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { idParam } from '~/http/id-param.server';
import { answerMissing } from '~/http/missing-json.server';

export const loader = adminLoader(({ ctx, params }) =>
  answerMissing(async () => Response.json(await progressOf(ctx, idParam(params)))),
);
export const action = adminAction(() => new Response(null, { status: 405 }));
