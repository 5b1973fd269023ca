// What messages to an endpoint are signed with: derived, so that no secret is stored.
import type { AppContext } from '~/platform/context';

export function endpointSecret({ tokens }: Pick<AppContext, 'tokens'>, salt: string): Promise<Uint8Array> {
  return tokens.secretFor(`endpoint:${salt}`);
}
