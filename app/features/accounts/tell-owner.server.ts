// Whoever owns an account learns of what now protects it, in case it was not they who changed that.
import type { AccountContext } from './account-context';
import { type ProtectionChange, protectionMail } from './account-mails';

/** @param email of the account; an account may have none */
export async function tellOwner(
  { mail, config }: Pick<AccountContext, 'mail' | 'config'>,
  email: string | null,
  change: ProtectionChange,
): Promise<void> {
  if (email) await mail.send(protectionMail(email, config.siteUrl, change));
}
