// Authentication API routes that need the service key.
import {
  changeUser,
  createUser,
  inviteUser,
  listUsers,
  readUser,
  removeUser,
  type UserPage,
} from '~/features/accounts/api/admin-users.server';
import { generateLink } from '~/features/accounts/api/generate-link.server';
import { toMailLinkTarget } from '~/features/accounts/api/sign-up-by-api.server';
import type { AuthRoute } from './auth-call';

export const ADMIN_ROUTES: readonly AuthRoute[] = [
  {
    method: 'GET',
    path: 'admin/users',
    needs: 'service',
    async answer({ ctx, url }) {
      const found = await listUsers(ctx, Object.fromEntries(url.searchParams));
      const headers = {
        'cache-control': 'no-store',
        'x-total-count': String(found.total),
        link: linksOf(url, found),
      };
      return Response.json({ users: found.users, aud: 'authenticated' }, { headers });
    },
  },
  { method: 'POST', path: 'admin/users', needs: 'service', answer: ({ ctx, body }) => createUser(ctx, body) },
  {
    method: 'GET',
    path: 'admin/users/:id',
    needs: 'service',
    answer: ({ ctx, params }) => readUser(ctx, params.id ?? ''),
  },
  {
    method: 'PUT',
    path: 'admin/users/:id',
    needs: 'service',
    answer: ({ ctx, params, body }) => changeUser(ctx, params.id ?? '', body),
  },
  {
    method: 'DELETE',
    path: 'admin/users/:id',
    needs: 'service',
    answer: ({ ctx, params, body }) => removeUser(ctx, params.id ?? '', body),
  },
  {
    method: 'POST',
    path: 'admin/generate_link',
    needs: 'service',
    answer: ({ ctx, body, redirectTo }) => generateLink(ctx, body, redirectTo),
  },
  {
    method: 'POST',
    path: 'invite',
    needs: 'service',
    answer: ({ ctx, body, redirectTo }) => inviteUser(ctx, body, toMailLinkTarget(ctx, body, redirectTo)),
  },
];

/** A Link header with the next and the last page (RFC 8288). */
function linksOf(url: URL, { total, page, perPage }: UserPage): string {
  const last = Math.max(1, Math.ceil(total / perPage));
  const to = (number: number, rel: string) =>
    `<${url.pathname}?page=${number}&per_page=${perPage}>; rel="${rel}"`;
  return [...(page < last ? [to(page + 1, 'next')] : []), to(last, 'last')].join(', ');
}
