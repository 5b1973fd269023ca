// From somebody whom a provider or a wallet vouches for to an account of ours.
import { auditLine } from '~/features/audit/audit.server';
import { ConstraintError } from '~/lib/errors';
import type { Statement } from '~/platform/context';
import type { AccountContext } from '../account-context';
import { insertCode } from '../auth-codes-repo.server';
import { AuthError } from '../auth-error';
import { countOrRefuse } from '../count-or-refuse.server';
import { type OpenedSession, prepareSession } from '../open-session.server';
import { type SessionFacts, signedIn } from '../sessions-repo.server';
import { tellOwner } from '../tell-owner.server';
import { signUpRules } from '../throttle';
import {
  confirmAddress,
  insertBareUser,
  insertIdentity,
  methodText,
  ownerOf,
  selectOwners,
  touchIdentity,
} from './identities-repo.server';

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
  linkUserId: string | null;
  /** For the same transaction. */
  also?: Statement<unknown>[];
}

/** @throws AuthError when the account cannot be told, or belongs to somebody else, TooManyError for too many new wallets */
export async function takeIn(ctx: AccountContext, vouched: Vouched): Promise<OpenedSession> {
  return twice(async () => {
    const { userId, statements, tellAt } = await findAccount(ctx, vouched);
    const opening = await prepareSession(ctx, {
      owner: ownerOf(userId),
      event: signedIn,
      method: methodText(vouched.method),
    });
    const done = await ctx.db.write(...statements, opening.statement);
    const opened = await opening.finish(done.at(-1) as { rows: SessionFacts[] });
    if (!opened) throw new AuthError('user_banned', 'User is banned');
    const { sessionId } = opened.session;
    ctx.log.write({ event: 'signed_in', userId, sessionId });
    await tellOfLink(ctx, tellAt, vouched);
    return opened;
  });
}

/** The same, for a client that waits with its verifier: a code instead of a session. */
export async function takeInForCode(
  ctx: AccountContext,
  vouched: Vouched,
  codeChallenge: string,
): Promise<string> {
  return twice(async () => {
    const { userId, statements, tellAt } = await findAccount(ctx, vouched);
    const code = ctx.tokens.random();
    const hash = await ctx.tokens.hash(code);
    const { method } = vouched;
    await ctx.db.write(...statements, insertCode(ctx.db.build, { hash, userId, codeChallenge, method }));
    await tellOfLink(ctx, tellAt, vouched);
    return code;
  });
}

function tellOfLink(ctx: AccountContext, email: string | null, { providerName }: Vouched): Promise<void> {
  return tellOwner(ctx, email, { what: 'identity-linked', provider: providerName });
}

/** Whose account it is, what makes it so, and where its owner is told of it; null where nothing is new to them. */
async function findAccount(ctx: AccountContext, vouched: Vouched) {
  const { build } = ctx.db;
  const { provider, providerId, data, email, isEmailVerified, linkUserId, also = [] } = vouched;
  const { rows } = await ctx.db.read(selectOwners(build, vouched));
  const { byIdentity = null, byEmail = null, tellAt = null } = rows[0] ?? {};
  if (linkUserId && byIdentity)
    throw new AuthError('identity_already_exists', 'Identity is already linked to another user');
  if (byIdentity)
    return {
      userId: byIdentity,
      statements: [...also, touchIdentity(build, { provider, providerId, data })],
      tellAt: null,
    };
  const link = (userId: string) => [
    insertIdentity(build, { userId, provider, providerId, data }),
    auditLine(ctx, { event: 'identity_linked', actorId: userId, subject: email, details: { provider } }),
  ];
  if (linkUserId) return { userId: linkUserId, statements: [...also, ...link(linkUserId)], tellAt };
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
  if (provider === 'web3') await countOrRefuse(ctx, signUpRules(ctx.request.address));
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
