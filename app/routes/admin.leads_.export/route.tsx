// Exports the leads of the list's filter as CSV.
import { may } from '~/features/accounts/capabilities';
import { toLeadFilter } from '~/features/newsletter/subscribers/lead-view';
import { exportLeads } from '~/features/newsletter/subscribers/manage-leads.server';
import { getSiteSettings } from '~/features/settings/settings.server';
import { attachment, CSV } from '~/http/attachment';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { formatZonedTime } from '~/lib/time/dates';

export const loader = adminLoader('leads', async ({ ctx, url, viewer }) => {
  const { timeZone } = await getSiteSettings(ctx);
  const [today] = formatZonedTime(ctx.clock.now(), timeZone).split(' ');
  const filter = { ...toLeadFilter(url.searchParams), seesAll: may(viewer, 'all articles') };
  return attachment(await exportLeads(ctx, viewer, filter, timeZone), `leads-${today}.csv`, CSV);
});
export const action = adminAction('leads', () => new Response(null, { status: 405 }));
