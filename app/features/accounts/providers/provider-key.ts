// Database keys and `amr` methods of external sign-in methods.
import type { AuthProvider } from '~/platform/context';

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
