// Making an account. The answer never tells whether the address had one.

import { auditLine } from '~/features/audit/audit.server';
import { parseInput } from '~/lib/parse-input';
import type { AccountContext } from './account-context';
import { SignUp } from './account-input';
import { alreadyRegisteredMail, verifyMail } from './account-mails';
import { refuseThrottled } from './refuse-throttled';
import { signUpRules } from './throttle';
import { countTry, deleteEndedTries } from './throttle-repo.server';
import { insertProfile, insertUser, insertVerifyToken, selectUserByEmail } from './users-repo.server';

/**
 * Stores the account and mails a link that verifies its address; an owner of an account is told that there is one.
 * @throws InvalidError, TooManyError above 20 an hour from one place, UnavailableError
 */
export async function signUp(ctx: AccountContext, input: unknown): Promise<void> {
  const { db } = ctx;
  const { fullName, email, password } = parseInput(SignUp, input);
  const rules = signUpRules(ctx.request.address);
  const [tries] = await db.write(countTry(db.build, rules), deleteEndedTries(db.build));
  refuseThrottled(rules, tries.rows, 1);
  const passwordHash = await ctx.passwords.hash(password);
  const token = ctx.tokens.random();
  const hash = await ctx.tokens.hash(token);
  const [, , , , found] = await db.write(
    insertUser(db.build, email, passwordHash),
    insertProfile(db.build, email, fullName),
    insertVerifyToken(db.build, { hash, email, passwordHash, fullName }),
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
      : verifyMail(user.email, siteUrl, fullName, token),
  );
}
