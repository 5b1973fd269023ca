// Authentication API routes for external identity providers.

import { Nonce, parseApi } from '~/features/accounts/api/api-input';
import { AuthError } from '~/features/accounts/auth-error';
import {
  beginProviderFlowByQuery,
  beginSsoFlow,
  enterProviderFlow,
  finishProviderFlow,
} from '~/features/accounts/providers/provider-flow.server';
import { unlinkIdentity } from '~/features/accounts/providers/unlink.server';
import { refuseWeakSession, requireConfirmed } from '~/features/accounts/sessions/require-confirmed.server';
import { bindBrowser, readBinding } from '../session/flow-binding.server';
import type { AuthRoute } from './auth-call';
import { redirectUncached } from './auth-responses.server';

export const PROVIDER_ROUTES: readonly AuthRoute[] = [
  {
    method: 'GET',
    path: 'authorize',
    needs: 'nothing',
    async answer({ ctx, url, request }) {
      const { searchParams } = url;
      const flow = searchParams.get('flow');
      if (flow !== null)
        return redirectUncached(
          await bindBrowser(ctx, request, (binding) => enterProviderFlow(ctx, flow, binding)),
        );
      if (isForProgram(url))
        return { url: await beginProviderFlowByQuery(ctx, searchParams, { binding: null }) };
      return redirectUncached(
        await bindBrowser(ctx, request, (binding) =>
          beginProviderFlowByQuery(ctx, searchParams, { binding }),
        ),
      );
    },
  },
  {
    method: 'GET',
    path: 'callback',
    needs: 'nothing',
    answer: async ({ ctx, url, request }) =>
      redirectUncached(await finishProviderFlow(ctx, url.searchParams, readBinding(ctx, request))),
  },
  {
    method: 'POST',
    path: 'sso',
    needs: 'key',
    async answer({ ctx, body }) {
      const { url, isRedirect } = await beginSsoFlow(ctx, body);
      return isRedirect ? redirectUncached(url) : { url };
    },
  },
  {
    method: 'GET',
    path: 'user/identities/authorize',
    needs: 'user',
    async answer({ ctx, url, request, viewer }) {
      refuseWeakSession(viewer);
      const { userId, sessionId } = viewer;
      // With a PKCE challenge, nothing is linked before the code exchange, which needs the verifier. Without
      // one, the browser that sends this request is bound to the flow.
      const isChallenged = Boolean(url.searchParams.get('code_challenge'));
      if (!isChallenged) refuseUnbindable(request, ctx.config.siteUrl);
      // The published client sends its `queryParams` as query parameters of this URL.
      const { nonce } = parseApi(Nonce, { nonce: url.searchParams.get('nonce') });
      await requireConfirmed(ctx, viewer, nonce);
      const link = { userId, sessionId };
      const leave = (binding: string | null) =>
        beginProviderFlowByQuery(ctx, url.searchParams, { link, binding });
      const location = await (isChallenged ? leave(null) : bindBrowser(ctx, request, leave));
      return isForProgram(url) ? { url: location } : redirectUncached(location);
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

/** The client wants the URL as JSON, and navigates a browser to it itself. */
function isForProgram(url: URL): boolean {
  return url.searchParams.get('skip_http_redirect') === 'true';
}

/**
 * Browsers ignore cookies in a response to another site's page, so such a flow cannot be bound to the
 * browser.
 */
function refuseUnbindable(request: Request, siteUrl: string): void {
  const origin = request.headers.get('origin');
  if (origin && origin !== siteUrl)
    throw new AuthError(
      'validation_failed',
      "Linking an identity from another site needs a code_challenge: create the client with flowType 'pkce'",
    );
}
