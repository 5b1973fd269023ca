// The audit log.

import { useLoaderData } from '@remix-run/react';
import { AuditFilter, isFiltered } from '~/features/audit-log/audit-filter';
import { getAuditPage } from '~/features/audit-log/list-audit.server';
import { noIndexMeta } from '~/http/document/to-meta';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { AuditLogPage } from './audit-log-page';

export const meta = noIndexMeta('Audit Log');

export const loader = adminLoader('audit log', async ({ ctx, url }) => {
  const filter = AuditFilter.parse(Object.fromEntries(url.searchParams));
  const { q, event, person, period } = filter;
  return {
    page: await getAuditPage(ctx, filter),
    filter: { q, event, person: person ?? '', period },
    isFiltered: isFiltered(filter),
  };
});
export const action = adminAction('audit log', () => new Response(null, { status: 405 }));

export default function AuditLog() {
  return <AuditLogPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <AdminError failure="Failed to load audit log" />;
}
