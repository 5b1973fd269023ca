// Signing up. The answer never tells whether the address had an account.

import { auditLine } from '~/features/audit/audit.server';
import { callerKey } from '~/lib/caller-key';
import { parseInput } from '~/lib/parse-input';
import { VERIFY_HOURS } from './account';
import type { AccountContext } from './account-context';
import { SignUp } from './account-input';
import { alreadyRegisteredMail, verifyMail } from './account-mails';
import { countOrRefuse } from './count-or-refuse.server';
import { makeMailSecrets } from './mail-token.server';
import { type MailTrip, OWN_TRIP } from './mail-trip';
import { insertMailToken } from './one-time-tokens-repo.server';
import { refuseGuessable } from './passwords/refuse-guessable.server';
import { deleteExpiredSignUps, insertSignUp } from './sign-ups-repo.server';
import { signUpRules } from './throttle';
import { insertUnconfirmedUser, selectUserByEmail } from './users-repo.server';

/**
 * Stores the sign-up and mails a link that confirms its address; an owner of an account is told that there is one.
 * @throws InvalidError, TooManyError above 20 an hour from one place or for one address, UnavailableError
 */
export async function signUp(ctx: AccountContext, input: unknown): Promise<void> {
  const { fullName, email, password } = parseInput(SignUp, input);
  await storeSignUp(ctx, { fullName, email, password, metadata: {}, trip: OWN_TRIP });
}

interface TypedSignUp {
  fullName: string;
  email: string;
  password: string;
  /** What else a client keeps about the person. */
  metadata: Record<string, unknown>;
  trip: MailTrip;
}

/** `signUp` with what a client of the authentication API says besides. The same statements for every address. */
export async function storeSignUp(ctx: AccountContext, typed: TypedSignUp): Promise<void> {
  const { db } = ctx;
  const { fullName, email, password, metadata, trip } = typed;
  await countOrRefuse(ctx, signUpRules(await ctx.tokens.hash(email.toLowerCase()), ctx.request.address));
  await refuseGuessable(ctx, password, typed);
  const id = crypto.randomUUID();
  const passwordHash = await hashForSignUp(ctx, email, password);
  const { secrets, hashes } = await makeMailSecrets(ctx, email);
  const link = { ...hashes, purpose: 'verify', hours: VERIFY_HOURS, email, signUp: id, trip } as const;
  const caller = callerKey(ctx.request.address);
  const [, , , , found] = await db.write(
    insertUnconfirmedUser(db.build, await accountIdOf(ctx, email), email),
    insertSignUp(db.build, { id, email, passwordHash, fullName, metadata, caller }),
    insertMailToken(db.build, { ...link, isForUnconfirmed: true }),
    auditLine(ctx, { event: 'signed_up', subject: email.toLowerCase() }),
    selectUserByEmail(db.build, email),
  );
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

/** @returns how many sign-ups expired without a confirmation and were deleted */
export async function pruneSignUps({ db, clock }: Pick<AccountContext, 'db' | 'clock'>): Promise<number> {
  const [deleted] = await db.write(deleteExpiredSignUps(db.build, clock.now()));
  return deleted.rows.length;
}

/**
 * With a salt of the address: one computation compares a typed password with all sign-ups of an address, and equal passwords of
 * two sign-ups are known as equal.
 */
export async function hashForSignUp(
  { passwords, tokens }: Pick<AccountContext, 'passwords' | 'tokens'>,
  email: string,
  password: string,
): Promise<string> {
  return passwords.hash(password, await tokens.keyedHash(`sign-up-password:${email.toLowerCase()}`));
}

/**
 * The id of the account that a sign-up with this address makes, and the one that every sign-up is answered, whether there is an
 * account or not: it does not change when the address is confirmed, and nobody else can work it out.
 */
export async function accountIdOf(
  { tokens }: Pick<AccountContext, 'tokens'>,
  email: string,
): Promise<string> {
  const hash = await tokens.keyedHash(`made-up-account:${email.toLowerCase()}`);
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 3) | 8).toString(16);
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `4${hash.slice(13, 16)}`, variant + hash.slice(17, 20)];
  return [...parts, hash.slice(20, 32)].join('-');
}
