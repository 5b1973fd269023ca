// An ad's report as a CSV file.
import { toRange } from '~/features/ad-counts/ad-report';
import { exportAdReport } from '~/features/ad-counts/ad-report.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { idParam } from '~/http/id-param.server';

export const loader = adminLoader('ads', async ({ ctx, params, url }) => {
  const { fileName, text } = await exportAdReport(
    ctx,
    idParam(params),
    toRange(url.searchParams.get('range')),
  );
  return new Response(text, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    },
  });
});
export const action = adminAction('ads', () => new Response(null, { status: 405 }));
