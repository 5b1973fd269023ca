// Limits of tries at an account, which do not lock out its owner.
import type { AccountContext } from './account-context';
import type { Standing } from './known-places-repo.server';
import { refuseThrottled } from './refuse-throttled';
import { type AccountLimit, type AccountRules, accountRules, listRules } from './throttle';
import type { Tries } from './throttle-repo.server';

/** The rules for the caller of this request at the account of an address, known or not. */
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
 * Refuses after the try was counted and everything was done that takes time. Only who holds the cookie of a known device is
 * told how they stand themselves: from the others a refusal depends on limits that all callers share, so that nobody can find
 * out from which networks an owner signs in.
 * @throws TooManyError
 */
export function refuseTries(rules: AccountRules, counted: readonly Tries[], standing: Standing): void {
  if (!standing.isKnownDevice) refuseThrottled([rules.account, rules.address], counted, 1);
  else if (!standing.isAdmitted) refuseThrottled(listRules(rules), counted, 1);
}
