// Limits for attempts at an account that do not lock out its owner.

import {
  type AccountLimit,
  type AccountRules,
  accountRules,
  listRules,
  refuseThrottled,
} from '~/features/rate-limit/throttle';
import type { Tries } from '~/features/rate-limit/throttle-repo.server';
import type { AccountContext } from '../account-context';
import type { SignInHistory } from './known-places-repo.server';

/** The limits for this caller at the account with this address, registered or not. */
export async function rulesFor(
  ctx: Pick<AccountContext, 'tokens' | 'request' | 'devices'>,
  kind: AccountLimit,
  email: string,
): Promise<AccountRules> {
  const account = await ctx.tokens.hash(email.toLowerCase());
  const device = await ctx.devices.find(account);
  return accountRules(kind, { account, address: ctx.request.address, device });
}

/**
 * Refuses an attempt, after it was counted and the time-consuming work was done. Only a known device learns
 * its own limit. For all other callers the refusal depends on shared limits, so that it does not reveal which
 * networks an owner signs in from.
 * @throws TooManyError
 */
export function refuseTries(rules: AccountRules, counted: readonly Tries[], history: SignInHistory): void {
  if (!history.isKnownDevice) refuseThrottled([rules.account, rules.address], counted, 1);
  else if (!history.isAdmitted) refuseThrottled(listRules(rules), counted, 1);
}
