// Doors to providers outside, and back.

import { arrive, departByQuery, departBySso } from '~/features/accounts/external/provider-flow.server';
import { unlinkIdentity } from '~/features/accounts/external/unlink.server';
import { refuseWeakSession } from '~/features/accounts/weak-session';
import type { Door } from './auth-call';
import { leadTo } from './lead-to';

export const PROVIDER_DOORS: readonly Door[] = [
  {
    method: 'GET',
    path: 'authorize',
    needs: 'nothing',
    async answer({ ctx, url }) {
      const location = await departByQuery(ctx, url.searchParams);
      return url.searchParams.get('skip_http_redirect') === 'true' ? { url: location } : leadTo(location);
    },
  },
  {
    method: 'GET',
    path: 'callback',
    needs: 'nothing',
    answer: async ({ ctx, url }) => leadTo(await arrive(ctx, url.searchParams)),
  },
  {
    method: 'POST',
    path: 'sso',
    needs: 'key',
    async answer({ ctx, body }) {
      const { url, isRedirect } = await departBySso(ctx, body);
      return isRedirect ? leadTo(url) : { url };
    },
  },
  {
    method: 'GET',
    path: 'user/identities/authorize',
    needs: 'user',
    async answer({ ctx, url, viewer }) {
      refuseWeakSession(viewer);
      const location = await departByQuery(ctx, url.searchParams, viewer.userId);
      return url.searchParams.get('skip_http_redirect') === 'true' ? { url: location } : leadTo(location);
    },
  },
  {
    method: 'DELETE',
    path: 'user/identities/:id',
    needs: 'user',
    async answer({ ctx, viewer, params }) {
      refuseWeakSession(viewer);
      await unlinkIdentity(ctx, viewer, params.id ?? '');
    },
  },
];
