// Signs in with an ID token that a page or an app obtained directly from the provider.
import { z } from 'zod';
import type { AccountContext } from '../account-context';
import { parseApi } from '../api/api-input';
import { AuthError } from '../auth-error';
import type { OpenedSession } from '../sessions/open-session.server';
import type { Linking } from './flows-repo.server';
import { toPerson, verifyIdToken } from './issuer.server';
import { linkOrCreateAccount } from './link-or-create-account.server';
import { methodOf } from './provider';
import { getProvider } from './provider-flow.server';

const Asked = z.object({
  provider: z.string('A provider is required').max(80),
  id_token: z.string('An id_token is required').max(16_000),
  nonce: z.string().max(500).nullish(),
  link_identity: z.boolean().nullish(),
});

/**
 * @param findPerson returns the signed-in user, for a request to link the identity
 * @throws AuthError
 */
export async function signInByIdToken(
  ctx: AccountContext,
  body: unknown,
  findPerson: () => Promise<Linking>,
): Promise<OpenedSession> {
  const asked = parseApi(Asked, body);
  const provider = getProvider(ctx, asked.provider);
  const link = asked.link_identity ? await findPerson() : null;
  const claims = await verifyIdToken(ctx, provider, asked.id_token);
  const claimed = typeof claims.nonce === 'string' ? claims.nonce : '';
  const given = asked.nonce ?? '';
  if (Boolean(claimed) !== Boolean(given))
    throw new AuthError(
      'bad_id_token',
      'Passed nonce and nonce in id_token should either both exist or not.',
    );
  // Most clients send the provider the hash of the nonce, some the nonce itself.
  if (claimed && claimed !== given && claimed !== (await ctx.tokens.hash(given)))
    throw new AuthError('bad_id_token', 'Nonces mismatch');
  const person = toPerson(provider, claims);
  return linkOrCreateAccount(ctx, {
    ...person,
    provider: provider.id,
    providerName: provider.name,
    providerId: person.subject,
    method: methodOf(provider.id),
    link,
  });
}
