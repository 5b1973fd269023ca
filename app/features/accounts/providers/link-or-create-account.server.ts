// Finds, links or creates the account for an identity that a provider or a wallet confirmed.
import type { SQL } from 'drizzle-orm';
import { auditLine } from '~/features/audit/audit.server';
import { newAccountRules } from '~/features/rate-limit/throttle';
import { countOrRefuse } from '~/features/rate-limit/throttle-calls.server';
import { ConstraintError } from '~/lib/errors';
import type { Statement } from '~/platform/context';
import { SESSION_MISSING } from '../account';
import type { AccountContext } from '../account-context';
import { AuthError, IDENTITY_TAKEN } from '../auth-error';
import { notifyOwner } from '../emails/notify-owner.server';
import { type OpenedSession, prepareSession } from '../sessions/open-session.server';
import { ownerWithin, sessionLives, signedIn } from '../sessions/sessions-repo.server';
import { insertCode } from '../sign-in/auth-codes-repo.server';
import type { Linking } from './flows-repo.server';
import {
  confirmAddress,
  insertBareUser,
  insertIdentity,
  methodText,
  ownerOf,
  selectOwners,
  touchIdentity,
} from './identities-repo.server';
import { WALLET } from './provider';

export interface ConfirmedIdentity {
  provider: string;
  /** Display name. */
  providerName: string;
  providerId: string;
  data: Record<string, unknown>;
  email: string | null;
  isEmailVerified: boolean;
  fullName: string;
  /** Authentication method for `amr`. */
  method: string;
  /** Set if a signed-in user links this identity to their account. */
  link: Linking | null;
  /** Statements for the same transaction. */
  also?: Statement<unknown>[];
}

/**
 * Opens a session for the identity's account, which is created or linked if necessary.
 * @param bindingHash of the browser that the tokens are bound to
 * @throws AuthError if the account cannot be determined or belongs to another user; TooManyError for too many
 * new wallet accounts
 */
export async function linkOrCreateAccount(
  ctx: AccountContext,
  vouched: ConfirmedIdentity,
  bindingHash: string | null = null,
): Promise<OpenedSession> {
  return retryOnce(async () => {
    const { userId, statements, notifyAt } = await findAccount(ctx, vouched);
    const { link } = vouched;
    const opening = await prepareSession(ctx, {
      owner: link ? ownerWithin(userId, sessionLives(link.sessionId)) : ownerOf(userId),
      event: signedIn,
      method: methodText(vouched.method),
      bindingHash,
    });
    const { opened: made } = await ctx.db.writeBatch({
      account: statements,
      opened: opening.statement,
    });
    const opened = await opening.finish(made);
    if (!opened && link) throw ended();
    if (!opened) {
      ctx.log.write({ event: 'sign_in_failed', reason: 'suspended' });
      throw new AuthError('user_banned', 'User is banned');
    }
    const { sessionId } = opened.session;
    ctx.log.write({ event: 'signed_in', userId, sessionId });
    await notifyOfLink(ctx, notifyAt, vouched);
    return opened;
  });
}

/**
 * Like `linkOrCreateAccount` for PKCE clients: returns a code instead of a session. A link is stored only
 * when the code is exchanged. Otherwise an attacker could send a victim their own link URL and get the
 * victim's identity linked to the attacker's account.
 */
export async function linkOrCreateAccountForCode(
  ctx: AccountContext,
  vouched: ConfirmedIdentity,
  codeChallenge: string,
): Promise<string> {
  const code = ctx.tokens.random();
  const made = { hash: await ctx.tokens.hash(code), codeChallenge, method: vouched.method };
  const { build } = ctx.db;
  const { link } = vouched;
  if (link) {
    const { provider, providerName, providerId, data, email } = vouched;
    await findOwners(ctx, vouched);
    const pending = { provider, providerName, providerId, data, email, sessionId: link.sessionId };
    await ctx.db.write(insertCode(build, { ...made, userId: link.userId, link: pending }));
    return code;
  }
  return retryOnce(async () => {
    const { userId, statements, notifyAt } = await findAccount(ctx, vouched);
    await ctx.db.write(...statements, insertCode(build, { ...made, userId, link: null }));
    await notifyOfLink(ctx, notifyAt, vouched);
    return code;
  });
}

function notifyOfLink(
  ctx: AccountContext,
  email: string | null,
  { providerName }: ConfirmedIdentity,
): Promise<void> {
  return notifyOwner(ctx, email, { what: 'identity-linked', provider: providerName });
}

/** The session that asked for the link has ended. */
function ended(): AuthError {
  return new AuthError('session_not_found', SESSION_MISSING);
}

/**
 * Accounts that match the identity or its address.
 * @throws AuthError when linking an identity of another account
 */
async function findOwners(ctx: AccountContext, vouched: ConfirmedIdentity) {
  const { rows } = await ctx.db.read(selectOwners(ctx.db.build, vouched));
  const { byIdentity = null, byEmail = null, notifyAt = null } = rows[0] ?? {};
  if (vouched.link && byIdentity) throw new AuthError('identity_already_exists', IDENTITY_TAKEN);
  return { byIdentity, byEmail, notifyAt };
}

/**
 * The account, the statements that link or create it, and the address for a notice (null if the owner needs
 * none).
 */
async function findAccount(ctx: AccountContext, vouched: ConfirmedIdentity) {
  const { build } = ctx.db;
  const { provider, providerId, data, email, isEmailVerified, link: asked, also = [] } = vouched;
  const { byIdentity, byEmail, notifyAt } = await findOwners(ctx, vouched);
  if (byIdentity)
    return {
      userId: byIdentity,
      statements: [...also, touchIdentity(build, { provider, providerId, data })],
      notifyAt: null,
    };
  const link = (userId: string, condition?: SQL) => [
    insertIdentity(build, { userId, provider, providerId, data }, condition),
    auditLine(
      ctx,
      { event: 'identity_linked', actorId: userId, subject: email, details: { provider } },
      condition,
    ),
  ];
  if (asked) {
    const { userId, sessionId } = asked;
    return { userId, statements: [...also, ...link(userId, sessionLives(sessionId))], notifyAt };
  }
  if (email && !isEmailVerified)
    throw new AuthError(
      'email_address_not_authorized',
      'Unverified email with the provider. Verify the email with the provider in order to sign in',
    );
  if (byEmail)
    return {
      userId: byEmail,
      statements: [...also, confirmAddress(build, byEmail), ...link(byEmail)],
      notifyAt,
    };
  // Wallets can be generated in bulk, so a new one counts as a sign-up.
  if (provider === WALLET) await countOrRefuse(ctx, newAccountRules(ctx.request.address));
  const id = crypto.randomUUID();
  const made = insertBareUser(build, { id, email, fullName: vouched.fullName });
  ctx.log.write({ event: 'signed_up', userId: id });
  return { userId: id, statements: [...also, made, ...link(id)], notifyAt: null };
}

/** Retries once, because a concurrent request may have created the account, which the retry finds. */
async function retryOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isRace =
      error instanceof ConstraintError && ['identities_once', 'users_email_once'].includes(error.constraint);
    if (!isRace) throw error;
    return work();
  }
}
