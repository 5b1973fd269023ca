// Signing in with an id token that a page or an app got from a provider by itself.
import { z } from 'zod';
import type { AccountContext } from '../account-context';
import { parseApi } from '../api/api-input';
import { AuthError } from '../auth-error';
import type { OpenedSession } from '../open-session.server';
import type { Linking } from './flows-repo.server';
import { toPerson, verifyIdToken } from './issuer.server';
import { getProvider } from './provider-flow.server';
import { methodOf } from './provider-key';
import { takeIn } from './take-in.server';

const Asked = z.object({
  provider: z.string('A provider is required').max(80),
  id_token: z.string('An id_token is required').max(16_000),
  nonce: z.string().max(500).nullish(),
  link_identity: z.boolean().nullish(),
});

/** @param findPerson who is signed in, for a token that is to be linked @throws AuthError */
export async function signInByIdToken(
  ctx: AccountContext,
  body: unknown,
  findPerson: () => Promise<Linking>,
): Promise<OpenedSession> {
  const asked = parseApi(Asked, body);
  const provider = getProvider(ctx, asked.provider);
  const link = asked.link_identity ? await findPerson() : null;
  const claims = await verifyIdToken(ctx, provider, asked.id_token);
  const said = typeof claims.nonce === 'string' ? claims.nonce : '';
  const given = asked.nonce ?? '';
  if (Boolean(said) !== Boolean(given))
    throw new AuthError(
      'bad_id_token',
      'Passed nonce and nonce in id_token should either both exist or not.',
    );
  // Providers are given the nonce or, as most clients do it, its hash.
  if (said && said !== given && said !== (await ctx.tokens.hash(given)))
    throw new AuthError('bad_id_token', 'Nonces mismatch');
  const person = toPerson(provider, claims);
  return takeIn(ctx, {
    ...person,
    provider: provider.id,
    providerName: provider.name,
    providerId: person.subject,
    method: methodOf(provider.id),
    link,
  });
}
