// Emails the owner of an account about security changes, which someone else may have made.
import type { AccountContext } from '../account-context';
import { type OwnerNews, ownerMail } from './owner-emails';

/**
 * Sends to the account's own address only. Call it after the change is stored.
 * @param email the account's address, read in the transaction of the change if that may change it; null for
 * an account without one
 * @param by `operator` for calls with the service key, whose network address means nothing to the owner
 */
export async function notifyOwner(
  ctx: Pick<AccountContext, 'mail' | 'config' | 'clock' | 'request'>,
  email: string | null,
  news: OwnerNews,
  by: 'person' | 'operator' = 'person',
): Promise<void> {
  if (!email) return;
  const from = by === 'person' ? ctx.request : null;
  await ctx.mail.send(ownerMail(email, ctx.config.siteUrl, news, { at: ctx.clock.now(), from }));
}
