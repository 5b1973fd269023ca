// Which providers the sign-in page has a button for. Light: that page loads it, and goes nowhere by it.
import type { AppContext } from '~/platform/context';

export interface OfferedProvider {
  id: string;
  name: string;
}

/** Those that are configured for everybody: the people of a domain are led to their own issuer by their address. */
export function listOfferedProviders({ config }: Pick<AppContext, 'config'>): OfferedProvider[] {
  return config.authProviders
    .filter(({ domains }) => domains.length === 0)
    .map(({ id, name }) => ({ id, name }));
}
