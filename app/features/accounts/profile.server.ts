// What people change about themselves on the account page.

import { auditLine } from '~/features/audit/audit.server';
import { ForbiddenError, InvalidError } from '~/lib/errors';
import { parseInput } from '~/lib/parse-input';
import type { Viewer } from './account';
import type { AccountContext } from './account-context';
import { PasswordChange, ProfileName, ResetRequest } from './account-input';
import { beginEmailChange } from './api/update-user.server';
import { checkPassword } from './confirm-person.server';
import { OWN_TRIP } from './mail-trip';
import { setNewPassword } from './recovery.server';
import { updateName } from './users-repo.server';
import { refuseWeakSession } from './weak-session';

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
 * A new password for someone who knows the old one.
 * @throws InvalidError, TooManyError
 */
export async function changePassword(ctx: AccountContext, viewer: Viewer, input: unknown): Promise<void> {
  const { currentPassword, password } = parseInput(PasswordChange, input);
  await checkPassword(ctx, viewer, currentPassword, 'currentPassword');
  await setNewPassword(ctx, viewer, { password });
}

/**
 * A first password for someone who came without one. The caller has confirmed the person.
 * @throws InvalidError, ForbiddenError for who has one
 */
export async function setFirstPassword(ctx: AccountContext, viewer: Viewer, input: unknown): Promise<void> {
  if (viewer.hasPassword) throw new ForbiddenError('Change your password with the present one.');
  await setNewPassword(ctx, viewer, input);
}

/**
 * Begins a change of address: the new one confirms by a link, the old one is told. The caller has confirmed the person.
 * @throws InvalidError, TooManyError
 */
export async function changeEmail(ctx: AccountContext, viewer: Viewer, input: unknown): Promise<void> {
  refuseWeakSession(viewer);
  const { email } = parseInput(ResetRequest, input);
  if (email.toLowerCase() === viewer.email.toLowerCase()) {
    const message = 'This is your address already.';
    throw InvalidError.at('email', message);
  }
  await beginEmailChange(ctx, viewer, email, OWN_TRIP);
}
