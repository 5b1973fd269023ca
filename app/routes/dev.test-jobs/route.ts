// Starts a test job. Builds for production leave this route out (remix.config.js).
import type { ActionFunctionArgs } from '@remix-run/cloudflare';
import type { Json, NewItem } from '~/features/jobs/job-kind';
import { startJob } from '~/features/jobs/start-job.server';
import { createTestJob } from '~/features/jobs/test-job.server';
import { toVisit } from '~/http/public-loader.server';

export async function action(args: ActionFunctionArgs) {
  const { ctx, request } = toVisit(args);
  if (ctx.config.environment !== 'test') return new Response('Not found\n', { status: 404 });
  const { title, input, items } = await request.json<{ title: string; input?: Json; items: NewItem[] }>();
  return Response.json(await startJob(ctx, { kind: createTestJob(), title, input, items, createdBy: null }));
}
