// The dashboard.
import type { MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { may } from '~/features/accounts/capabilities';
import { authorOnly } from '~/features/articles/own-articles';
import { getAuthorDashboard, getDashboard } from '~/features/dashboard/dashboard.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { AdminError } from '../admin/admin-error';
import { AuthorDashboard } from './author-dashboard';
import { Dashboard } from './dashboard';

export const meta: MetaFunction = () => [{ title: 'Dashboard' }, { name: 'robots', content: 'noindex' }];

export const loader = adminLoader('newsroom', async ({ ctx, viewer }) => {
  if (authorOnly(viewer))
    return { kind: 'author' as const, view: await getAuthorDashboard(ctx, viewer.userId) };
  return { kind: 'all' as const, view: await getDashboard(ctx, may(viewer, 'leads')) };
});
export const action = adminAction('newsroom', () => new Response(null, { status: 405 }));

export default function DashboardRoute() {
  const { kind, view } = useLoaderData<typeof loader>();
  return kind === 'author' ? <AuthorDashboard view={view} /> : <Dashboard view={view} />;
}

export function ErrorBoundary() {
  return <AdminError />;
}
