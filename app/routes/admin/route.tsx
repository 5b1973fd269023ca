// The admin shell: sidebar, header and footer around every admin page.
import { type LinksFunction, redirect } from '@remix-run/cloudflare';
import { Outlet, useLoaderData } from '@remix-run/react';
import { toShellData, unauthenticatedShell } from '~/http/admin/shell-data.server';
import { toSidebarChoice, toSidebarCookie } from '~/http/admin/sidebar-choice';
import { noIndexMeta } from '~/http/document/to-meta';
import { readForm } from '~/http/forms/read-form.server';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';
import { AdminShell } from '~/layouts/admin/shell/admin-shell';
import { CopyOwner } from '~/layouts/admin/unsaved/copy-owner';
import { toSitePath } from '~/lib/site-path';
import adminStyles from '~/styles/admin/admin.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }];
export const meta = noIndexMeta('Content Management');

export const loader = adminLoader('admin area', toShellData, unauthenticatedShell);

/** Toggles the sidebar without JavaScript. */
export const action = adminAction('admin area', async ({ ctx, request }) => {
  const form = await readForm(request);
  if (!form.has('sidebar')) return new Response(null, { status: 405 });
  const cookie = toSidebarCookie(toSidebarChoice(form.text('sidebar')), ctx.config.isHttps);
  return redirect(toSitePath(form.text('back')), { status: 303, headers: { 'set-cookie': cookie } });
});

export default function Admin() {
  const { userId, ...shell } = useLoaderData<typeof loader>();
  return (
    <AdminShell {...shell}>
      <CopyOwner userId={userId}>
        <Outlet />
      </CopyOwner>
    </AdminShell>
  );
}

/** The shell failed to load, so the signed-in person is unknown. */
export function ErrorBoundary() {
  return <AdminError alone />;
}
