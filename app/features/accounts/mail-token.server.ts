// Mails that let somebody in: the same answer and the same time whether there is an account or not.
import type { MailMessage, Statement } from '~/platform/context';
import type { AccountContext } from './account-context';
import type { MailSecrets } from './account-mails';
import { digitsKey } from './digits';
import { mailTokenStatements, type NewMailToken } from './one-time-tokens-repo.server';
import { refuseThrottled } from './refuse-throttled';
import { resetRules, type ThrottleRule } from './throttle';
import { countTry, deleteEndedTries } from './throttle-repo.server';

type Asked = Omit<NewMailToken, 'hash' | 'otpHash'>;

/**
 * Makes a token for the account of an address and mails it to whoever reads there.
 * @param logged a statement for the same transaction, given how often one may ask
 * @throws TooManyError above 5 an hour per account and 30 per caller, UnavailableError
 */
export async function mailToken(
  ctx: AccountContext,
  asked: Asked,
  compose: (to: string, siteUrl: string, secrets: MailSecrets) => MailMessage,
  logged?: (rules: ThrottleRule[]) => Statement<unknown>,
): Promise<void> {
  const { db } = ctx;
  const rules = resetRules(await ctx.tokens.hash(asked.email.toLowerCase()), ctx.request.address);
  const { secrets, hashes } = await makeMailSecrets(ctx, asked.newEmail ?? asked.email);
  const [tries, , made] = await db.write(
    countTry(db.build, rules),
    ...mailTokenStatements(db.build, { ...asked, ...hashes }, rules),
    deleteEndedTries(db.build),
    ...(logged ? [logged(rules)] : []),
  );
  refuseThrottled(rules, tries.rows, 1);
  const user = made.rows[0];
  if (user) await ctx.mail.send(compose(asked.newEmail ?? user.email, ctx.config.siteUrl, secrets));
  else await ctx.mail.pretend();
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
