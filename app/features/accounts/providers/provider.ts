// External sign-in methods: their database keys, `amr` methods and buttons on the sign-in page.
import type { AppContext, AuthProvider } from '~/platform/context';

const SSO_PREFIX = 'sso:';
/** Key of wallets on any chain. */
export const WALLET = 'web3';

export function providerKeyOf({ id, domains }: Pick<AuthProvider, 'id' | 'domains'>): string {
  return domains.length > 0 ? SSO_PREFIX + id : id;
}

/** The `amr` method of a sign-in with this provider. */
export function methodOf(key: string): string {
  if (key === WALLET) return 'web3';
  return key.startsWith(SSO_PREFIX) ? 'sso/oidc' : 'oauth';
}

export interface OfferedProvider {
  id: string;
  name: string;
}

/**
 * Providers open to everyone. Single sign-on providers are chosen by the domain of the user's address
 * instead.
 */
export function listOfferedProviders({ config }: Pick<AppContext, 'config'>): OfferedProvider[] {
  return config.authProviders
    .filter(({ domains }) => domains.length === 0)
    .map(({ id, name }) => ({ id, name }));
}
