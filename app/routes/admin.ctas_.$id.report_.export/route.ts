// Exports the report of a call to action as CSV.
import { toRange } from '~/features/ads/reports/ad-report';
import { exportCtaReport } from '~/features/ctas/reports/cta-report.server';
import { attachment, CSV } from '~/http/attachment';
import { idParam } from '~/http/forms/url-params.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';

export const loader = adminLoader('ctas', async ({ ctx, params, url, viewer }) => {
  const { fileName, text } = await exportCtaReport(
    ctx,
    viewer,
    idParam(params),
    toRange(url.searchParams.get('range')),
  );
  return attachment(text, fileName, CSV);
});
export const action = adminAction('ctas', () => new Response(null, { status: 405 }));
