// Sign-up. The response does not reveal whether the address has an account.

import { auditLine } from '~/features/audit/audit.server';
import { signUpRules } from '~/features/rate-limit/throttle';
import { countOrRefuse } from '~/features/rate-limit/throttle-calls.server';
import { toUuid } from '~/lib/bytes';
import { callerKey } from '~/lib/caller-key';
import { parseInput } from '~/lib/parse-input';
import { DAY_MS } from '~/lib/time/dates';
import { VERIFY_HOURS } from '../account';
import type { AccountContext } from '../account-context';
import { alreadyRegisteredMail, verifyMail } from '../emails/account-emails';
import { refuseGuessable } from '../passwords/refuse-guessable.server';
import { insertUnconfirmedUser, selectUserByEmail } from '../people/users-repo.server';
import { SignUp } from '../profile/account-input';
import { type MailLinkTarget, OWN_LINK_TARGET } from './mail-link-target';
import { makeMailSecrets } from './mail-token.server';
import { insertMailToken } from './one-time-tokens-repo.server';
import { deleteExpiredSignUps, deleteUnconfirmedUsers, insertSignUp } from './sign-ups-repo.server';

/**
 * Stores the sign-up and emails a confirmation link. A registered address gets a notice instead.
 * @throws InvalidError, UnavailableError; TooManyError above 20 an hour per caller or address
 */
export async function signUp(ctx: AccountContext, input: unknown): Promise<void> {
  const { fullName, email, password } = parseInput(SignUp, input);
  await storeSignUp(ctx, { fullName, email, password, metadata: {}, target: OWN_LINK_TARGET });
}

interface TypedSignUp {
  fullName: string;
  email: string;
  password: string;
  /** Additional data of an API client. */
  metadata: Record<string, unknown>;
  target: MailLinkTarget;
}

/** `signUp` with the options of the authentication API. Runs the same statements for every address. */
export async function storeSignUp(ctx: AccountContext, typed: TypedSignUp): Promise<void> {
  const { db } = ctx;
  const { fullName, email, password, metadata, target } = typed;
  await countOrRefuse(ctx, signUpRules(await ctx.tokens.hash(email.toLowerCase()), ctx.request.address));
  await refuseGuessable(ctx, password, typed);
  const id = crypto.randomUUID();
  const passwordHash = await hashForSignUp(ctx, email, password);
  const { secrets, hashes } = await makeMailSecrets(ctx, email);
  const link = { ...hashes, purpose: 'verify', hours: VERIFY_HOURS, email, signUp: id, target } as const;
  const caller = callerKey(ctx.request.address);
  const { found } = await db.writeBatch({
    user: insertUnconfirmedUser(db.build, await accountIdOf(ctx, email), email),
    signUp: insertSignUp(db.build, { id, email, passwordHash, fullName, metadata, caller }),
    token: insertMailToken(db.build, { ...link, isForUnconfirmed: true }),
    audit: auditLine(ctx, { event: 'signed_up', subject: email.toLowerCase() }),
    found: selectUserByEmail(db.build, email),
  });
  const user = found[0];
  if (!user) return;
  const { siteUrl } = ctx.config;
  ctx.log.write({ event: 'signed_up', userId: user.id });
  await ctx.mail.send(
    user.emailVerifiedAt
      ? alreadyRegisteredMail(user.email, siteUrl)
      : verifyMail(user.email, siteUrl, fullName, secrets),
  );
}

const UNCONFIRMED_DAYS = 7;
/** Even if someone signs up again and again. Shorter than the time for which the audit log keeps sign-ups. */
const MAX_UNCONFIRMED_DAYS = 90;
/** Per statement: each deletion searches the audit log and every table with a column for the account. */
const MAX_ACCOUNTS = 10;
const MAX_ROUNDS = 20;

/**
 * Deletes sign-ups that expired unconfirmed, and after a week the accounts that they created.
 * @returns the number of both
 */
export async function pruneSignUps({ db, clock }: Pick<AccountContext, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const before = daysAgo(UNCONFIRMED_DAYS);
  const latest = daysAgo(MAX_UNCONFIRMED_DAYS);
  const signUps = await db.writeOne(deleteExpiredSignUps(db.build, now));
  let total = signUps.rows.length;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const batch = { now, before, latest, most: MAX_ACCOUNTS };
    const accounts = await db.writeOne(deleteUnconfirmedUsers(db.build, batch));
    total += accounts.rows.length;
    if (accounts.rows.length < MAX_ACCOUNTS) break;
  }
  return total;
}

/**
 * Hashes with a salt derived from the address. One computation then checks a password against all sign-ups of
 * an address, and equal passwords of two sign-ups can be compared.
 */
export async function hashForSignUp(
  { passwords, tokens }: Pick<AccountContext, 'passwords' | 'tokens'>,
  email: string,
  password: string,
): Promise<string> {
  return passwords.hash(password, await tokens.keyedHash(`sign-up-password:${email.toLowerCase()}`));
}

/**
 * The account id for a sign-up with this address. Every sign-up returns it, whether or not an account exists.
 * It does not change at confirmation and cannot be computed without our secret.
 */
export async function accountIdOf(
  { tokens }: Pick<AccountContext, 'tokens'>,
  email: string,
): Promise<string> {
  return toUuid(await tokens.keyedHash(`made-up-account:${email.toLowerCase()}`));
}
