// A session as clients take it.
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
