// The dashboard.
import type { MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { getDashboard } from '~/features/dashboard/dashboard.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { AdminError } from '../admin/admin-error';
import { Dashboard } from './dashboard';

export const meta: MetaFunction = () => [{ title: 'Dashboard' }, { name: 'robots', content: 'noindex' }];

export const loader = adminLoader(({ ctx }) => getDashboard(ctx));
export const action = adminAction(() => new Response(null, { status: 405 }));

export default function DashboardRoute() {
  return <Dashboard view={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <AdminError />;
}
