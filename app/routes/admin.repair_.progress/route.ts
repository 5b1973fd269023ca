// Status of repair, dry run, undo and content check as JSON, for the repair screen.
import { findContentCheck } from '~/features/maintenance/content-check/content-check.server';
import { findRuns } from '~/features/maintenance/repair/repair.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';

export const loader = adminLoader('repair', async ({ ctx }) => {
  const [runs, check] = await Promise.all([findRuns(ctx), findContentCheck(ctx)]);
  return Response.json({ ...runs, check }, { headers: { 'cache-control': 'no-store' } });
});
export const action = adminAction('repair', () => new Response(null, { status: 405 }));
