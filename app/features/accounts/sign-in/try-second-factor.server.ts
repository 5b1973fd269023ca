// Counts attempts at a second factor. A stranger with the password gets ten an hour and must not lock the
// owner out with them, so attempts from places where the owner has used a second factor are counted
// separately.
import { networkKey } from '~/lib/caller-key';
import type { Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { selectKnownPlace } from './known-places-repo.server';
import { tryDigits } from './try-mailed-code.server';

/**
 * Counts all factors of a kind together, so that more factors do not allow more guesses.
 * @throws TooManyError after 10 wrong attempts in an hour
 */
export async function trySecondFactor<T>(
  ctx: AccountContext,
  viewer: Viewer,
  kind: 'factor' | 'recovery-code',
  work: () => Promise<T | null>,
): Promise<T | null> {
  const place = await findProvenPlace(ctx, viewer);
  const account = `${kind}:${viewer.userId}${place ? `:${place}` : ''}`;
  return tryDigits(ctx, { account, email: viewer.email, reason: 'second-factor' }, work);
}

/** A session, device or network on which the user has used a second factor; null for an unknown caller. */
async function findProvenPlace(
  ctx: AccountContext,
  { aal, sessionId, userId, email }: Viewer,
): Promise<string | null> {
  if (aal === 'aal2') return sessionId;
  const network = networkKey(ctx.request.address);
  const device = email ? await ctx.devices.find(await ctx.tokens.hash(email.toLowerCase())) : null;
  const { rows } = await ctx.db.read(selectKnownPlace(ctx.db.build, userId, { network, device }));
  const [found] = rows;
  if (!found) return null;
  return found.isDevice ? device : network;
}
