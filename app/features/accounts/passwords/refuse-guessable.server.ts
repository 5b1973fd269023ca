// Refuses guessable passwords wherever one is set: on the pages, through the authentication API, and with the
// service key.

import type { AccountContext } from '../account-context';
import { WeakPasswordError } from '../auth-error';
import { isBreached } from './breached-passwords.server';
import { isMadeOfContext, type PasswordOwner } from './context-words';
import { isCommon } from './is-common.server';

/** The message that clients of the authentication API expect. */
const GUESSABLE = 'Password is known to be weak and easy to guess, please choose a different one.';

/**
 * Refuses a single repeated character, words of this site and the user, the 10,000 most common passwords,
 * and, if a range API is configured, passwords from known breaches.
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
