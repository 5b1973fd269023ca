// The providers with a button on the sign-in page. Separate from the sign-in flow to keep that page light.
import type { AppContext } from '~/platform/context';

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
