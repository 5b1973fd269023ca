// The report of one ad.
import type { MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { toRange } from '~/features/ads/reports/ad-report';
import { getAdReport } from '~/features/ads/reports/ad-report.server';
import { idParam } from '~/http/forms/url-params.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { ReportPage } from './report-page';

export const meta: MetaFunction<typeof loader> = ({ data: report }) => [
  { title: report ? `Report for ${report.ad.name}` : 'Report' },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminLoader('ads', ({ ctx, params, url }) =>
  getAdReport(ctx, idParam(params), toRange(url.searchParams.get('range'))),
);
export const action = adminAction('ads', () => new Response(null, { status: 405 }));

export default function Report() {
  return <ReportPage report={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load report" />;
}
