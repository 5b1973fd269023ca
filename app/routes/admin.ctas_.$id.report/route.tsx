// The report of one call to action.
import type { MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { toRange } from '~/features/ads/reports/ad-report';
import { getCtaReport } from '~/features/ctas/reports/cta-report.server';
import { idParam } from '~/http/forms/url-params.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { CtaReportPage } from './cta-report-page';

export const meta: MetaFunction<typeof loader> = ({ data: report }) => [
  { title: report ? `Report for ${report.cta.title}` : 'Report' },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminLoader('ctas', ({ ctx, params, url, viewer }) =>
  getCtaReport(ctx, viewer, idParam(params), toRange(url.searchParams.get('range'))),
);
export const action = adminAction('ctas', () => new Response(null, { status: 405 }));

export default function Report() {
  return <CtaReportPage report={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load report" />;
}
