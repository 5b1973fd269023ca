// What people change about themselves on the account page.

import { auditLine } from '~/features/audit/audit.server';
import { InvalidError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { Viewer } from './account';
import type { AccountContext } from './account-context';
import { PasswordChange, ProfileName } from './account-input';
import { setNewPassword } from './recovery.server';
import { refuseThrottled } from './refuse-throttled';
import { signInRules } from './throttle';
import { countTry, selectTries } from './throttle-repo.server';
import { selectPasswordHash, updateName } from './users-repo.server';

export async function saveName(ctx: AccountContext, viewer: Viewer, input: unknown): Promise<void> {
  const { db } = ctx;
  const { fullName } = parseInput(ProfileName, input);
  const { userId, email } = viewer;
  await db.write(
    updateName(db.build, userId, fullName),
    auditLine(ctx, {
      event: 'user_updated',
      actorId: userId,
      subject: email,
      details: { what: 'name', from: viewer.fullName, to: fullName },
    }),
  );
  ctx.log.write({ event: 'user_updated', userId, what: 'name' });
}

/**
 * A new password for someone who knows the old one. Wrong ones count like wrong sign-ins.
 * @throws InvalidError, TooManyError
 */
export async function changePassword(ctx: AccountContext, viewer: Viewer, input: unknown): Promise<void> {
  const { db } = ctx;
  const { currentPassword, password } = parseInput(PasswordChange, input);
  const rules = signInRules(await ctx.tokens.hash(viewer.email.toLowerCase()), ctx.request.address);
  const [tries, [user]] = await Promise.all([
    db.read(selectTries(db.build, rules)),
    db.read(selectPasswordHash(db.build, viewer.userId)),
  ]);
  refuseThrottled(rules, tries.rows);
  if (!(await ctx.passwords.verify(currentPassword, user?.passwordHash ?? null))) {
    await db.write(countTry(db.build, rules));
    const message = 'The current password is wrong.';
    throw new InvalidError(message, [{ field: 'currentPassword', message }]);
  }
  await setNewPassword(ctx, viewer, { password });
}
