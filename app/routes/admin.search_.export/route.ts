// Exports the search terms as CSV.
import { toSearchReportQuery } from '~/features/search/reports/search-report';
import { exportSearchTerms } from '~/features/search/reports/search-report.server';
import { attachment, CSV } from '~/http/attachment';
import { adminAction, adminLoader } from '~/http/session/guards.server';

export const loader = adminLoader('search', async ({ ctx, url }) => {
  const { fileName, text } = await exportSearchTerms(ctx, toSearchReportQuery(url.searchParams));
  return attachment(text, fileName, CSV);
});
export const action = adminAction('search', () => new Response(null, { status: 405 }));
