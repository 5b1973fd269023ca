// The Readership screen: what is read, where readers come from, and the outcomes.
import { data, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { getLiveReaders, getReadershipReport } from '~/features/readership/reports/readership-report.server';
import { toReadingQuery } from '~/features/readership/reports/reading-range';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { ReadershipPage } from './readership-page';

export const meta: MetaFunction = () => [{ title: 'Readership' }, { name: 'robots', content: 'noindex' }];

export const loader = adminLoader('readership', async ({ ctx, url, viewer }) => {
  const { query, typed, error } = toReadingQuery(url.searchParams);
  const [report, live] = await Promise.all([
    getReadershipReport(ctx, query, viewer),
    getLiveReaders(ctx, viewer),
  ]);
  return data({ report, live, typed, error }, { status: error ? 422 : 200 });
});
export const action = adminAction('readership', () => new Response(null, { status: 405 }));

export default function Readership() {
  return <ReadershipPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load readership" />;
}
