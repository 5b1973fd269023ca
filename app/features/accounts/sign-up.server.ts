// Making an account. The answer never tells whether the address had one.

import { auditLine } from '~/features/audit/audit.server';
import { parseInput } from '~/lib/parse-input';
import type { AccountContext } from './account-context';
import { SignUp } from './account-input';
import { alreadyRegisteredMail, verifyMail } from './account-mails';
import { countOrRefuse } from './count-or-refuse.server';
import { makeMailSecrets } from './mail-token.server';
import { type MailTrip, OWN_TRIP } from './mail-trip';
import { refuseGuessable } from './passwords/refuse-guessable.server';
import { signUpRules, type ThrottleRule } from './throttle';
import { insertProfile, insertUser, insertVerifyToken, selectUserByEmail } from './users-repo.server';

/**
 * Stores the account and mails a link that verifies its address; an owner of an account is told that there is one.
 * @throws InvalidError, TooManyError above 20 an hour from one place or for one address, UnavailableError
 */
export async function signUp(ctx: AccountContext, input: unknown): Promise<void> {
  const { fullName, email, password } = parseInput(SignUp, input);
  await makeAccount(ctx, { fullName, email, password, metadata: null, trip: OWN_TRIP });
}

export interface NewAccount {
  fullName: string;
  email: string;
  /** Null for who signs in by mail. */
  password: string | null;
  /** What else a client keeps about the person. */
  metadata: Record<string, unknown> | null;
  trip: MailTrip;
}

/**
 * @param rules how often one may ask; as often as one may sign up unless given
 * @returns the account's id, or null when the address had an account already
 */
export async function makeAccount(
  ctx: AccountContext,
  account: NewAccount,
  rules?: readonly ThrottleRule[],
): Promise<string | null> {
  const { db } = ctx;
  const { fullName, email, password, metadata, trip } = account;
  const signUps = signUpRules(await ctx.tokens.hash(email.toLowerCase()), ctx.request.address);
  await countOrRefuse(ctx, rules ?? signUps);
  if (password !== null) await refuseGuessable(ctx, password, account);
  const passwordHash = password === null ? null : await ctx.passwords.hash(password);
  const { secrets, hashes } = await makeMailSecrets(ctx, email);
  const [, , , , found] = await db.write(
    insertUser(db.build, email, passwordHash, metadata ?? {}),
    insertProfile(db.build, email, fullName),
    insertVerifyToken(db.build, { ...hashes, email, passwordHash, fullName, metadata, trip }),
    auditLine(ctx, { event: 'signed_up', subject: email.toLowerCase() }),
    selectUserByEmail(db.build, email),
  );
  const user = found[0];
  if (!user) return null;
  const { siteUrl } = ctx.config;
  ctx.log.write({ event: 'signed_up', userId: user.id });
  await ctx.mail.send(
    user.emailVerifiedAt
      ? alreadyRegisteredMail(user.email, siteUrl)
      : verifyMail(user.email, siteUrl, fullName, secrets),
  );
  return user.emailVerifiedAt ? null : user.id;
}
