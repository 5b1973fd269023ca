// The newsletter of whoever is signed in: the account proved that its address is theirs, which is what a link in a letter
// proves otherwise. An account that has not proved it sees and changes nobody's subscription.
import type { Viewer } from '~/features/accounts/account';
import { callerKey } from '~/lib/caller-key';
import { ConflictError, ForbiddenError, TooManyError } from '~/lib/errors';
import type { AppContext } from '~/platform/context';
import { SUBSCRIBE_FAILED } from './lead-source';
import type { Frequency, LeadStatus } from './lead-view';
import { selectOwnLead, subscribeOwn, unsubscribeOwn } from './leads-repo.server';
import { createLinkSigner } from './link-tokens.server';
import { PREFERENCES_PATH } from './reader-link';

type Reading = Pick<AppContext, 'db' | 'tokens'>;
type Writing = Reading & Pick<AppContext, 'clock' | 'limits' | 'log' | 'request'>;
type Reader = Pick<Viewer, 'userId'>;

export interface OwnSubscription {
  /** '' for an account without an address. */
  email: string;
  /** The account proved to read it. */
  isProven: boolean;
  /** Null for an address that is not subscribed, and for one that is not proven. */
  status: LeadStatus | null;
  frequency: Frequency;
  /** The page that the links in letters lead to; null where there is no subscription to look after. */
  preferences: string | null;
}

const LIMIT_WINDOW_SECONDS = 60;
const NOT_PROVEN = 'Confirm the address of your account first.';
const BOUNCED =
  'Letters to this address came back, so none are sent there. Change the address of your account.';

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
 * Begins it or takes it up again; doing it twice is as good as once.
 * @throws ForbiddenError for an address that is not proven, ConflictError for one that letters came back from, TooManyError
 */
export async function subscribeReader(ctx: Writing, { userId }: Reader): Promise<void> {
  const { db, clock, log, limits, request } = ctx;
  if (!(await limits.subscribe.allow(callerKey(request.address))))
    throw new TooManyError(SUBSCRIBE_FAILED, LIMIT_WINDOW_SECONDS);
  const [[found], [done]] = await Promise.all([
    db.read(selectOwnLead(db.build, userId)).then(({ rows }) => rows),
    db.write(subscribeOwn(db.build, userId, clock.now())).then(([{ rows }]) => rows),
  ]);
  if (done?.isNew) log.write({ event: 'lead_created', source: 'account' });
  if (done) return;
  throw found?.isProven ? new ConflictError(BOUNCED) : new ForbiddenError(NOT_PROVEN);
}

/** Ends it at once; doing it twice is as good as once. @throws ForbiddenError where the account proved no such address */
export async function unsubscribeReader(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { userId }: Reader,
): Promise<void> {
  const [gone] = await db.write(unsubscribeOwn(db.build, userId, clock.now()));
  if (gone.length === 0) throw new ForbiddenError(NOT_PROVEN);
}
