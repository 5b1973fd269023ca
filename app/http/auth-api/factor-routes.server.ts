// Authentication API routes for second factors.

import { readUser } from '~/features/accounts/api/admin-users.server';
import { challenge, enroll, verifyFactor } from '~/features/accounts/factors/factors.server';
import { removeFactorOf, unenroll } from '~/features/accounts/factors/remove-factor.server';
import type { AuthRoute } from './auth-call';
import { answerSession } from './auth-responses.server';

export const FACTOR_ROUTES: readonly AuthRoute[] = [
  {
    method: 'POST',
    path: 'factors',
    needs: 'user',
    answer: ({ ctx, viewer, body }) => enroll(ctx, viewer, body),
  },
  {
    method: 'POST',
    path: 'factors/:id/challenge',
    needs: 'user',
    answer: ({ ctx, viewer, params, body }) => challenge(ctx, viewer, params.id ?? '', body),
  },
  {
    method: 'POST',
    path: 'factors/:id/verify',
    needs: 'user',
    async answer({ ctx, viewer, params, body }) {
      const { session, tokens } = await verifyFactor(ctx, viewer, params.id ?? '', body);
      return answerSession(ctx, session.userId, tokens);
    },
  },
  {
    method: 'DELETE',
    path: 'factors/:id',
    needs: 'user',
    answer: ({ ctx, viewer, params, body }) => unenroll(ctx, viewer, params.id ?? '', body),
  },
  {
    method: 'GET',
    path: 'admin/users/:id/factors',
    needs: 'service',
    answer: async ({ ctx, params }) => (await readUser(ctx, params.id ?? '')).factors ?? [],
  },
  {
    method: 'DELETE',
    path: 'admin/users/:id/factors/:factor',
    needs: 'service',
    answer: ({ ctx, params }) => removeFactorOf(ctx, params.id ?? '', params.factor ?? ''),
  },
];
