// The Search Terms screen: what readers searched for, and what they did not find.

import { useLoaderData } from '@remix-run/react';
import { toSearchReportQuery } from '~/features/search/reports/search-report';
import { getSearchReport } from '~/features/search/reports/search-report.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { SearchTermsPage } from './search-terms-page';

export const meta = noIndexMeta('Search Terms');

export const loader = adminLoader('search', ({ ctx, url }) =>
  getSearchReport(ctx, toSearchReportQuery(url.searchParams)),
);
export const action = adminAction('search', () => new Response(null, { status: 405 }));

export default function SearchTerms() {
  return <SearchTermsPage report={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load search terms" />;
}
