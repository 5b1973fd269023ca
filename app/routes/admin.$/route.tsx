// Any other path under /admin. Answers 404 only to people with admin access.
import { data } from '@remix-run/cloudflare';
import { adminAction, adminLoader } from '~/http/session/guards.server';
import { AdminError } from '~/layouts/admin/shell/admin-error';

const missing = () => {
  throw data({ message: 'This Newsroom page doesn’t exist.' }, { status: 404 });
};

export const loader = adminLoader('admin area', missing);
export const action = adminAction('admin area', missing);

export default function UnknownAdminPage() {
  return null;
}

export function ErrorBoundary() {
  return <AdminError />;
}
