// Before a sensitive change: whoever sits there shows who they are, unless they did a moment ago.
import { isConfirmed, type Viewer } from '~/features/accounts/account';
import { confirmPerson } from '~/features/accounts/confirm-person.server';
import type { SignedInVisit } from './guards.server';
import type { PostedForm } from './read-form.server';
import { keepTokens, rememberDevice } from './session.server';

/** How this person would show it, for `ConfirmFields`; null while they need not. */
export function waysToConfirm({ ctx, viewer }: SignedInVisit) {
  const { hasPassword, hasCodes, hasFactor } = viewer;
  return isConfirmed(viewer, ctx.clock.now()) ? null : { hasPassword, hasCodes, hasFactor };
}

/**
 * @returns the viewer to go on with: confirming begins a new session
 * @throws what a refused form says: AuthError, InvalidError, TooManyError, ConflictError
 */
export async function confirmVisit({ ctx, viewer }: SignedInVisit, { text }: PostedForm): Promise<Viewer> {
  const proof = { password: text('proofPassword'), code: text('proofCode') };
  const confirmed = await confirmPerson(ctx, viewer, proof);
  if (!confirmed) return viewer;
  await keepTokens(ctx, confirmed.tokens, confirmed.viewer);
  await rememberDevice(ctx, confirmed.tokens);
  return confirmed.viewer;
}
