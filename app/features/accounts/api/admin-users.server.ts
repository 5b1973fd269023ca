// Account administration with the service key.

import { z } from 'zod';
import { auditLine, deletedAccountLine } from '~/features/audit/audit.server';
import { ConstraintError } from '~/lib/errors';
import { propertyOf, textPropertyOf } from '~/lib/properties';
import type { Statement } from '~/platform/context';
import { INVITE_HOURS, ROLES, type Role } from '../account';
import type { AccountContext } from '../account-context';
import { AuthError } from '../auth-error';
import { inviteMail } from '../emails/account-emails';
import { notifyOwner } from '../emails/notify-owner.server';
import { refuseGuessable } from '../passwords/refuse-guessable.server';
import {
  countUsers,
  deleteUser,
  insertAuthUser,
  insertInvitedUser,
  selectAuthUserByEmail,
  selectAuthUsers,
  updateAuthUser,
  updateRole,
} from '../people/auth-users-repo.server';
import { keepAnAdmin } from '../people/people-repo.server';
import { spendEmailUndos, spendOpenTokens, updateName } from '../people/users-repo.server';
import { revokeSessions } from '../sessions/sessions-repo.server';
import { clearKnownNetworks } from '../sign-in/known-places-repo.server';
import type { MailLinkTarget } from '../sign-in/mail-link-target';
import { makeMailSecrets } from '../sign-in/mail-token.server';
import { mailTokenStatements } from '../sign-in/one-time-tokens-repo.server';
import { ADDRESS_TAKEN } from '../sign-in/recovery.server';
import { NewUser, refuseUnsupportedFields, splitRole, toBanEnd, UserChange } from './admin-input';
import { ApiEmail, Metadata, parseApi, refuseLength, splitName, Uuid } from './api-input';
import { type AuthUser, toAuthUser } from './auth-user';
import { getAuthUser } from './update-user.server';

const Deletion = z.object({ should_soft_delete: z.boolean().nullish() });
const Invitation = z.object({ email: ApiEmail, data: Metadata.nullish() });
const Page = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  per_page: z.coerce.number().int().min(1).max(1_000).catch(50),
});

/** @throws AuthError if the address or id is taken, or the input is invalid */
export async function createUser(ctx: AccountContext, body: unknown): Promise<AuthUser> {
  const user = parseApi(NewUser, body);
  refuseUnsupportedFields(body, user.id ?? undefined);
  if (!user.email) throw new AuthError('validation_failed', 'An email address is required');
  if (user.password) await refuseWeak(ctx, user.password, user.email);
  const { fullName = '', rest } = splitName(user.user_metadata);
  const { role, rest: appMetadata } = splitRole(user.app_metadata);
  const id = user.id ?? crypto.randomUUID();
  const statement = insertAuthUser(ctx.db.build, {
    id,
    email: user.email,
    passwordHash: user.password ? await ctx.passwords.hash(user.password) : null,
    isConfirmed: user.email_confirm ?? false,
    fullName,
    role: role ?? null,
    userMetadata: rest,
    appMetadata,
    bannedUntil: toBanEnd(ctx, user.ban_duration) ?? null,
  });
  await writeRefusingTaken(ctx, [statement, userLine(ctx, 'user_created', user.email)]);
  return getAuthUser(ctx, id);
}

export async function inviteUser(
  ctx: AccountContext,
  body: unknown,
  target: MailLinkTarget,
): Promise<AuthUser> {
  const { email, data } = parseApi(Invitation, body);
  const { fullName = '', rest } = splitName(data);
  const { secrets, hashes } = await makeMailSecrets(ctx, email);
  const { build } = ctx.db;
  await writeRefusingTaken(ctx, [
    insertInvitedUser(build, { email, fullName, role: null, userMetadata: rest }),
    ...Object.values(
      mailTokenStatements(build, { ...hashes, purpose: 'invite', hours: INVITE_HOURS, email, target }),
    ),
    userLine(ctx, 'user_invited', email),
  ]);
  await ctx.mail.send(inviteMail(email, ctx.config.siteUrl, secrets));
  const [invited] = (await ctx.db.read(selectAuthUserByEmail(build, email))).rows;
  if (!invited) throw new AuthError('user_not_found', 'User not found');
  return toAuthUser(invited.user);
}

export interface UserPage {
  users: AuthUser[];
  total: number;
  page: number;
  perPage: number;
}

export async function listUsers(ctx: AccountContext, query: unknown): Promise<UserPage> {
  const { page, per_page: perPage } = parseApi(Page, query);
  const { db } = ctx;
  const [found, counted] = await Promise.all([
    db.read(selectAuthUsers(db.build, perPage, (page - 1) * perPage)),
    db.read(countUsers(db.build)),
  ]);
  const users = found.rows.map(({ user }) => toAuthUser(user));
  return { users, total: counted.rows[0]?.total ?? 0, page, perPage };
}

export function readUser(ctx: AccountContext, id: string): Promise<AuthUser> {
  return getAuthUser(ctx, toId(id));
}

/**
 * A new password or address, a ban, an unconfirmed address, or another role ends all sessions of the account.
 * @throws AuthError for invalid input, ConflictError for the last admin
 */
export async function changeUser(ctx: AccountContext, id: string, body: unknown): Promise<AuthUser> {
  const change = parseApi(UserChange, body);
  const userId = toId(id);
  refuseUnsupportedFields(body, userId);
  const user = await getAuthUser(ctx, userId);
  if (change.password) await refuseWeak(ctx, change.password, change.email ?? user.email);
  const { fullName, rest } = splitName(change.user_metadata);
  const { role, rest: appMetadata } = splitRole(change.app_metadata);
  const bannedUntil = toBanEnd(ctx, change.ban_duration);
  const { build } = ctx.db;
  const isUnconfirmed = change.email_confirm === false;
  const isMoved = Boolean(change.email) && change.email?.toLowerCase() !== user.email.toLowerCase();
  const takesAway = bannedUntil || isUnconfirmed || (role !== undefined && role !== 'admin');
  await writeRefusingTaken(ctx, [
    ...(takesAway ? [keepAnAdmin(build, userId)] : []),
    updateAuthUser(build, userId, {
      ...(change.email && { email: change.email }),
      ...(change.password && { passwordHash: await ctx.passwords.hash(change.password) }),
      ...(change.user_metadata && { userMetadata: rest }),
      ...(change.app_metadata && { appMetadata }),
      ...(typeof change.email_confirm === 'boolean' && { isConfirmed: change.email_confirm }),
      ...(bannedUntil !== undefined && { bannedUntil }),
    }),
    ...(fullName === undefined ? [] : [updateName(build, userId, fullName)]),
    ...(role === undefined ? [] : [updateRole(build, userId, role)]),
    ...(change.password || isMoved || bannedUntil || isUnconfirmed || isOther(role, user)
      ? [revokeSessions(build, userId, 'all')]
      : []),
    ...(change.password || change.email || bannedUntil
      ? [spendOpenTokens(build, userId), clearKnownNetworks(build, userId, null)]
      : []),
    ...(isMoved ? [spendEmailUndos(build, userId)] : []),
    userLine(ctx, 'user_updated', user.email, { what: 'account' }),
  ]);
  if (change.password) await notifyOwner(ctx, provenAddress(user), { what: 'password-changed' }, 'operator');
  // No undo link: a user who lost control of a mailbox asks the operator for exactly this change.
  if (change.email && isMoved)
    await notifyOwner(
      ctx,
      provenAddress(user),
      { what: 'email-changed', next: change.email, undoToken: null },
      'operator',
    );
  return getAuthUser(ctx, userId);
}

/** @throws AuthError for an unknown account, ConflictError for the last admin */
export async function removeUser(ctx: AccountContext, id: string, body: unknown): Promise<void> {
  const { should_soft_delete: isSoft } = parseApi(Deletion, body);
  if (isSoft)
    throw new AuthError(
      'validation_failed',
      'Soft deletion is not supported: ban the account to keep its data',
    );
  const userId = toId(id);
  const user = await getAuthUser(ctx, userId);
  const { build } = ctx.db;
  await ctx.db.write(
    keepAnAdmin(build, userId),
    deleteUser(build, userId),
    deletedAccountLine(ctx, {
      event: 'user_deleted',
      subject: nameOfStaff(user),
      details: { by: 'service key' },
    }),
  );
  await notifyOwner(ctx, provenAddress(user), { what: 'account-deleted' }, 'operator');
}

/** @throws WeakPasswordError */
async function refuseWeak(ctx: AccountContext, password: string, email: string | null): Promise<void> {
  refuseLength(password);
  await refuseGuessable(ctx, password, { email });
}

/** The audit log keeps the names of deleted staff, and nothing about deleted readers. */
function nameOfStaff(user: AuthUser): string | null {
  return (roleOf(user) && textPropertyOf(user.user_metadata, 'full_name')) || null;
}

/**
 * Null for an unconfirmed address, which may belong to someone other than the person who signed up with it.
 */
function provenAddress({ email, email_confirmed_at: since }: AuthUser): string | null {
  return since ? email : null;
}

function roleOf(user: AuthUser): Role {
  const role = propertyOf(user.app_metadata, 'role');
  return ROLES.find((known) => known === role) ?? null;
}

function isOther(role: Role | undefined, user: AuthUser): boolean {
  return role !== undefined && role !== roleOf(user);
}

function toId(id: string): string {
  const parsed = Uuid.safeParse(id);
  if (!parsed.success) throw new AuthError('validation_failed', 'user_id must be a UUID');
  return parsed.data;
}

function userLine(
  ctx: AccountContext,
  event: string,
  email: string,
  details: Record<string, unknown> = {},
): Statement<unknown> {
  return auditLine(ctx, { event, subject: email, details: { ...details, by: 'service key' } });
}

async function writeRefusingTaken(ctx: AccountContext, statements: Statement<unknown>[]): Promise<void> {
  try {
    await ctx.db.write(...statements);
  } catch (error) {
    if (error instanceof ConstraintError && error.constraint === 'users_email_once')
      throw new AuthError('email_exists', ADDRESS_TAKEN);
    if (error instanceof ConstraintError && error.constraint === 'users_pkey')
      throw new AuthError('email_exists', 'An account with this id already exists');
    throw error;
  }
}
