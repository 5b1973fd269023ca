// What the person at the screen may do, for links and buttons. The server asks again.
import { createContext, useContext } from 'react';
import type { Role } from '~/features/accounts/account';
import { type Capability, may } from '~/features/accounts/capabilities';

/** Null while nobody can tell: a form was given back in an outage, and its page is drawn for nobody. */
export const RoleContext = createContext<Role>(null);

export function useMay(): (capability: Capability) => boolean {
  const role = useContext(RoleContext);
  return (capability) => role === null || may({ role }, capability);
}
