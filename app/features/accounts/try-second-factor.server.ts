// Tries at somebody's second factor. Whoever knows the password alone may try ten times an hour, and must not be able to
// shut the owner out by that: where the owner has shown a second factor before, tries are counted apart.
import { networkKey } from '~/lib/caller-key';
import type { Viewer } from './account';
import type { AccountContext } from './account-context';
import { selectKnownPlace } from './known-places-repo.server';
import { tryDigits } from './try-digits.server';

/**
 * Of all factors of a kind together: who has two is not guessed at twice as often.
 * @throws TooManyError after 10 wrong ones an hour
 */
export async function trySecondFactor<T>(
  ctx: AccountContext,
  viewer: Viewer,
  kind: 'factor' | 'recovery-code',
  work: () => Promise<T | null>,
): Promise<T | null> {
  const place = await findProvenPlace(ctx, viewer);
  return tryDigits(ctx, `${kind}:${viewer.userId}${place ? `:${place}` : ''}`, work);
}

/** A session, browser or network that has shown a second factor of this person; null for a stranger to them. */
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
