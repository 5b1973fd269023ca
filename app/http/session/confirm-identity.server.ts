// Asks people to confirm their identity before a sensitive change, unless they did so recently.
import { isConfirmed, type Viewer } from '~/features/accounts/account';
import { confirmPerson } from '~/features/accounts/sessions/confirm-person.server';
import type { PostedForm } from '../forms/read-form.server';
import type { SignedInVisit } from './guards.server';
import { keepTokens, rememberDevice } from './session.server';

/** The ways to confirm that this account has, for `ConfirmFields`; null when no confirmation is needed. */
export function confirmationMethods({ ctx, viewer }: SignedInVisit) {
  const { hasPassword, hasCodes, hasFactor } = viewer;
  return isConfirmed(viewer, ctx.clock.now()) ? null : { hasPassword, hasCodes, hasFactor };
}

/**
 * @returns the viewer to continue with, because confirming starts a new session
 * @throws AuthError, InvalidError, TooManyError, ConflictError
 */
export async function confirmVisit({ ctx, viewer }: SignedInVisit, { text }: PostedForm): Promise<Viewer> {
  const proof = { password: text('proofPassword'), code: text('proofCode') };
  const confirmed = await confirmPerson(ctx, viewer, proof);
  if (!confirmed) return viewer;
  await keepTokens(ctx, confirmed.tokens, confirmed.viewer);
  await rememberDevice(ctx, confirmed.tokens);
  return confirmed.viewer;
}
