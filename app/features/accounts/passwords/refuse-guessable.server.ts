// Refuses passwords that a guesser tries first. Asked wherever a password is chosen: on the pages, through the authentication
// API, and by the owner of the service key.

import type { AccountContext } from '../account-context';
import { WeakPasswordError } from '../auth-error';
import { isBreached } from './breached-passwords.server';
import { isMadeOfContext, type PasswordOwner } from './context-words';
import { isCommon } from './is-common.server';

/** As clients of the authentication API know it. */
const GUESSABLE = 'Password is known to be weak and easy to guess, please choose a different one.';

/**
 * Refuses one character repeated, words of this site and of the person, the 10,000 most common passwords, and, where the
 * configuration names a range API, passwords known from breaches.
 * @throws WeakPasswordError
 */
export async function refuseGuessable(
  ctx: AccountContext,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  const isGuessable =
    new Set(password.toLowerCase()).size === 1 ||
    isMadeOfContext(password, ctx.config.siteUrl, owner) ||
    (await isCommon(ctx, password)) ||
    (await isBreached(ctx, password));
  if (isGuessable) throw new WeakPasswordError(GUESSABLE, ['pwned']);
}
