// From somebody whom a provider or a wallet vouches for to an account of ours.
import type { SQL } from 'drizzle-orm';
import { auditLine } from '~/features/audit/audit.server';
import { ConstraintError } from '~/lib/errors';
import type { Statement } from '~/platform/context';
import { SESSION_MISSING } from '../account';
import type { AccountContext } from '../account-context';
import { insertCode } from '../auth-codes-repo.server';
import { AuthError, IDENTITY_TAKEN } from '../auth-error';
import { countOrRefuse } from '../count-or-refuse.server';
import { type OpenedSession, prepareSession } from '../open-session.server';
import { ownerWithin, type SessionFacts, sessionLives, signedIn } from '../sessions-repo.server';
import { tellOwner } from '../tell-owner.server';
import { newAccountRules } from '../throttle';
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
import { WALLET } from './provider-key';

export interface Vouched {
  provider: string;
  /** As people know it. */
  providerName: string;
  providerId: string;
  data: Record<string, unknown>;
  email: string | null;
  isEmailVerified: boolean;
  fullName: string;
  /** For `amr`. */
  method: string;
  /** Somebody signed in who adds this way to their account. */
  link: Linking | null;
  /** For the same transaction. */
  also?: Statement<unknown>[];
}

/**
 * @param bindingHash of the browser whose address is given the tokens
 * @throws AuthError when the account cannot be told, or belongs to somebody else, TooManyError for too many new wallets
 */
export async function takeIn(
  ctx: AccountContext,
  vouched: Vouched,
  bindingHash: string | null = null,
): Promise<OpenedSession> {
  return twice(async () => {
    const { userId, statements, tellAt } = await findAccount(ctx, vouched);
    const { link } = vouched;
    const opening = await prepareSession(ctx, {
      owner: link ? ownerWithin(userId, sessionLives(link.sessionId)) : ownerOf(userId),
      event: signedIn,
      method: methodText(vouched.method),
      bindingHash,
    });
    const done = await ctx.db.write(...statements, opening.statement);
    const opened = await opening.finish(done.at(-1) as { rows: SessionFacts[] });
    if (!opened) throw link ? ended() : new AuthError('user_banned', 'User is banned');
    const { sessionId } = opened.session;
    ctx.log.write({ event: 'signed_in', userId, sessionId });
    await tellOfLink(ctx, tellAt, vouched);
    return opened;
  });
}

/**
 * The same, for a client that waits with its verifier: a code instead of a session. Nothing is linked before that code is
 * exchanged: whoever is led here by another's address would link their own self to that other's account.
 */
export async function takeInForCode(
  ctx: AccountContext,
  vouched: Vouched,
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
  return twice(async () => {
    const { userId, statements, tellAt } = await findAccount(ctx, vouched);
    await ctx.db.write(...statements, insertCode(build, { ...made, userId, link: null }));
    await tellOfLink(ctx, tellAt, vouched);
    return code;
  });
}

function tellOfLink(ctx: AccountContext, email: string | null, { providerName }: Vouched): Promise<void> {
  return tellOwner(ctx, email, { what: 'identity-linked', provider: providerName });
}

/** The session in which somebody asked for a link is over: signed out, or a new password ended it. */
function ended(): AuthError {
  return new AuthError('session_not_found', SESSION_MISSING);
}

/** Who is known already. @throws AuthError for a link to what is somebody's */
async function findOwners(ctx: AccountContext, vouched: Vouched) {
  const { rows } = await ctx.db.read(selectOwners(ctx.db.build, vouched));
  const { byIdentity = null, byEmail = null, tellAt = null } = rows[0] ?? {};
  if (vouched.link && byIdentity) throw new AuthError('identity_already_exists', IDENTITY_TAKEN);
  return { byIdentity, byEmail, tellAt };
}

/** Whose account it is, what makes it so, and where its owner is told of it; null where nothing is new to them. */
async function findAccount(ctx: AccountContext, vouched: Vouched) {
  const { build } = ctx.db;
  const { provider, providerId, data, email, isEmailVerified, link: asked, also = [] } = vouched;
  const { byIdentity, byEmail, tellAt } = await findOwners(ctx, vouched);
  if (byIdentity)
    return {
      userId: byIdentity,
      statements: [...also, touchIdentity(build, { provider, providerId, data })],
      tellAt: null,
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
    return { userId, statements: [...also, ...link(userId, sessionLives(sessionId))], tellAt };
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
      tellAt,
    };
  // Anybody can think of wallets by the thousand: each new one is a sign-up.
  if (provider === WALLET) await countOrRefuse(ctx, newAccountRules(ctx.request.address));
  const id = crypto.randomUUID();
  const made = insertBareUser(build, { id, email, fullName: vouched.fullName });
  ctx.log.write({ event: 'signed_up', userId: id });
  return { userId: id, statements: [...also, made, ...link(id)], tellAt: null };
}

/** Two tabs may come at once: whoever is second finds what the first made. */
async function twice<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isRace =
      error instanceof ConstraintError && ['identities_once', 'users_email_once'].includes(error.constraint);
    if (!isRace) throw error;
    return work();
  }
}
