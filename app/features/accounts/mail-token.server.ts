// Mails that let somebody in: the same answer and the same time whether there is an account or not.
import type { SQL } from 'drizzle-orm';
import type { MailMessage, Statement } from '~/platform/context';
import type { AccountContext } from './account-context';
import type { MailSecrets } from './account-mails';
import { digitsKey } from './digits';
import { refuseTries, rulesFor } from './known-places.server';
import { getStanding, isAdmitted, selectStanding } from './known-places-repo.server';
import { mailTokenStatements, type NewMailToken } from './one-time-tokens-repo.server';
import { type AccountRules, accountRules, listRules } from './throttle';
import { countTry, deleteEndedTries } from './throttle-repo.server';

type Asked = Omit<NewMailToken, 'hash' | 'otpHash'>;

/**
 * Makes a token for the account of an address and mails it to whoever reads there.
 * @param logged a statement for the same transaction, given the condition under which a mail may be sent
 * @throws TooManyError above 5 an hour per account and 30 per caller, UnavailableError. From a known network one mail an hour
 * is sent even then, and only the answer refuses it.
 */
export async function mailToken(
  ctx: AccountContext,
  asked: Asked,
  compose: (to: string, siteUrl: string, secrets: MailSecrets) => MailMessage,
  logged?: (isAdmitted: SQL) => Statement<unknown>,
): Promise<void> {
  const { db } = ctx;
  const rules = await mailRules(ctx, asked);
  const isDue = isAdmitted(asked.email, rules, 1);
  const { secrets, hashes } = await makeMailSecrets(ctx, asked.newEmail ?? asked.email);
  const [tries, standings, , made] = await db.write(
    countTry(db.build, listRules(rules)),
    selectStanding(db.build, asked.email, rules, 1),
    ...mailTokenStatements(db.build, { ...asked, ...hashes }, isDue),
    deleteEndedTries(db.build),
    ...(logged ? [logged(isDue)] : []),
  );
  const user = made.rows[0];
  if (user) await ctx.mail.send(compose(asked.newEmail ?? user.email, ctx.config.siteUrl, secrets));
  else await ctx.mail.pretend();
  refuseTries(rules, tries.rows, getStanding(standings));
}

/** What a signed-in person asks for is counted for them: strangers, who know only the address, cannot use it up. */
export async function mailRules(
  ctx: AccountContext,
  { email, userId }: Pick<Asked, 'email' | 'userId'>,
): Promise<AccountRules> {
  if (!userId) return rulesFor(ctx, 'reset', email);
  const account = await ctx.tokens.hash(userId);
  return accountRules('reset', { account, address: ctx.request.address, device: null });
}

/** @param address where the mail goes */
export async function makeMailSecrets({ tokens }: Pick<AccountContext, 'tokens'>, address: string) {
  const secrets: MailSecrets = { token: tokens.random(), digits: tokens.digits() };
  const [hash, otpHash] = await Promise.all([
    tokens.hash(secrets.token),
    tokens.keyedHash(digitsKey(address, secrets.digits)),
  ]);
  return { secrets, hashes: { hash, otpHash } };
}
