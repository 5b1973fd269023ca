// Exports an ad's report as CSV.
import { toRange } from '~/features/ads/reports/ad-report';
import { exportAdReport } from '~/features/ads/reports/ad-report.server';
import { attachment, CSV } from '~/http/attachment';
import { idParam } from '~/http/forms/url-params.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';

export const loader = adminLoader('ads', async ({ ctx, params, url }) => {
  const { fileName, text } = await exportAdReport(
    ctx,
    idParam(params),
    toRange(url.searchParams.get('range')),
  );
  return attachment(text, fileName, CSV);
});
export const action = adminAction('ads', () => new Response(null, { status: 405 }));
