// Exports the leads of the list's filter as CSV.
import { toLeadFilter } from '~/features/newsletter/subscribers/lead-view';
import { exportLeads } from '~/features/newsletter/subscribers/manage-leads.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { attachment, CSV } from '~/http/attachment';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { formatZonedTime } from '~/lib/time/dates';

export const loader = adminLoader('leads', async ({ ctx, url }) => {
  const { timeZone } = await getSiteSettings(ctx);
  const [today] = formatZonedTime(ctx.clock.now(), timeZone).split(' ');
  return attachment(exportLeads(ctx, toLeadFilter(url.searchParams), timeZone), `leads-${today}.csv`, CSV);
});
export const action = adminAction('leads', () => new Response(null, { status: 405 }));
