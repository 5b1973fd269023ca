// Any other admin path: not found, and only for those who may know.
import { data } from '@remix-run/cloudflare';
import { adminAction, adminLoader } from '~/http/guards.server';
import { AdminError } from '../admin/admin-error';

const missing = () => {
  throw data(
    { message: 'This part of the newsroom does not exist, or does not exist yet.' },
    { status: 404 },
  );
};

export const loader = adminLoader('newsroom', missing);
export const action = adminAction('newsroom', missing);

export default function UnknownAdminPage() {
  return null;
}

export function ErrorBoundary() {
  return <AdminError />;
}
