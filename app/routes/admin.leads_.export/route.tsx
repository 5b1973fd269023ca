// Exports all leads as CSV.
import { exportLeads } from '~/features/newsletter/subscribers/manage-leads.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { formatZonedTime } from '~/lib/time/dates';

export const loader = adminLoader('leads', async ({ ctx }) => {
  const { timeZone } = await getSiteSettings(ctx);
  const [today] = formatZonedTime(ctx.clock.now(), timeZone).split(' ');
  return new Response(exportLeads(ctx, timeZone), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="leads-${today}.csv"`,
      'cache-control': 'no-store',
    },
  });
});
export const action = adminAction('leads', () => new Response(null, { status: 405 }));
