// Exports the search terms as CSV.
import { toSearchReportQuery } from '~/features/search/reports/search-report';
import { exportSearchTerms } from '~/features/search/reports/search-report.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';

export const loader = adminLoader('search', async ({ ctx, url }) => {
  const { fileName, text } = await exportSearchTerms(ctx, toSearchReportQuery(url.searchParams));
  return new Response(text, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    },
  });
});
export const action = adminAction('search', () => new Response(null, { status: 405 }));
