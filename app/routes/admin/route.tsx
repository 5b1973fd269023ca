// The newsroom's shell: sidebar, header, footer around every admin page.
import type { LinksFunction, MetaFunction } from '@remix-run/cloudflare';
import { Outlet, useLoaderData } from '@remix-run/react';
import { NOTICES } from '~/features/accounts/account-notices';
import { takeAdminNotice } from '~/http/admin-notice.server';
import { adminAction, adminLoader } from '~/http/guards.server';
import { noticeOf } from '~/http/session.server';
import adminStyles from '~/styles/admin.css?url';
import { AdminError } from './admin-error';
import { AdminShell, type ShellNotice } from './admin-shell';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }];
export const meta: MetaFunction = () => [
  { title: 'Content Management' },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminLoader(
  ({ ctx, viewer, request }) => {
    const name = noticeOf(request);
    const notice: ShellNotice | null = takeAdminNotice(ctx, request) ?? (name && NOTICES[name]);
    return { fullName: viewer.fullName, role: viewer.role, notice };
  },
  () => ({ fullName: '', role: null, notice: null }),
);

export const action = adminAction(() => new Response(null, { status: 405 }));

export default function Admin() {
  const { fullName, role, notice } = useLoaderData<typeof loader>();
  return (
    <AdminShell fullName={fullName} role={role ?? ''} notice={notice}>
      <Outlet />
    </AdminShell>
  );
}

/** The shell itself could not be loaded: who is signed in is not known. */
export function ErrorBoundary() {
  return (
    <main className="admin-alone" id="content">
      <AdminError />
    </main>
  );
}
