// Taking subscribers.
import { callerKey } from '~/lib/caller-key';
import { InvalidError, TooManyError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { SUBSCRIBE_FAILED } from './lead-source';
import { insertLead } from './leads-repo.server';
import { Subscription } from './subscription';

const LIMIT_WINDOW_SECONDS = 60;

/**
 * Stores a lead. An address that is there already is left as it is, in silence.
 * @throws InvalidError for what is no address, TooManyError above 60 a minute from one place
 */
export async function subscribe(
  ctx: Pick<AppContext, 'db' | 'limits' | 'request' | 'log'>,
  input: unknown,
): Promise<Subscription> {
  if (!(await ctx.limits.subscribe.allow(callerKey(ctx.request.address)))) {
    throw new TooManyError(SUBSCRIBE_FAILED, LIMIT_WINDOW_SECONDS);
  }
  const parsed = Subscription.safeParse(input);
  if (!parsed.success) {
    throw new InvalidError(SUBSCRIBE_FAILED, [
      { field: 'email', message: 'Please enter a valid email address.' },
    ]);
  }
  await ctx.db.write(insertLead(ctx.db.build, parsed.data));
  ctx.log.write({ event: 'lead_created', source: parsed.data.source });
  return parsed.data;
}
