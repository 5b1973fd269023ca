// The capabilities of the signed-in account, for showing links and buttons. The server checks them again.
import { createContext, useContext } from 'react';
import type { Role } from '~/features/accounts/account';
import { type Capability, may } from '~/features/accounts/capabilities';

/** Null when the account is unknown: a form was returned during an outage. */
export const RoleContext = createContext<Role>(null);

/** The magazine's name and URL, for previews. */
export const SiteContext = createContext({ name: '', url: 'https://example.com' });

export function useMay(): (capability: Capability) => boolean {
  const role = useContext(RoleContext);
  return (capability) => role === null || may({ role }, capability);
}
