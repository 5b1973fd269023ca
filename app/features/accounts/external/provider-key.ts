// What a way in through somebody outside is called in the database. Pure.
import type { AuthProvider } from '~/platform/context';

const SSO_PREFIX = 'sso:';
/** Of wallets, whatever their chain. */
export const WALLET = 'web3';

export function keyOf({ id, domains }: Pick<AuthProvider, 'id' | 'domains'>): string {
  return domains.length > 0 ? SSO_PREFIX + id : id;
}

/** How `amr` names a sign-in by it. */
export function methodOf(key: string): string {
  if (key === WALLET) return 'web3';
  return key.startsWith(SSO_PREFIX) ? 'sso/oidc' : 'oauth';
}
