// Where repair, dry run, undoing and content check stand, for the screen that shows them while they run.
import { findContentCheck } from '~/features/content-check/content-check.server';
import { findRuns } from '~/features/repair/repair.server';
import { adminAction, adminLoader } from '~/http/guards.server';

export const loader = adminLoader('repair', async ({ ctx }) => {
  const [runs, check] = await Promise.all([findRuns(ctx), findContentCheck(ctx)]);
  return Response.json({ ...runs, check }, { headers: { 'cache-control': 'no-store' } });
});
export const action = adminAction('repair', () => new Response(null, { status: 405 }));
