// Limits changes of what protects an account.
import { securityChangeRules } from '~/features/rate-limit/throttle';
import { countOrRefuse } from '~/features/rate-limit/throttle-calls.server';
import type { Viewer } from '../account';
import type { AccountContext } from '../account-context';
import { selectBeginning } from '../sign-in/one-time-tokens-repo.server';

/**
 * Counts a change of password, second factors, recovery codes or identities. Call it after all other checks of the change. A session
 * that a recovery link or an invitation opened within the hour has a limit of its own, so that an intruder cannot use up the
 * changes with which the owner takes back the account.
 * @throws TooManyError above 20 an hour or 60 a day
 */
export async function countSecurityChange(
  ctx: Pick<AccountContext, 'db'>,
  { userId, sessionId }: Pick<Viewer, 'userId' | 'sessionId'>,
): Promise<void> {
  const { rows } = await ctx.db.read(selectBeginning(ctx.db.build, sessionId));
  await countOrRefuse(ctx, securityChangeRules(rows[0]?.isRecovered ? sessionId : userId));
}
