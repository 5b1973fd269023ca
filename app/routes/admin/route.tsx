// The newsroom's shell: sidebar, header, footer around every admin page.
import type { LinksFunction, MetaFunction } from '@remix-run/cloudflare';
import { Outlet, useLoaderData } from '@remix-run/react';
import { adminAction, adminLoader } from '~/http/guards.server';
import adminStyles from '~/styles/admin.css?url';
import { AdminError } from './admin-error';
import { AdminShell } from './admin-shell';
import { toShellFacts } from './shell-facts.server';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }];
export const meta: MetaFunction = () => [
  { title: 'Content Management' },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminLoader('newsroom', toShellFacts, () => ({
  fullName: '',
  role: null,
  notice: null,
}));
export const action = adminAction('newsroom', () => new Response(null, { status: 405 }));

export default function Admin() {
  return (
    <AdminShell {...useLoaderData<typeof loader>()}>
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
