// Before a sensitive change: whoever sits there shows who they are, unless they did a moment ago.
import { isConfirmed } from '~/features/accounts/account';
import { confirmPerson } from '~/features/accounts/confirm-person.server';
import type { SignedInVisit } from './guards.server';
import type { PostedForm } from './read-form.server';
import { keepTokens, rememberDevice } from './session.server';

/** How this person would show it, for `ConfirmFields`; null while they need not. */
export function waysToConfirm({ ctx, viewer }: SignedInVisit) {
  const { hasPassword, hasCodes, hasFactor } = viewer;
  return isConfirmed(viewer, ctx.clock.now()) ? null : { hasPassword, hasCodes, hasFactor };
}

/** @throws what a refused form says: AuthError, InvalidError, TooManyError */
export async function confirmVisit({ ctx, viewer }: SignedInVisit, { text }: PostedForm): Promise<void> {
  const proof = { password: text('proofPassword'), code: text('proofCode') };
  const tokens = await confirmPerson(ctx, viewer, proof);
  if (!tokens) return;
  await keepTokens(ctx, tokens);
  await rememberDevice(ctx, tokens);
}
