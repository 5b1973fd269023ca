// Whoever owns an account learns what happened to it, in case it was not they who did that.
import type { AccountContext } from './account-context';
import { type OwnerNews, ownerMail } from './owner-mails';

/**
 * After the change is written: a mail to nobody but the account's own address.
 * @param email as the account has it, from the transaction of the change where that may move it; an account may have none
 * @param by `operator` for what the owner of the service key does: where that call came from says nothing
 */
export async function tellOwner(
  ctx: Pick<AccountContext, 'mail' | 'config' | 'clock' | 'request'>,
  email: string | null,
  news: OwnerNews,
  by: 'person' | 'operator' = 'person',
): Promise<void> {
  if (!email) return;
  const from = by === 'person' ? ctx.request : null;
  await ctx.mail.send(ownerMail(email, ctx.config.siteUrl, news, { at: ctx.clock.now(), from }));
}
