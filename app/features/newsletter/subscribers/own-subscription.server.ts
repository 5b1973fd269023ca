// The newsletter subscription of a signed-in account. A verified account address replaces confirmation by
// email link; unverified accounts can neither see nor change a subscription.
import type { Viewer } from '~/features/accounts/account';
import { forgetCalls } from '~/features/rate-limit/throttle-calls.server';
import { callerKey } from '~/lib/caller-key';
import { ConflictError, ForbiddenError, TooManyError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { createLinkSigner } from '../emails/link-tokens.server';
import { ADDRESS_BOUNCED, PREFERENCES_PATH } from '../emails/reader-link';
import { undoWindow } from './confirmation-limits';
import { SUBSCRIBE_FAILED } from './lead-source';
import type { Frequency, LeadStatus } from './lead-view';
import { selectOwnLead, subscribeOwn, unsubscribeOwn } from './leads-repo.server';

type Reading = Pick<AppContext, 'db' | 'tokens'>;
type Writing = Reading & Pick<AppContext, 'clock' | 'limits' | 'log' | 'request'>;
type Reader = Pick<Viewer, 'userId'>;

export interface OwnSubscription {
  /** '' for an account without an email address. */
  email: string;
  /** The account's address is verified. */
  isProven: boolean;
  /** Null if the address is not subscribed or not verified. */
  status: LeadStatus | null;
  frequency: Frequency;
  /** URL of the preferences page; null without a subscription. */
  preferences: string | null;
}

const LIMIT_WINDOW_SECONDS = 60;
const NOT_PROVEN = 'Confirm your account’s email address first.';
const BOUNCED = `${ADDRESS_BOUNCED} Change your account’s email address.`;

export async function getOwnSubscription(ctx: Reading, { userId }: Reader): Promise<OwnSubscription> {
  const [row] = (await ctx.db.read(selectOwnLead(ctx.db.build, userId))).rows;
  const { email = '', isProven = false, id = null, status = null, frequency = null } = row ?? {};
  const token = id && (await createLinkSigner(ctx)).reader({ leadId: id, issueId: null });
  return {
    email,
    isProven,
    status,
    frequency: frequency ?? 'weekly',
    preferences: token && `${PREFERENCES_PATH}?token=${await token}`,
  };
}

/**
 * Subscribes or resubscribes. Idempotent.
 * @throws ForbiddenError for an unverified address; ConflictError for a bounced one; TooManyError
 */
export async function subscribeReader(ctx: Writing, { userId }: Reader): Promise<void> {
  const { db, clock, log, limits, request } = ctx;
  if (!(await limits.subscribe.allow(callerKey(request.address))))
    throw new TooManyError(SUBSCRIBE_FAILED, LIMIT_WINDOW_SECONDS);
  const [[found], [done]] = await Promise.all([
    db.read(selectOwnLead(db.build, userId)).then(({ rows }) => rows),
    db.writeOne(subscribeOwn(db.build, userId, clock.now())).then(({ rows }) => rows),
  ]);
  if (done?.isNew) log.write({ event: 'lead_created', source: 'account' });
  if (done) return;
  throw found?.isProven ? new ConflictError(BOUNCED) : new ForbiddenError(NOT_PROVEN);
}

/** Unsubscribes immediately. Idempotent. @throws ForbiddenError for an unverified address */
export async function unsubscribeReader(
  ctx: Pick<AppContext, 'db' | 'clock' | 'tokens'>,
  { userId }: Reader,
): Promise<void> {
  const { db, clock, tokens } = ctx;
  const { email, isProven } = await getOwnSubscription(ctx, { userId });
  if (!isProven) throw new ForbiddenError(NOT_PROVEN);
  const { gone } = await db.writeBatch({
    gone: unsubscribeOwn(db.build, userId, clock.now()),
    // Otherwise anyone with a forwarded link could undo it.
    undo: forgetCalls(ctx, [undoWindow(await tokens.hash(email.toLowerCase()))]),
  });
  if (gone.length === 0) throw new ForbiddenError(NOT_PROVEN);
}
