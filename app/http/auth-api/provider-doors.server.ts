// Doors to providers outside, and back.

import { Nonce, parseApi } from '~/features/accounts/api/api-input';
import { AuthError } from '~/features/accounts/auth-error';
import { arrive, departByQuery, departBySso, enter } from '~/features/accounts/external/provider-flow.server';
import { unlinkIdentity } from '~/features/accounts/external/unlink.server';
import { requireConfirmed } from '~/features/accounts/require-confirmed.server';
import { refuseWeakSession } from '~/features/accounts/weak-session';
import { bindBrowser, readBinding } from '../flow-binding.server';
import type { Door } from './auth-call';
import { leadTo } from './lead-to';

export const PROVIDER_DOORS: readonly Door[] = [
  {
    method: 'GET',
    path: 'authorize',
    needs: 'nothing',
    async answer({ ctx, url, request }) {
      const { searchParams } = url;
      const flow = searchParams.get('flow');
      if (flow !== null)
        return leadTo(await bindBrowser(ctx, request, (binding) => enter(ctx, flow, binding)));
      if (isForProgram(url)) return { url: await departByQuery(ctx, searchParams, { binding: null }) };
      return leadTo(
        await bindBrowser(ctx, request, (binding) => departByQuery(ctx, searchParams, { binding })),
      );
    },
  },
  {
    method: 'GET',
    path: 'callback',
    needs: 'nothing',
    answer: async ({ ctx, url, request }) =>
      leadTo(await arrive(ctx, url.searchParams, readBinding(ctx, request))),
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
    async answer({ ctx, url, request, viewer }) {
      refuseWeakSession(viewer);
      const { userId, sessionId } = viewer;
      // With a challenge nothing is linked before the exchange, which only the beginner's verifier opens. Without one the
      // browser that asks here is bound at once.
      const isChallenged = Boolean(url.searchParams.get('code_challenge'));
      if (!isChallenged) refuseUnbindable(request, ctx.config.siteUrl);
      // The published client puts its `queryParams` here.
      const { nonce } = parseApi(Nonce, { nonce: url.searchParams.get('nonce') });
      await requireConfirmed(ctx, viewer, nonce);
      const link = { userId, sessionId };
      const leave = (binding: string | null) => departByQuery(ctx, url.searchParams, { link, binding });
      const location = await (isChallenged ? leave(null) : bindBrowser(ctx, request, leave));
      return isForProgram(url) ? { url: location } : leadTo(location);
    },
  },
  {
    method: 'DELETE',
    path: 'user/identities/:id',
    needs: 'user',
    async answer({ ctx, viewer, params, body }) {
      refuseWeakSession(viewer);
      await unlinkIdentity(ctx, viewer, params.id ?? '', body);
    },
  },
];

/** The client wants the address told, and leads a browser there itself. */
function isForProgram(url: URL): boolean {
  return url.searchParams.get('skip_http_redirect') === 'true';
}

/** Browsers keep no cookie out of an answer to another site's page. */
function refuseUnbindable(request: Request, siteUrl: string): void {
  const origin = request.headers.get('origin');
  if (origin && origin !== siteUrl)
    throw new AuthError(
      'validation_failed',
      "Linking an identity from another site needs a code_challenge: create the client with flowType 'pkce'",
    );
}
