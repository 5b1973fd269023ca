// Changes on the account page.

import { auditLine } from '~/features/audit/audit.server';
import { ownChangeRules } from '~/features/rate-limit/throttle';
import { countOrRefuse } from '~/features/rate-limit/throttle-calls.server';
import { ForbiddenError, InvalidError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { beginEmailChange } from '../api/update-user.server';
import { updateName } from '../people/users-repo.server';
import { checkPassword } from '../sessions/confirm-person.server';
import { refuseWeakSession } from '../sessions/require-confirmed.server';
import { OWN_LINK_TARGET } from '../sign-in/mail-link-target';
import { setNewPassword } from '../sign-in/recovery.server';
import { PasswordChange, ProfileName, ResetRequest } from './account-input';

/** @throws InvalidError, TooManyError */
export async function saveName(ctx: AccountContext, viewer: Viewer, input: unknown): Promise<void> {
  const { db } = ctx;
  const { fullName } = parseInput(ProfileName, input);
  if (fullName === viewer.fullName) return;
  const { userId, email } = viewer;
  await countOrRefuse(ctx, ownChangeRules(userId));
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
 * Changes the password of a user who knows the current one.
 * @throws InvalidError, TooManyError
 */
export async function changePassword(ctx: AccountContext, viewer: Viewer, input: unknown): Promise<void> {
  const { currentPassword, password } = parseInput(PasswordChange, input);
  const checkedHash = await checkPassword(ctx, viewer, currentPassword, 'currentPassword');
  await setNewPassword(ctx, viewer, { password }, checkedHash);
}

/**
 * Sets the first password of an account without one. The caller must confirm the user first.
 * @throws InvalidError, ForbiddenError if there is a password
 */
export async function setFirstPassword(ctx: AccountContext, viewer: Viewer, input: unknown): Promise<void> {
  if (viewer.hasPassword) throw new ForbiddenError('Use your current password to change it.');
  await setNewPassword(ctx, viewer, input);
}

/**
 * Starts an email change: sends a confirmation link to the new address and a notice to the old one. The
 * caller must confirm the user first.
 * @throws InvalidError, TooManyError
 */
export async function changeEmail(ctx: AccountContext, viewer: Viewer, input: unknown): Promise<void> {
  refuseWeakSession(viewer);
  const { email } = parseInput(ResetRequest, input);
  if (email.toLowerCase() === viewer.email.toLowerCase()) {
    const message = 'This is already your address.';
    throw InvalidError.at('email', message);
  }
  await beginEmailChange(ctx, viewer, email, OWN_LINK_TARGET);
}
