// Starts a rehearsal job. Only there in tests.
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import type { Json, NewItem } from '~/features/jobs/job-kind';
import { rehearsal } from '~/features/jobs/rehearsal.server';
import { startJob } from '~/features/jobs/start-job.server';
import { toVisit } from '~/http/doors.server';

export async function action(args: ActionFunctionArgs) {
  const { ctx, request } = toVisit(args);
  if (ctx.config.environment !== 'test') return new Response('Not found\n', { status: 404 });
  const { title, input, items } = await request.json<{ title: string; input?: Json; items: NewItem[] }>();
  return Response.json(await startJob(ctx, { kind: rehearsal, title, input, items, createdBy: null }));
}
