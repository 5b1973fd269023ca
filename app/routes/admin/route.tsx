// The newsroom's shell: sidebar, header, footer around every admin page.
import { type LinksFunction, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { Outlet, useLoaderData } from '@remix-run/react';
import { adminAction, adminLoader } from '~/http/guards.server';
import { readForm } from '~/http/read-form.server';
import { toSitePath } from '~/lib/site-path';
import adminStyles from '~/styles/admin.css?url';
import { AdminError } from './admin-error';
import { AdminShell } from './admin-shell';
import { shellForNobody, toShellFacts } from './shell-facts.server';
import { toSidebarChoice, toSidebarCookie } from './sidebar-choice';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }];
export const meta: MetaFunction = () => [
  { title: 'Content Management' },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminLoader('newsroom', toShellFacts, shellForNobody);

/** The sidebar's button, where no scripts run. */
export const action = adminAction('newsroom', async ({ ctx, request }) => {
  const form = await readForm(request);
  if (!form.has('sidebar')) return new Response(null, { status: 405 });
  const cookie = toSidebarCookie(toSidebarChoice(form.text('sidebar')), ctx.config.isHttps);
  return redirect(toSitePath(form.text('back')), { status: 303, headers: { 'set-cookie': cookie } });
});

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
