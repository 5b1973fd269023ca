// Emails with sign-in links. The response and its timing are the same whether or not an account exists.
import type { SQL } from 'drizzle-orm';
import { type AccountRules, accountRules, listRules } from '~/features/rate-limit/throttle';
import { countTry, deleteEndedTries } from '~/features/rate-limit/throttle-repo.server';
import { UnauthorizedError } from '~/lib/errors';
import type { MailMessage, Statement } from '~/platform/context';
import { SESSION_MISSING } from '../account';
import type { AccountContext } from '../account-context';
import type { MailSecrets } from '../emails/account-emails';
import { refuseTries, rulesFor } from './known-places.server';
import { getSignInHistory, isAdmitted, selectSignInHistory } from './known-places-repo.server';
import { mailTokenStatements, type NewMailToken } from './one-time-tokens-repo.server';

interface Asked extends Omit<NewMailToken, 'hash' | 'otpHash'> {
  /** What must still hold in the transaction, once these rows are locked. Otherwise no token is created. */
  guard?: { locks: readonly Statement<unknown>[]; condition: SQL };
}

/**
 * Creates a token for the account of an address and emails it.
 * @param logged a statement for the same transaction; receives the condition under which an email may be sent
 * @throws TooManyError above 5 an hour per account and 30 per caller; UnavailableError. A caller from a known
 * network may get one more email an hour, although the response refuses it. UnauthorizedError if the guard of a
 * signed-in person does not hold
 */
export async function mailToken(
  ctx: AccountContext,
  asked: Asked,
  compose: (to: string, siteUrl: string, secrets: MailSecrets) => MailMessage,
  logged?: (isAdmitted: SQL) => Statement<unknown>,
): Promise<void> {
  const { db } = ctx;
  const rules = await mailRules(ctx, asked);
  const { locks = [], condition } = asked.guard ?? {};
  const isDue = isAdmitted(asked.email, rules, 1, condition);
  const { secrets, hashes } = await makeMailSecrets(ctx, asked.newEmail ?? asked.email);
  const { tries, histories, mailed } = await db.writeBatch({
    locks,
    tries: countTry(db.build, listRules(rules)),
    histories: selectSignInHistory(db.build, asked.email, rules, 1),
    ...mailTokenStatements(db.build, { ...asked, ...hashes }, isDue),
    endedTries: deleteEndedTries(db.build),
    audit: logged ? [logged(isDue)] : [],
  });
  const user = mailed.rows[0];
  if (user) await ctx.mail.send(compose(asked.newEmail ?? user.email, ctx.config.siteUrl, secrets));
  else await ctx.mail.pretend();
  refuseTries(rules, tries.rows, getSignInHistory(histories));
  if (asked.userId && !user) throw new UnauthorizedError(SESSION_MISSING);
}

/**
 * Requests of a signed-in user are counted per user, so that strangers who know the address cannot use up the
 * limit.
 */
export async function mailRules(
  ctx: AccountContext,
  { email, userId }: Pick<Asked, 'email' | 'userId'>,
): Promise<AccountRules> {
  if (!userId) return rulesFor(ctx, 'reset', email);
  const account = await ctx.tokens.hash(userId);
  return accountRules('reset', { account, address: ctx.request.address, device: null });
}

/** @param address the recipient */
export async function makeMailSecrets({ tokens }: Pick<AccountContext, 'tokens'>, address: string) {
  const secrets: MailSecrets = { token: tokens.random(), digits: tokens.digits() };
  const [hash, otpHash] = await Promise.all([
    tokens.hash(secrets.token),
    tokens.keyedHash(digitsKey(address, secrets.digits)),
  ]);
  return { secrets, hashes: { hash, otpHash } };
}

/** The input of the digits' hash. It contains the address, so that the digits work for that address only. */
export function digitsKey(email: string, digits: string): string {
  return `digits:${email.toLowerCase()}:${digits}`;
}
