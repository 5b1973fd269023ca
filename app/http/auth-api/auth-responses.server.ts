// Responses of the authentication API: sessions and redirects.
import { ACCESS_SECONDS } from '~/features/accounts/account';
import { getAuthUser } from '~/features/accounts/api/update-user.server';
import type { AppContext, TokenPair } from '~/platform/context';

export async function answerSession(ctx: AppContext, userId: string, tokens: TokenPair) {
  const claims = await ctx.tokens.read(tokens.access);
  return {
    access_token: tokens.access,
    token_type: 'bearer',
    expires_in: ACCESS_SECONDS,
    expires_at: claims?.expiresAt ?? 0,
    refresh_token: tokens.refresh,
    user: await getAuthUser(ctx, userId),
  };
}

/** An uncacheable redirect whose URL is not sent to other sites as a referrer. */
export function redirectUncached(location: string): Response {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return new Response(null, { status: 303, headers });
}
